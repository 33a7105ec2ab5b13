//! The policy of a session: how many rounds it may take, and when it stops.

use serde::{Deserialize, Serialize};

use crate::check::Severity;
use crate::generation::Cost;
use crate::record::is_default;
use crate::version::named;

/// The policy of a session. The defaults are a guess that the author can change, not a measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
#[serde(default)]
#[ts(rename = "MendPolicy")]
pub struct Policy {
    /// The most rounds for a scene, 1 to [`Policy::MAX_ROUNDS`].
    #[serde(rename = "count")]
    pub max_rounds: u32,
    /// Whether a scene ends early when no issue of at least `least_severity` is open.
    pub until_pass: bool,
    /// The most seconds that the session may work, 1 to [`Policy::MAX_SECONDS`]. Time spent waiting for the author does
    /// not count.
    #[serde(rename = "time_budget_sec")]
    pub max_seconds: u32,
    /// The least share of its weight that a text must lose in a round, 0 to 1.
    pub min_improvement: f64,
    /// The most that the session may cost, beside the author's own ceiling. A call whose price is unknown ends it, since
    /// the bill cannot be bounded.
    #[serde(rename = "money", skip_serializing_if = "is_default")]
    #[ts(optional = nullable)]
    pub max_cost: Option<Cost>,
    /// The most new issues that a round may bring into the text that it changed.
    #[serde(rename = "most_new")]
    pub max_new_issues: u32,
    /// The largest share of a scene's characters that may be changed, above 0 to 1.
    #[serde(rename = "most_changed")]
    pub max_changed_share: f64,
    /// Issues below this severity are left alone.
    pub least_severity: Severity,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            max_rounds: 3,
            until_pass: true,
            max_seconds: 900,
            min_improvement: 0.1,
            max_cost: None,
            max_new_issues: 3,
            max_changed_share: 0.25,
            least_severity: Severity::Low,
        }
    }
}

