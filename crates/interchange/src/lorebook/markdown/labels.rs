//! The headings and labels of the document, in Chinese and English.

use wenfang_story::canon::{LoreKind, STANDARD_FIELDS};

use super::LabelLanguage;

/// A heading or label in Chinese and English.
pub(super) struct Words {
    chinese: &'static str,
    english: &'static str,
}

impl Words {
    const fn new(chinese: &'static str, english: &'static str) -> Self {
        Self { chinese, english }
    }

    /// Returns the label in a language.
    pub(super) const fn in_language(&self, language: LabelLanguage) -> &'static str {
        match language {
            LabelLanguage::Chinese => self.chinese,
            LabelLanguage::English => self.english,
        }
    }

    /// Whether a text is the label in either language, ignoring case.
    pub(super) fn is(&self, text: &str) -> bool {
        text == self.chinese || text.eq_ignore_ascii_case(self.english)
    }
}

/// The title of the document.
pub(super) const DOCUMENT: Words = Words::new("设定与条目", "Bible and lore");
/// The heading of the bible.
pub(super) const BIBLE: Words = Words::new("设定", "Bible");
/// The heading of the lore.
pub(super) const LORE: Words = Words::new("条目", "Lore");
/// The heading of an entry's secrets.
pub(super) const SECRETS: Words = Words::new("秘密", "Secrets");
pub(super) const YES: Words = Words::new("是", "yes");
pub(super) const NO: Words = Words::new("否", "no");

/// A label of a field or an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Label {
    Kind,
    Aliases,
    Keywords,
    AndKeywords,
    Priority,
    Constant,
    Locked,
    Disabled,
}

/// The labels, in the order they are written.
const LABELS: [(Label, Words); 8] = [
    (Label::Kind, Words::new("类型", "Kind")),
    (Label::Aliases, Words::new("别名", "Aliases")),
    (Label::Keywords, Words::new("关键词", "Keywords")),
    (Label::AndKeywords, Words::new("同时出现", "Together with")),
    (Label::Priority, Words::new("优先级", "Priority")),
    (Label::Constant, Words::new("常驻", "Always")),
    (Label::Locked, Words::new("锁定", "Locked")),
    (Label::Disabled, Words::new("停用", "Disabled")),
];

impl Label {
    /// Returns the label whose words are `text`.
    pub(super) fn of(text: &str) -> Option<Self> {
        LABELS.iter().find(|(_, words)| words.is(text)).map(|(label, _)| *label)
    }

    /// Returns the label in a language.
    pub(super) fn in_language(self, language: LabelLanguage) -> &'static str {
        let words = LABELS.iter().find(|(label, _)| *label == self);
        words.map_or("", |(_, words)| words.in_language(language))
    }
}

/// The labels of the kinds of lore.
const KINDS: [(LoreKind, Words); 7] = [
    (LoreKind::Character, Words::new("人物", "character")),
    (LoreKind::Location, Words::new("地点", "location")),
    (LoreKind::Item, Words::new("物品", "item")),
    (LoreKind::Concept, Words::new("概念", "concept")),
    (LoreKind::Rule, Words::new("规则", "rule")),
    (LoreKind::Organization, Words::new("组织", "organization")),
    (LoreKind::Event, Words::new("事件", "event")),
];

/// Returns the kind of lore whose label is `text`.
pub(super) fn kind_of(text: &str) -> Option<LoreKind> {
    KINDS.iter().find(|(_, words)| words.is(text)).map(|(kind, _)| *kind)
}

/// Returns the label of a kind of lore.
pub(super) fn kind(kind: LoreKind, language: LabelLanguage) -> &'static str {
    let words = KINDS.iter().find(|(of, _)| *of == kind);
    words.map_or(kind.as_str(), |(_, words)| words.in_language(language))
}

/// The labels of the standard fields, in the order of [`STANDARD_FIELDS`].
const FIELDS: [Words; STANDARD_FIELDS.len()] = [
    Words::new("题材", "Genre"),
    Words::new("文风", "Style"),
    Words::new("视角", "Point of view"),
    Words::new("时态", "Tense"),
    Words::new("梗概", "Synopsis"),
    Words::new("主要人物", "Characters"),
    Words::new("世界规则", "World rules"),
    Words::new("大纲", "Outline"),
    Words::new("禁忌", "Taboo"),
];

/// Returns the standard field that a heading names, by its label or its key.
pub(super) fn field_of(text: &str) -> Option<&'static str> {
    let fields = STANDARD_FIELDS.into_iter().zip(&FIELDS);
    fields.into_iter().find(|(key, words)| *key == text || words.is(text)).map(|(key, _)| key)
}

/// Returns the label of a standard field.
pub(super) fn field(key: &str, language: LabelLanguage) -> Option<&'static str> {
    let at = STANDARD_FIELDS.iter().position(|standard| *standard == key)?;
    FIELDS.get(at).map(|words| words.in_language(language))
}
