//! What the fields of an entry are called in each format, and which number of theirs is which priority of ours.

use wenfang_story::canon::LorebookFormat;

/// The way entries are written; cards of both versions share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    /// SillyTavern world info.
    WorldInfo,
    /// The character book of a card.
    Card,
    /// NovelAI.
    NovelAi,
}

/// Where an entry keeps what.
#[derive(Debug)]
pub(super) struct Names {
    /// The title: the first that is not blank.
    pub(super) titles: &'static [&'static str],
    /// The words that bring it up.
    pub(super) keys: &'static str,
    /// The words that must be there too, and the rule for them.
    pub(super) also: Option<Also>,
    /// What is known.
    pub(super) content: &'static str,
    /// Whether it always counts.
    pub(super) constant: &'static str,
    /// Whether it is set aside: the field and its value then.
    pub(super) off: (&'static str, bool),
    /// Its weight.
    pub(super) weight: &'static [&'static str],
    /// The least weight of each priority from 1 to 10. The fifth is what the format gives an entry nobody weighed.
    pub(super) steps: [i32; 10],
}

/// Secondary keywords.
#[derive(Clone, Copy, Debug)]
pub(super) struct Also {
    /// The words.
    pub(super) keys: &'static str,
    /// Whether they count.
    pub(super) is_on: &'static str,
    /// The rule: 0 any of them, 1 not all, 2 none, [`Also::ALL`] all.
    pub(super) logic: &'static [&'static str],
}

impl Also {
    /// All of the secondary keywords must be there.
    pub(super) const ALL: i32 = 3;
}

/// Weights of SillyTavern: 100 is usual; what should come late, and so count most, has several hundred.
const ORDERS: [i32; 10] = [i32::MIN, 40, 60, 80, 100, 200, 300, 400, 500, 1000];

/// Weights of NovelAI: 400 is usual, story text has 0 and less.
const BUDGETS: [i32; 10] = [i32::MIN, 100, 200, 300, 400, 500, 600, 700, 800, 1000];

static WORLD_INFO: Names = Names {
    titles: &["comment"],
    keys: "key",
    also: Some(Also { keys: "keysecondary", is_on: "selective", logic: &["selectiveLogic"] }),
    content: "content",
    constant: "constant",
    off: ("disable", true),
    weight: &["order"],
    steps: ORDERS,
};

static CARD: Names = Names {
    titles: &["name", "comment"],
    keys: "keys",
    also: Some(Also { keys: "secondary_keys", is_on: "selective", logic: &["extensions", "selectiveLogic"] }),
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
    /// The dialect of a format.
    pub(super) const fn of(format: LorebookFormat) -> Self {
        match format {
            LorebookFormat::WorldInfo => Self::WorldInfo,
            LorebookFormat::CardV2 | LorebookFormat::CardV3 => Self::Card,
            LorebookFormat::NovelAi => Self::NovelAi,
        }
    }

    /// Its name among what other formats left in a file.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::WorldInfo => "world_info",
            Self::Card => "card",
            Self::NovelAi => "novel_ai",
        }
    }

    /// What its entries call things.
    pub(super) const fn names(self) -> &'static Names {
        match self {
            Self::WorldInfo => &WORLD_INFO,
            Self::Card => &CARD,
            Self::NovelAi => &NOVEL_AI,
        }
    }
}

impl Names {
    /// The priority of a weight, 1 to 10.
    pub(super) fn priority(&self, weight: f64) -> u8 {
        let below = self.steps.iter().filter(|step| f64::from(**step) <= weight).count();
        u8::try_from(below.clamp(1, 10)).unwrap_or(1)
    }

    /// The least weight of a priority.
    pub(super) fn weight(&self, priority: u8) -> i32 {
        match self.steps.get(usize::from(priority.clamp(1, 10)) - 1) {
            // The lowest step is open below; a fifth of what is usual lies in it.
            None | Some(&i32::MIN) => self.steps[4] / 5,
            Some(step) => *step,
        }
    }
}
