//! Model lists in the forms that servers send.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::models::read_list;

#[test]
fn all_known_list_forms_are_read() {
    let two = Some(vec!["a".to_owned(), "b/c:1".to_owned()]);
    for list in [
        r#"{"object": "list", "data": [{"id": "a"}, {"id": "b/c:1", "created": 1.5}]}"#,
        r#"{"models": [{"name": "a"}, {"model": "b/c:1"}]}"#,
        r#"[{"id": "a"}, {"id": "b/c:1"}, {"id": "a"}]"#,
        r#"{"data": ["a", "b/c:1", "", 7, {"id": null}]}"#,
    ] {
        assert_eq!(read_list(list.as_bytes()), two, "{list}");
    }
    assert_eq!(read_list(br#"{"data": []}"#), Some(Vec::new()));
    for junk in ["", "<html></html>", r#""a""#, r#"{"data": {}}"#, r#"{"error": "no"}"#] {
        assert_eq!(read_list(junk.as_bytes()), None, "{junk}");
    }
}

#[test]
fn invalid_names_are_skipped() {
    let long = "x".repeat(201);
    let list = serde_json::json!({ "data": [{ "id": long }, { "id": "a\nb" }, { "id": "ok" }] });
    assert_eq!(read_list(list.to_string().as_bytes()).unwrap(), ["ok"]);
}
