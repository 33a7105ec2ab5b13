//! The named rules for totals.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A rule for totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum CountRule {
    /// 字数: every visible character, no white space. For goals and gates.
    #[default]
    Standard,
    /// Word 口径: one per CJK character and CJK punctuation mark, one per Latin word or number. For contests and
    /// billing.
    Word,
    /// 纯汉字: Han only. For some sites.
    Han,
    /// Every scalar except line ends: the raw size.
    All,
}

impl CountRule {
    /// All rules, in display order.
    pub const ALL: [Self; 4] = [Self::Standard, Self::Word, Self::Han, Self::All];

    /// The stored name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Word => "word",
            Self::Han => "han",
            Self::All => "all",
        }
    }
}

impl fmt::Display for CountRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The name is not that of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownCountRule;

impl fmt::Display for UnknownCountRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown count rule")
    }
}

impl std::error::Error for UnknownCountRule {}

impl FromStr for CountRule {
    type Err = UnknownCountRule;

    fn from_str(name: &str) -> Result<Self, UnknownCountRule> {
        Self::ALL.into_iter().find(|rule| rule.as_str() == name).ok_or(UnknownCountRule)
    }
}
