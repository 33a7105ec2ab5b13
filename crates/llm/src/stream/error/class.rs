//! Classification of errors by code, message and status.
//!
//! The strings come from the documentation and issue trackers of the servers named beside them. They are tried from
//! top to bottom, first in the codes, then in the message; the status decides the rest.

use super::{ErrorKind, report::Report};

use ErrorKind::{
    Auth, BadRequest, ContentFilter, ContextLength, Overloaded, Quota, RateLimited, ServerFault, Unknown,
};

/// Substrings of codes and types, in lower case without `_`, `-`, `.` and spaces.
const CODES: &[(&str, ErrorKind)] = &[
    ("contextlength", ContextLength),
    ("contextwindow", ContextLength),
    ("exceedcontextsize", ContextLength), // llama.cpp
    ("contentfilter", ContentFilter),
    ("contentpolicy", ContentFilter),
    ("datainspection", ContentFilter), // DashScope
    ("sensitive", ContentFilter),
    ("moderation", ContentFilter),
    ("insufficientquota", Quota),
    ("insufficientbalance", Quota),
    ("exceededcurrentquota", Quota), // Moonshot
    ("arrearage", Quota),            // DashScope
    ("billing", Quota),
    ("ratelimit", RateLimited),
    ("throttling", RateLimited), // DashScope
    ("toomanyrequests", RateLimited),
    ("overload", Overloaded), // Moonshot, Anthropic
    ("unavailable", Overloaded),
    ("apikey", Auth),
    ("authentication", Auth),
    ("unauthorized", Auth),
    ("permission", Auth),
    ("accessdenied", Auth),
];

/// Numeric codes: GLM, MiniMax.
const NUMBERS: &[(&str, ErrorKind)] = &[
    ("1301", ContentFilter),
    ("1113", Quota),
    ("1302", RateLimited),
    ("1303", RateLimited),
    ("1305", Overloaded),
    ("1261", ContextLength),
    ("1004", Auth),
    ("1008", Quota),
    ("1002", RateLimited),
    ("1026", ContentFilter),
    ("1027", ContentFilter),
    ("1039", RateLimited),
];

/// Substrings of messages, in lower case.
const WORDS: &[(&str, ErrorKind)] = &[
    ("context length", ContextLength),
    ("context window", ContextLength),
    ("context size", ContextLength),
    ("maximum context", ContextLength),
    ("prompt is too long", ContextLength),
    ("input is too long", ContextLength),
    ("too many tokens", ContextLength),
    ("range of input length", ContextLength), // DashScope
    ("上下文长度", ContextLength),
    ("超过最大长度", ContextLength),
    ("输入过长", ContextLength),
    ("content filter", ContentFilter),
    ("content policy", ContentFilter),
    ("content management policy", ContentFilter), // Azure
    ("inappropriate content", ContentFilter),     // DashScope
    ("content exists risk", ContentFilter),       // DeepSeek
    ("considered high risk", ContentFilter),      // Moonshot
    ("敏感", ContentFilter),
    ("违规", ContentFilter),
    ("不安全", ContentFilter),
    ("rate limit", RateLimited),
    ("too many requests", RateLimited),
    ("requests per min", RateLimited),
    ("tokens per min", RateLimited),
    ("频率", RateLimited),
    ("限流", RateLimited),
    ("并发", RateLimited),
    ("速率限制", RateLimited),
    ("insufficient balance", Quota), // DeepSeek
    ("insufficient credits", Quota), // OpenRouter
    ("requires more credits", Quota),
    ("exceeded your current quota", Quota),
    ("billing", Quota),
    ("余额", Quota),
    ("欠费", Quota),
    ("overloaded", Overloaded),
    ("at capacity", Overloaded),
    ("server busy", Overloaded),
    ("loading model", Overloaded), // llama.cpp
    ("no available", Overloaded),
    ("繁忙", Overloaded),
    ("负载", Overloaded),
    ("过载", Overloaded),
    ("api key", Auth),
    ("api_key", Auth),
    ("unauthorized", Auth),
    ("authentication", Auth),
    ("invalid token", Auth),
    ("令牌", Auth),
    ("身份验证", Auth),
    ("out of memory", ServerFault),
];

/// Unspecific types; tried last.
const WEAK_CODES: &[(&str, ErrorKind)] = &[
    ("servererror", ServerFault),
    ("internal", ServerFault),
    ("invalidrequest", BadRequest),
    ("badrequest", BadRequest),
    ("invalidparameter", BadRequest),
    ("notfound", BadRequest),
];

/// Classifies a report.
pub fn kind_of(report: &Report) -> ErrorKind {
    if let Some(status @ (401 | 402)) = report.status {
        return kind_of_status(status);
    }
    let codes: Vec<String> = report.codes.iter().map(|code| plain(code)).collect();
    let words = report.message.chars().take(4 * super::MAX_ERROR_CHARS).collect::<String>().to_lowercase();
    let in_codes = |table: &[(&str, ErrorKind)]| {
        table.iter().find(|(part, _)| codes.iter().any(|code| code.contains(part))).map(|(_, kind)| *kind)
    };
    in_codes(CODES)
        .or_else(|| {
            NUMBERS.iter().find(|(code, _)| codes.iter().any(|own| own == code)).map(|(_, kind)| *kind)
        })
        .or_else(|| WORDS.iter().find(|(part, _)| words.contains(part)).map(|(_, kind)| *kind))
        .or_else(|| report.status.map(kind_of_status).filter(|kind| *kind != Unknown))
        .or_else(|| in_codes(WEAK_CODES))
        .unwrap_or(Unknown)
}

/// The kind implied by an HTTP status alone.
pub fn kind_of_status(status: u16) -> ErrorKind {
    match status {
        401 | 403 => Auth,
        402 => Quota,
        413 => ContextLength,
        429 => RateLimited,
        503 | 529 => Overloaded,
        408 | 425 | 500..=599 => ServerFault,
        400..=499 => BadRequest,
        _ => Unknown,
    }
}

fn plain(code: &str) -> String {
    code.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