/// A policy that cannot be followed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PolicyError {
    /// A number is out of its range.
    #[error("{field} is {value}; it must be from {min} to {max}")]
    Number { field: &'static str, value: f64, min: f64, max: f64 },
    /// A share must not be zero.
    #[error("{field} is 0; it must be above 0 and at most 1")]
    Zero { field: &'static str },
    /// The currency is not an ISO 4217 code.
    #[error("money is in «{currency}»; it must be three capital letters, such as CNY")]
    Currency { currency: String },
    /// The most that it may cost is nothing.
    #[error("money is 0; it must be at least 1 millionth of the currency unit, or be left out")]
    NoMoney,
}

impl Policy {
    /// The most rounds a policy can ask for.
    pub const MAX_ROUNDS: u32 = 10;
    /// The most seconds a policy can ask for: one day.
    pub const MAX_SECONDS: u32 = 86_400;

    /// Checks all values against their ranges.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] for the first field, in the order of their declaration, that is out of its range. It names the
    /// field as it is serialized.
    pub fn validate(&self) -> Result<(), PolicyError> {
        number("count", self.max_rounds.into(), (1.0, Self::MAX_ROUNDS.into()))?;
        number("time_budget_sec", self.max_seconds.into(), (1.0, Self::MAX_SECONDS.into()))?;
        number("min_improvement", self.min_improvement, (0.0, 1.0))?;
        self.max_cost.as_ref().map_or(Ok(()), money)?;
        number("most_changed", self.max_changed_share, (0.0, 1.0))?;
        if self.max_changed_share == 0.0 {
            return Err(PolicyError::Zero { field: "most_changed" });
        }
        Ok(())
    }
}

/// Whether a number is in its range, both ends included. NaN is in none.
fn number(field: &'static str, value: f64, (min, max): (f64, f64)) -> Result<(), PolicyError> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(PolicyError::Number { field, value, min, max }) }
}

fn money(cost: &Cost) -> Result<(), PolicyError> {
    let is_code = cost.currency.len() == 3 && cost.currency.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_code {
        Err(PolicyError::Currency { currency: cost.currency.clone() })
    } else if cost.micros == 0 {
        Err(PolicyError::NoMoney)
    } else {
        Ok(())
    }
}

named! {
    /// Why a scene gets no further round, in the order in which the reasons are checked after each round.
    StopReason "reason to stop" {
        /// No issue of at least the least severity is open.
        Passed = "passed",
        /// The author stopped it.
        Author = "author",
        /// The money is spent.
        Money = "money",
        /// The time is spent.
        Time = "time",
        /// The last round that the policy allows is over.
        Count = "count",
        /// The text equals that of an earlier round.
        Oscillation = "oscillation",
        /// The text weighs more than before the round.
        Worse = "worse",
        /// The round brought more new issues into the text it changed than the policy allows.
        Reseeding = "reseeding",
        /// An issue was found again after two fixes.
        Stall = "stall",
        /// The text lost less weight than the policy asks for.
        LittleGain = "little_gain",
        /// Verdicts of the model contradict the rules or each other too often.
        JudgeUnreliable = "judge_unreliable",
        /// No tool is left for any open issue.
        NoTool = "no_tool",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_error(change: impl FnOnce(&mut Policy), expected: &str) {
        let mut policy = Policy::default();
        change(&mut policy);
        assert_eq!(policy.validate().unwrap_err().to_string(), expected);
    }

    #[test]
    fn the_default_policy_is_valid_under_its_names() {
        let policy = Policy::default();
        policy.validate().unwrap();
        let expected = r#"{"count":3,"until_pass":true,"time_budget_sec":900,"min_improvement":0.1,"most_new":3,"most_changed":0.25,"least_severity":"low"}"#;
        assert_eq!(serde_json::to_string(&policy).unwrap(), expected);
        assert_eq!(serde_json::from_str::<Policy>("{}").unwrap(), policy);
    }

    #[test]
    fn an_error_names_field_value_and_limits() {
        check_error(|policy| policy.max_rounds = 0, "count is 0; it must be from 1 to 10");
        check_error(|policy| policy.max_rounds = 11, "count is 11; it must be from 1 to 10");
        check_error(|policy| policy.max_seconds = 0, "time_budget_sec is 0; it must be from 1 to 86400");
        check_error(
            |policy| policy.max_seconds = 86_401,
            "time_budget_sec is 86401; it must be from 1 to 86400",
        );
        check_error(|policy| policy.min_improvement = 1.5, "min_improvement is 1.5; it must be from 0 to 1");
        check_error(
            |policy| policy.min_improvement = f64::NAN,
            "min_improvement is NaN; it must be from 0 to 1",
        );
        check_error(|policy| policy.max_changed_share = -0.1, "most_changed is -0.1; it must be from 0 to 1");
        check_error(
            |policy| policy.max_changed_share = 0.0,
            "most_changed is 0; it must be above 0 and at most 1",
        );
    }

    #[test]
    fn money_has_a_currency_and_an_amount() {
        let cost = |currency: &str, micros| Some(Cost { currency: currency.to_owned(), micros });
        check_error(
            |policy| policy.max_cost = cost("cny", 5),
            "money is in «cny»; it must be three capital letters, such as CNY",
        );
        check_error(
            |policy| policy.max_cost = cost("CNY", 0),
            "money is 0; it must be at least 1 millionth of the currency unit, or be left out",
        );
        let policy = Policy { max_cost: cost("CNY", 1), ..Policy::default() };
        assert_eq!(policy.validate(), Ok(()));
    }

    #[test]
    fn the_ends_of_each_range_are_allowed() {
        for (max_rounds, max_seconds, min_improvement, max_changed_share) in
            [(1, 1, 0.0, f64::MIN_POSITIVE), (10, 86_400, 1.0, 1.0)]
        {
            let policy =
                Policy { max_rounds, max_seconds, min_improvement, max_changed_share, ..Policy::default() };
            assert_eq!(policy.validate(), Ok(()));
        }
    }
}
