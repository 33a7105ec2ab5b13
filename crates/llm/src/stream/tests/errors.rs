//! Bodies of refused requests.

use super::*;

#[track_caller]
fn check_body(status: u16, body: &str, expected: (ErrorKind, Option<&str>, &str)) {
    let error = read_error_body(status, Some("application/json"), body.as_bytes());
    assert_eq!((error.kind, error.code.as_deref(), error.message.as_str()), expected, "{status} {body}");
    assert_eq!(error.status, Some(status));
}

#[test]
fn all_error_formats_are_read() {
    for (status, body, expected) in [
        (
            400,
            r#"{"error":{"message":"m is required","type":"invalid_request_error","param":"m","code":null}}"#,
            (ErrorKind::BadRequest, Some("invalid_request_error"), "m is required"),
        ),
        (
            404,
            r#"{"error":"model 'x' not found, try pulling it first"}"#,
            (ErrorKind::BadRequest, None, "model 'x' not found, try pulling it first"),
        ),
        (
            422,
            r#"{"detail":[{"loc":["body","n"],"msg":"field required","type":"missing"}]}"#,
            (ErrorKind::BadRequest, Some("missing"), "field required"),
        ),
        (404, r#"{"detail":"Not Found"}"#, (ErrorKind::BadRequest, None, "Not Found")),
        (401, r#"{"message":"Unauthorized"}"#, (ErrorKind::Auth, None, "Unauthorized")),
        (500, r#""something broke""#, (ErrorKind::ServerFault, None, "something broke")),
        (500, "something broke\n", (ErrorKind::ServerFault, None, "something broke")),
        (500, "", (ErrorKind::ServerFault, None, "")),
        (400, "{}", (ErrorKind::BadRequest, None, "")),
        (400, "\u{FEFF}{\"error\":{\"x\":1}}", (ErrorKind::BadRequest, None, r#"{"error":{"x":1}}"#)),
        (
            502,
            "<html>\n<head><title>502 Bad\n Gateway</title></head><body></body></html>",
            (ErrorKind::ServerFault, None, "502 Bad Gateway"),
        ),
        (
            404,
            "<HTML><BODY><H1>Not <b>here</b></H1></BODY></HTML>",
            (ErrorKind::NotAnAnswer, None, "Not here"),
        ),
        (404, "<p>Nothing</p> here", (ErrorKind::NotAnAnswer, None, "Nothing here")),
        (
            400,
            "data: {\"error\":{\"message\":\"bad\",\"code\":\"x\"}}\n\ndata: [DONE]\n",
            (ErrorKind::BadRequest, Some("x"), "bad"),
        ),
        (400, r#"{"error":{"message":"cut"#, (ErrorKind::BadRequest, None, r#"{"error":{"message":"cut"#)),
        (
            502,
            r#"{"error":{"message":"Provider returned error","code":502,"metadata":{"raw":"{\"error\":{\"message\":\"too hot\"}}"}}}"#,
            (ErrorKind::ServerFault, Some("502"), "Provider returned error: too hot"),
        ),
    ] {
        check_body(status, body, expected);
    }
}

#[test]
fn code_and_message_take_precedence_over_the_status() {
    for (status, body, kind) in [
        (
            429,
            r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#,
            ErrorKind::Quota,
        ),
        (
            429,
            r#"{"error":{"message":"Rate limit reached for m. Visit billing","code":"rate_limit_exceeded"}}"#,
            ErrorKind::RateLimited,
        ),
        (
            429,
            r#"{"error":{"message":"The engine is currently overloaded","type":"engine_overloaded_error"}}"#,
            ErrorKind::Overloaded,
        ),
        (429, "", ErrorKind::RateLimited),
        (
            500,
            r#"{"error":{"message":"the request exceeds the available context size"}}"#,
            ErrorKind::ContextLength,
        ),
        (
            400,
            r#"{"error":{"message":"too long","code":"context_length_exceeded"}}"#,
            ErrorKind::ContextLength,
        ),
        (413, "", ErrorKind::ContextLength),
        (400, r#"{"error":{"message":"filtered","code":"content_filter"}}"#, ErrorKind::ContentFilter),
        (
            400,
            r#"{"error":{"code":"1301","message":"系统检测到输入或生成内容可能包含不安全或敏感内容"}}"#,
            ErrorKind::ContentFilter,
        ),
        (
            400,
            r#"{"error":{"message":"Content Exists Risk","type":"invalid_request_error"}}"#,
            ErrorKind::ContentFilter,
        ),
        (402, r#"{"error":{"message":"Insufficient Balance"}}"#, ErrorKind::Quota),
        (
            400,
            r#"{"code":"Arrearage","message":"Access denied, please make sure your account is in good standing."}"#,
            ErrorKind::Quota,
        ),
        (
            429,
            r#"{"code":"Throttling.RateQuota","message":"Requests rate limit exceeded"}"#,
            ErrorKind::RateLimited,
        ),
        (403, r#"{"message":"no"}"#, ErrorKind::Auth),
        (400, r#"{"error":{"message":"Incorrect API key provided"}}"#, ErrorKind::Auth),
        (
            503,
            r#"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#,
            ErrorKind::Overloaded,
        ),
        (
            529,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            ErrorKind::Overloaded,
        ),
        (418, r#"{"x":1}"#, ErrorKind::BadRequest),
        (302, "", ErrorKind::Unknown),
    ] {
        assert_eq!(read_error_body(status, None, body.as_bytes()).kind, kind, "{status} {body}");
    }
}

#[test]
fn a_long_message_is_truncated_between_characters() {
    let body =
        serde_json::json!({"error": {"message": "错".repeat(5_000), "code": "x".repeat(5_000)}}).to_string();
    let error = read_error_body(500, None, body.as_bytes());
    assert_eq!(error.message, "错".repeat(MAX_ERROR_CHARS));
    assert_eq!(error.code.map(|code| code.len()), Some(100));
}

#[test]
fn any_bytes_produce_an_error() {
    for body in [b"\xFF\xFE\x00".as_slice(), b"{\"error\":\xFF}", b"<title", b"<title>", b"[", b"null", b"12"]
    {
        assert_eq!(read_error_body(500, Some("text/html"), body).status, Some(500));
    }
}
