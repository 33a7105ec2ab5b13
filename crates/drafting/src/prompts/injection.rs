//! Detection of text that addresses the model instead of the reader.
//!
//! A list of known patterns, kept narrow: matches are shown to the author and nothing is removed, so a pattern that
//! fires on ordinary novels would only teach the author to ignore the warnings. This is not the defence; the data
//! blocks and the absence of tools are. In novels about game systems, 系统提示 and *System:* are ordinary words and are
//! not reported.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use wenfang_text::{Case, CharRange, Matching, Pattern};

/// A kind of text aimed at the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Injection {
    /// Tells the model to ignore its instructions.
    IgnoreInstructions,
    /// Tells the model to assume another role.
    NewRole,
    /// Mentions the system prompt.
    SystemPrompt,
    /// Contains the markers with which model servers separate messages.
    RoleMarker,
    /// Contains the lines of a data block.
    DataMark,
    /// Contains characters that are invisible to readers but read by models.
    HiddenText,
}

impl Injection {
    /// Its name in receipts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IgnoreInstructions => "ignore_instructions",
            Self::NewRole => "new_role",
            Self::SystemPrompt => "system_prompt",
            Self::RoleMarker => "role_marker",
            Self::DataMark => "data_mark",
            Self::HiddenText => "hidden_text",
        }
    }
}

/// A passage that may be aimed at the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Suspicion {
    /// Its position in the examined text.
    pub range: CharRange,
    /// The matched kind.
    pub pattern: Injection,
}

/// Returns the suspicious passages of `text`, in order and without overlaps. Time is linear in the text.
pub fn suspicious(text: &str) -> Vec<Suspicion> {
    let mut found: Vec<Suspicion> = PATTERNS
        .iter()
        .flat_map(|(pattern, kind)| pattern.hits(text).map(|range| Suspicion { range, pattern: *kind }))
        .collect();
    found.sort_by_key(|it| (it.range.start(), std::cmp::Reverse(it.range.end()), it.pattern));
    let mut end = 0;
    found.retain(|it| {
        let free = it.range.start().get() >= end;
        if free {
            end = it.range.end().get();
        }
        free
    });
    found
}

static PATTERNS: LazyLock<Vec<(Pattern, Injection)>> = LazyLock::new(|| {
    let compiled = SOURCES.iter().map(|(source, kind)| {
        Pattern::new(source, Matching::Regex, Case::Ignore).map(|pattern| (pattern, *kind))
    });
    compiled.filter_map(Result::ok).collect()
});

