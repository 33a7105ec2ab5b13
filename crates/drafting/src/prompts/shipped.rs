//! The templates that come with the program.
//!
//! Each is a file of the top-level folder `prompts/`; a test keeps the list and the folder equal.

use super::heading::Language;
use super::template::Template;

/// A template that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The folder it is in.
    pub group: &'static str,
    /// Its file name without language and ending.
    pub key: &'static str,
    /// The language it speaks to the model.
    pub language: Language,
    /// The file.
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

/// All of them, in the order in which an author comes to need them, Chinese before English.
pub const fn shipped() -> &'static [Shipped] {
    files! {
        "scene_generation": "scene_card" "scene_draft" "continue" "rewrite" "expand" "compress" "polish";
        "title": "chapter_titles";
        "memory": "scene_queries";
        "summary": "chapter" "story_so_far";
        "extraction": "chapter";
        "suggestion": "next_chapter";
        "check": "setting";
    }
}

/// The shipped template for a key; `None` when there is none.
pub fn shipped_template(group: &str, key: &str, language: Language) -> Option<Template> {
    let found = shipped().iter().find(|it| it.group == group && it.key == key && it.language == language)?;
    Template::parse(found.source).ok()
}
