//! Lore entries: what is known about one thing, and the words that trigger it.

use serde::{Deserialize, Serialize};

use super::EntityKind;
use crate::record::is_default;
use crate::version::named;
use crate::{LorebookId, Record};

named! {
    /// The subject of a lore entry.
    LoreKind "lore kind" {
        Character = "character",
        Location = "location",
        Item = "item",
        /// An idea, a term, a power.
        Concept = "concept",
        /// A rule of the world.
        Rule = "rule",
        /// A family, a sect, a state.
        Organization = "organization",
        Event = "event",
    }
}

/// An unsorted entry is a concept.
impl Default for LoreKind {
    fn default() -> Self {
        Self::Concept
    }
}

impl LoreKind {
    /// The kind of the entity that corresponds to an entry of this kind.
    pub const fn entity_kind(self) -> EntityKind {
        match self {
            Self::Character => EntityKind::Character,
            Self::Location => EntityKind::Location,
            Self::Organization => EntityKind::Organization,
            Self::Event => EntityKind::Event,
            Self::Item | Self::Concept | Self::Rule => EntityKind::Item,
        }
    }
}

impl From<EntityKind> for LoreKind {
    fn from(kind: EntityKind) -> Self {
        match kind {
            EntityKind::Character => Self::Character,
            EntityKind::Location => Self::Location,
            EntityKind::Organization => Self::Organization,
            EntityKind::Item => Self::Item,
            EntityKind::Event => Self::Event,
            EntityKind::Thread => Self::Concept,
        }
    }
}

/// An article about a thing of the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct LoreRecord {
    /// The name, which is searched for in the text. Never empty.
    pub title: String,
    #[serde(skip_serializing_if = "is_default")]
    pub kind: LoreKind,
    /// Other names, also searched for in the text.
    #[serde(skip_serializing_if = "is_default")]
    pub aliases: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    pub content: String,
    /// What readers and models must not know yet.
    #[serde(skip_serializing_if = "is_default")]
    pub secrets: String,
    /// Words that trigger the entry without naming it.
    #[serde(skip_serializing_if = "is_default")]
    pub keywords: Vec<String>,
    /// Words that must all be present as well for a name or keyword to trigger the entry.
    #[serde(skip_serializing_if = "is_default")]
    pub and_keywords: Vec<String>,
    /// 1 (lowest) to 10 (highest).
    #[serde(skip_serializing_if = "is_usual")]
    pub priority: u8,
    /// Whether the entry is always included, whatever the text says.
    #[serde(skip_serializing_if = "is_default")]
    pub constant: bool,
    /// Whether only the author may change the entry.
    #[serde(skip_serializing_if = "is_default")]
    pub locked: bool,
    /// Whether the entry is stored but never triggered.
    #[serde(skip_serializing_if = "is_default")]
    pub disabled: bool,
    #[serde(skip_serializing_if = "is_default")]
    pub origin: Option<LoreOrigin>,
}

impl LoreRecord {
    /// The default priority of an entry.
    pub const USUAL_PRIORITY: u8 = 5;

    /// The names searched for in the text: the title, then the aliases.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.title.as_str()).chain(self.aliases.iter().map(String::as_str))
    }
}

fn is_usual(priority: &u8) -> bool {
    *priority == LoreRecord::USUAL_PRIORITY
}

impl Default for LoreRecord {
    fn default() -> Self {
        Self {
            title: String::new(),
            kind: LoreKind::default(),
            aliases: Vec::new(),
            content: String::new(),
            secrets: String::new(),
            keywords: Vec::new(),
            and_keywords: Vec::new(),
            priority: Self::USUAL_PRIORITY,
            constant: false,
            locked: false,
            disabled: false,
            origin: None,
        }
    }
}

impl Record for LoreRecord {}

/// The import source of an entry, with everything its file said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LoreOrigin {
    pub book: LorebookId,
    /// The key or index of the entry in the lorebook.
    pub key: String,
    /// The entry as in the file, including unknown fields.
    pub entry: serde_json::Value,
}

named! {
    /// A file format of lorebooks.
    LorebookFormat "lorebook format" {
        /// SillyTavern world info, JSON.
        WorldInfo = "world_info",
        /// Character card V2 with its character book.
        CardV2 = "card_v2",
        /// Character card V3 with its character book.
        CardV3 = "card_v3",
        /// NovelAI lorebook.
        NovelAi = "novel_ai",
    }
}

/// A lorebook or character card from which entries were imported.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LorebookRecord {
    pub name: String,
    pub format: LorebookFormat,
    /// The file without its entries, including unknown fields.
    pub document: serde_json::Value,
    /// The picture of a card imported as PNG: base64 of the file without the text chunks of the card.
    #[serde(default, skip_serializing_if = "is_default")]
    pub picture: Option<String>,
}

impl Record for LorebookRecord {}