// ASCII word boundaries: Unicode ones make searching Chinese text several times slower.
const SOURCES: &[(&str, Injection)] = &[
    (
        r"(?-u:\b)(?:ignore|disregard|forget|override|bypass|do not (?:follow|obey)|don['’]t (?:follow|obey))\s+(?:(?:all|any|of|the|my|your|these|those)\s+){0,3}(?:previous|prior|above|earlier|preceding|foregoing|system|original|initial)\s+(?:[a-z]+\s+){0,2}?(?:instructions?|prompts?|rules|guidelines|directives|messages|context)(?-u:\b)",
        Injection::IgnoreInstructions,
    ),
    (
        r"(?-u:\b)(?:ignore|disregard|forget)\s+(?:all\s+|everything\s+in\s+)?(?:of\s+)?your\s+(?:instructions|prompt|guidelines|programming|training)(?-u:\b)",
        Injection::IgnoreInstructions,
    ),
    (
        r"(?:忽略|无视|忘记|忘掉|抛开|忽視|無視|忘記|不要(?:理会|遵守|遵循|执行)|不必(?:理会|遵守|遵循|执行))(?:掉|你)?(?:所有|全部|一切|你)?(?:在)?(?:以上|之前|前面|上面|先前|此前|上述|上文)[^。！？，；\n]{0,6}?(?:指令|指示|提示词?|设定|規則|规则|要求|约束|限制|内容|对话|设置)",
        Injection::IgnoreInstructions,
    ),
    (
        r"(?:忽略|无视|忘记|忘掉|抛开|覆盖|改写)(?:掉)?(?:你的|系统的?|所有|一切|全部)?(?:初始|原始|预设|内置)?(?:提示词|系统指令|系统消息|预设指令|初始指令)",
        Injection::IgnoreInstructions,
    ),
    (
        r"(?-u:\b)you\s+are\s+(?:now|no\s+longer|from\s+now\s+on)\s+(?:an?\s+|the\s+|in\s+)?(?:[a-z]+\s+){0,3}?(?:ai|assistant|chatbot|language\s+model|llm|gpt|dan|developer\s+mode|unrestricted)(?-u:\b)",
        Injection::NewRole,
    ),
    (
        r"(?-u:\b)(?:act|behave|respond|answer|pretend\s+to\s+be|pretend\s+(?:that\s+)?you\s+are)\s+(?:as\s+)?(?:if\s+you\s+were\s+|though\s+you\s+were\s+)?(?:an?\s+)?(?:[a-z]+\s+){0,2}?(?:ai\s+(?:assistant|model)|chatbot|language\s+model|llm|dan)(?-u:\b)",
        Injection::NewRole,
    ),
    (
        r"(?:从现在(?:开始|起)[，,]?你(?:就)?是|你(?:现在)?(?:是一|将扮演|扮演|要扮演|不再是))[^。！？，；\n]{0,12}(?:语言模型|大模型|AI ?助手|AI ?助理|人工智能助手|写作助手|聊天机器人|ChatGPT|GPT|DeepSeek|DAN模式)",
        Injection::NewRole,
    ),
    (r"(?-u:\b)system[\s_-]?prompts?(?-u:\b)", Injection::SystemPrompt),
    (
        r"(?-u:\b)(?:reveal|print|repeat|output|leak|display|show\s+me|tell\s+me)(?-u:\b)[^.!?\n]{0,30}(?-u:\b)(?:system|hidden|initial|developer)\s+(?:instructions?|messages?)(?-u:\b)",
        Injection::SystemPrompt,
    ),
    (
        r"系统提示词|系統提示詞|(?:输出|显示|透露|泄露|复述|打印|告诉我)(?:你的)?[^。！？，；\n]{0,6}提示词",
        Injection::SystemPrompt,
    ),
    (
        r"<\|(?:im_start|im_end|im_sep|im_user|im_system|im_assistant|system|user|assistant|end|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|eom_id|endofprompt|start|message|channel)\|>",
        Injection::RoleMarker,
    ),
    (r"<｜[^｜<>\n]{1,40}｜>", Injection::RoleMarker),
    (r"\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>|\[gMASK\]", Injection::RoleMarker),
    (r"</?(?:system|assistant|system[_-]prompt|system[_-]message|instructions)>", Injection::RoleMarker),
    (
        r"^[ \t]*#{1,6}[ \t]*(?:system|assistant|user|instructions?|new instructions?|系统指令|系统消息|系统提示词)[ \t]*[:：]?[ \t]*$",
        Injection::RoleMarker,
    ),
    (r"^[ \t]*\{?[ \t]*.role.[ \t]*:[ \t]*.(?:system|assistant|developer).", Injection::RoleMarker),
    (r"</?data-[0-9a-f]{8}(?-u:\b)", Injection::DataMark),
    (r"^@@ (?:system|user|assistant)[ \t]*$", Injection::DataMark),
    // Flags of regions use at most six of these characters.
    (r"[\x{E0000}-\x{E007F}]{8,}", Injection::HiddenText),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        for (source, _) in SOURCES {
            assert!(Pattern::new(source, Matching::Regex, Case::Ignore).is_ok(), "{source}");
        }
    }

    #[test]
    fn kinds_have_the_same_name_in_json_and_receipts() {
        for (_, kind) in SOURCES {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
        }
    }
}
