//! The field names of entries in each format, and the mapping of weights to priorities.

use wenfang_story::canon::LorebookFormat;

/// The notation of entries; both card versions share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    WorldInfo,
    /// The character book of a card.
    Card,
    NovelAi,
}

/// The field names of an entry.
#[derive(Debug)]
pub(super) struct Names {
    /// The title: the first field that is not blank.
    pub(super) titles: &'static [&'static str],
    /// The keywords that activate the entry.
    pub(super) keys: &'static str,
    /// The secondary keywords and their rule.
    pub(super) also: Option<SecondaryKeys>,
    pub(super) content: &'static str,
    /// Whether the entry is always active.
    pub(super) constant: &'static str,
    /// The field that disables the entry, and its value when disabled.
    pub(super) off: (&'static str, bool),
    pub(super) weight: &'static [&'static str],
    /// The minimum weight of each priority from 1 to 10. The fifth is the format's default weight.
    pub(super) steps: [i32; 10],
}

/// The fields of secondary keywords.
#[derive(Clone, Copy, Debug)]
pub(super) struct SecondaryKeys {
    pub(super) keys: &'static str,
    /// Whether they are in use.
    pub(super) is_on: &'static str,
    /// The rule: 0 any of them, 1 not all, 2 none, [`SecondaryKeys::ALL`] all.
    pub(super) logic: &'static [&'static str],
}

impl SecondaryKeys {
    /// The rule that requires all secondary keywords.
    pub(super) const ALL: i32 = 3;
}

/// The weights of SillyTavern. The default is 100; entries inserted late, and so with the most influence, have
/// several hundred.
const ORDERS: [i32; 10] = [i32::MIN, 40, 60, 80, 100, 200, 300, 400, 500, 1000];

/// The weights of NovelAI. The default is 400; story text has 0 or less.
const BUDGETS: [i32; 10] = [i32::MIN, 100, 200, 300, 400, 500, 600, 700, 800, 1000];

static WORLD_INFO: Names = Names {
    titles: &["comment"],
    keys: "key",
    also: Some(SecondaryKeys { keys: "keysecondary", is_on: "selective", logic: &["selectiveLogic"] }),
    content: "content",
    constant: "constant",
    off: ("disable", true),
    weight: &["order"],
    steps: ORDERS,
};

static CARD: Names = Names {
    titles: &["name", "comment"],
    keys: "keys",
    also: Some(SecondaryKeys {
        keys: "secondary_keys",
        is_on: "selective",
        logic: &["extensions", "selectiveLogic"],
    }),
    content: "content",
    constant: "constant",
    off: ("enabled", false),
    weight: &["insertion_order"],
    steps: ORDERS,
};

static NOVEL_AI: Names = Names {
    titles: &["displayName"],
    keys: "keys",
    also: None,
    content: "text",
    constant: "forceActivation",
    off: ("enabled", false),
    weight: &["contextConfig", "budgetPriority"],
    steps: BUDGETS,
};

impl Dialect {
    /// Returns the dialect of a format.
    pub(super) const fn of(format: LorebookFormat) -> Self {
        match format {
            LorebookFormat::WorldInfo => Self::WorldInfo,
            LorebookFormat::CardV2 | LorebookFormat::CardV3 => Self::Card,
            LorebookFormat::NovelAi => Self::NovelAi,
        }
    }

    /// Returns the dialect's key among the stored data of other formats.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::WorldInfo => "world_info",
            Self::Card => "card",
            Self::NovelAi => "novel_ai",
        }
    }

    /// Returns the field names of the dialect.
    pub(super) const fn names(self) -> &'static Names {
        match self {
            Self::WorldInfo => &WORLD_INFO,
            Self::Card => &CARD,
            Self::NovelAi => &NOVEL_AI,
        }
    }
}

impl Names {
    /// Returns the priority of a weight, 1 to 10.
    pub(super) fn priority(&self, weight: f64) -> u8 {
        let below = self.steps.iter().filter(|step| f64::from(**step) <= weight).count();
        u8::try_from(below.clamp(1, 10)).unwrap_or(1)
    }

    /// Returns the minimum weight of a priority.
    pub(super) fn weight(&self, priority: u8) -> i32 {
        match self.steps.get(usize::from(priority.clamp(1, 10)) - 1) {
            // The lowest priority has no minimum; a fifth of the default weight lies within it.
            None | Some(&i32::MIN) => self.steps[4] / 5,
            Some(step) => *step,
        }
    }
}
