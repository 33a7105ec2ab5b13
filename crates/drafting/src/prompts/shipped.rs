//! The templates that come with the program.
//!
//! Each is a file in the top-level folder `prompts/`; a test keeps the list and the folder in sync.

use super::heading::Language;
use super::template::Template;

/// A template that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    pub group: &'static str,
    /// The file name without language and extension.
    pub key: &'static str,
    pub language: Language,
    /// The contents of the file.
    pub source: &'static str,
}

macro_rules! files {
    ($($group:literal: $($key:literal)*;)*) => {
        &[$($(
            files!(@one $group, $key, Language::Zh, "zh"),
            files!(@one $group, $key, Language::En, "en"),
        )*)*]
    };
    (@one $group:literal, $key:literal, $language:expr, $code:literal) => {
        Shipped {
            group: $group,
            key: $key,
            language: $language,
            source: include_str!(concat!("../../../../prompts/", $group, "/", $key, ".", $code, ".md")),
        }
    };
}

/// All shipped templates, in the order in which an author needs them, Chinese before English.
pub const fn shipped() -> &'static [Shipped] {
    files! {
        "scene_generation": "scene_card" "scene_draft" "continue" "rewrite" "expand" "compress" "polish";
        "title": "chapter_titles";
        "memory": "scene_queries";
        "summary": "chapter" "story_so_far";
        "extraction": "chapter";
        "suggestion": "next_chapter";
        "check": "setting" "verify";
        "mending": "passage";
        "pipeline": "work_notes" "rewrite_instruction" "update_state" "comment";
    }
}

/// Returns the shipped template for a key; `None` if there is none.
pub fn shipped_template(group: &str, key: &str, language: Language) -> Option<Template> {
    let found = shipped().iter().find(|it| it.group == group && it.key == key && it.language == language)?;
    Template::parse(found.source).ok()
}
