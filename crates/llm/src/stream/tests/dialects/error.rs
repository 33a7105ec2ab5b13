//! Errors sent with HTTP 200.

use super::super::super::ErrorKind;
use super::{Dialect, dialect};

const TEXT: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"雨停了。\"}}]}\n\n";

/// The text, followed by `rest`.
fn after_text(rest: &str) -> String {
    format!("{TEXT}{rest}")
}

pub fn all() -> Vec<Dialect> {
    let broken = [
        dialect(
            "an error object (vLLM)",
            after_text("data: {\"error\":{\"object\":\"error\",\"message\":\"This model's maximum context length is 4096 tokens.\",\"type\":\"BadRequestError\",\"param\":null,\"code\":400}}\n\ndata: [DONE]\n\n"),
        )
        .failed(ErrorKind::ContextLength),
        dialect(
            "an error object, unwrapped (vLLM)",
            after_text("data: {\"object\":\"error\",\"message\":\"EngineDeadError\",\"type\":\"InternalServerError\",\"code\":500}\n\n"),
        )
        .failed(ErrorKind::ServerFault),
        dialect("an error string (LM Studio)", after_text("data: {\"error\":\"The model has crashed without additional information.\"}\n\n"))
            .failed(ErrorKind::Unknown),
        dialect("an error field (old llama.cpp)", after_text("error: {\"code\":500,\"message\":\"context size exceeded\",\"type\":\"server_error\"}\n\n"))
            .failed(ErrorKind::ContextLength),
        dialect(
            "an error event (DashScope)",
            after_text("id:1\nevent:error\n:HTTP_STATUS/400\ndata:{\"code\":\"DataInspectionFailed\",\"message\":\"Output data may contain inappropriate content.\",\"request_id\":\"r\"}\n\n"),
        )
        .failed(ErrorKind::ContentFilter),
        dialect(
            "an error in the choice (OpenRouter)",
            after_text("data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"},\"finish_reason\":\"error\",\"error\":{\"code\":502,\"message\":\"Provider returned error\",\"metadata\":{\"raw\":\"{\\\"error\\\":{\\\"message\\\":\\\"Overloaded\\\",\\\"type\\\":\\\"overloaded_error\\\"}}\"}}}]}\n\ndata: [DONE]\n\n"),
        )
        .failed(ErrorKind::Overloaded),
        dialect("an error beside the choices", after_text("data: {\"choices\":[],\"error\":{\"code\":\"rate_limit_exceeded\"}}\n\n"))
            .failed(ErrorKind::RateLimited),
        dialect("a bare string", after_text("data: \"server busy\"\n\n")).failed(ErrorKind::Overloaded),
        dialect("bare words", after_text("data: Internal error\n\n")).failed(ErrorKind::NotAnAnswer),
        dialect("a raw line of JSON amid the events", after_text("{\"error\":{\"message\":\"upstream timed out\",\"code\":504}}\n"))
            .failed(ErrorKind::ServerFault),
        dialect("a failed base_resp (MiniMax)", after_text("data: {\"base_resp\":{\"status_code\":1008,\"status_msg\":\"insufficient balance\"},\"choices\":null}\n\n"))
            .failed(ErrorKind::Quota),
        dialect("an error after the stop", after_text("data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: {\"error\":{\"message\":\"broken\",\"code\":500}}\n\n"))
            .failed(ErrorKind::ServerFault),
        dialect("text after an error", format!("data: {{\"error\":\"x\"}}\n\n{TEXT}data: [DONE]\n\n")).failed(ErrorKind::Unknown),
    ];
    let refused = [
        dialect("an error instead of an answer", r#"{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}"#)
            .failed(ErrorKind::Auth),
        dialect("an error in an array (Gemini)", "[{\n  \"error\": {\n    \"code\": 429,\n    \"message\": \"Resource has been exhausted\",\n    \"status\": \"RESOURCE_EXHAUSTED\"\n  }\n}]\n")
            .failed(ErrorKind::RateLimited),
        dialect("a detail (FastAPI)", r#"{"detail":"Not authenticated"}"#).failed(ErrorKind::Unknown),
        dialect("a code and a msg (GLM)", r#"{"code":1113,"msg":"账户已欠费","success":false}"#).failed(ErrorKind::Quota),
        dialect("an error line (Ollama)", "{\"error\":\"model 'x' not found\"}\n").failed(ErrorKind::Unknown),
        dialect("a gateway's message", r#"{"message":"no Route matched with those values"}"#).failed(ErrorKind::Unknown),
    ];
    broken.into_iter().chain(refused.map(|dialect| dialect.text(""))).collect()
}
