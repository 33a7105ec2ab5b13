//! Lore entries: what is known of one thing, and the words that bring it up.

use serde::{Deserialize, Serialize};

use super::EntityKind;
use crate::record::is_default;
use crate::version::named;
use crate::{LorebookId, Record};

named! {
    /// What a lore entry is about.
    LoreKind "lore kind" {
        /// A person.
        Character = "character",
        /// A place.
        Location = "location",
        /// A thing.
        Item = "item",
        /// An idea, a term, a power.
        Concept = "concept",
        /// How the world works.
        Rule = "rule",
        /// A family, a sect, a state.
        Organization = "organization",
        /// Something that happened.
        Event = "event",
    }
}

/// An entry nobody sorted is an idea.
impl Default for LoreKind {
    fn default() -> Self {
        Self::Concept
    }
}

impl LoreKind {
    /// What the entity of an entry of this kind is.
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

/// A lore entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
pub struct LoreRecord {
    /// What it is called; a name that is looked for in the text. Never empty.
    pub title: String,
    /// What it is about.
    #[serde(skip_serializing_if = "is_default")]
    pub kind: LoreKind,
    /// Its other names, looked for in the text as well.
    #[serde(skip_serializing_if = "is_default")]
    pub aliases: Vec<String>,
    /// What is known of it.
    #[serde(skip_serializing_if = "is_default")]
    pub content: String,
    /// What readers, and models, are not to know yet.
    #[serde(skip_serializing_if = "is_default")]
    pub secrets: String,
    /// Words that bring it up without naming it.
    #[serde(skip_serializing_if = "is_default")]
    pub keywords: Vec<String>,
    /// Words all of which must be there too before any name or keyword brings it up.
    #[serde(skip_serializing_if = "is_default")]
    pub and_keywords: Vec<String>,
    /// 1 (least) to 10 (first).
    #[serde(skip_serializing_if = "is_usual")]
    pub priority: u8,
    /// Whether it always counts, whatever the text says.
    #[serde(skip_serializing_if = "is_default")]
    pub constant: bool,
    /// Whether nothing but the author changes it.
    #[serde(skip_serializing_if = "is_default")]
    pub locked: bool,
    /// Whether it is set aside: kept, but never brought up.
    #[serde(skip_serializing_if = "is_default")]
    pub disabled: bool,
    /// Where it was imported from.
    #[serde(skip_serializing_if = "is_default")]
    pub origin: Option<LoreOrigin>,
}

impl LoreRecord {
    /// The priority of an entry nobody weighed.
    pub const USUAL_PRIORITY: u8 = 5;

    /// The names looked for in the text: the title, then the aliases.
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

/// Where an entry was imported from, with everything its file said of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LoreOrigin {
    /// The lorebook.
    pub book: LorebookId,
    /// The key or index it had among the entries of the book.
    pub key: String,
    /// The entry as the file had it, fields we do not know included.
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

/// A lorebook or character card that entries were imported from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct LorebookRecord {
    /// What it is called.
    pub name: String,
    /// Its format.
    pub format: LorebookFormat,
    /// The file without its entries, fields we do not know included.
    pub document: serde_json::Value,
    /// The picture of a card that came as PNG: base64 of the file without the text chunks of the card.
    #[serde(default, skip_serializing_if = "is_default")]
    pub picture: Option<String>,
}

impl Record for LorebookRecord {}
