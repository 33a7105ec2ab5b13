//! Spending ceilings: what the models of this machine may cost in thirty days, or in one run.

use sqlx::SqliteConnection;
use wenfang_project::usage::spent_since;
use wenfang_story::Timestamp;
use wenfang_story::generation::Cost;
use wenfang_usecase::Result;

/// Thirty days, in ms: a month that does not depend on the author's time zone.
const MONTH: i64 = 30 * 24 * 60 * 60 * 1000;

/// The beginning of the period of a monthly ceiling.
pub(crate) fn month_before(now: Timestamp) -> Timestamp {
    Timestamp::from(now.get().saturating_sub(MONTH))
}

/// How amounts in another currency than the ceiling's count; they cannot be compared with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OtherCurrencies {
    /// Not at all: the author agreed to the price of each request.
    Ignored,
    /// As exceeding the ceiling: nobody sees the prices of an unattended run.
    Exceed,
}

/// What was spent in the period of a ceiling, in micros of its currency.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    pub(crate) micros: u64,
    /// Whether something was spent in another currency.
    pub(crate) elsewhere: bool,
}

impl Spent {
    /// Reads what was spent since a time: by all callers, failed requests included.
    pub(crate) async fn since(conn: &mut SqliteConnection, since: Timestamp, ceiling: &Cost) -> Result<Self> {
        let mut spent = Self::default();
        for sum in spent_since(conn, since).await? {
            spent.add(ceiling, sum.currency.as_deref(), sum.micros);
        }
        Ok(spent)
    }

    fn add(&mut self, ceiling: &Cost, currency: Option<&str>, micros: u64) {
        if currency == Some(ceiling.currency.as_str()) {
            self.micros = self.micros.saturating_add(micros);
        } else if micros > 0 {
            self.elsewhere = true;
        }
    }

    /// Whether a next call of this cost stays within a ceiling. Without a known cost, something must remain for it.
    pub(crate) fn allows(self, ceiling: &Cost, next: Option<&Cost>, others: OtherCurrencies) -> bool {
        let mut sum = self;
        if let Some(next) = next {
            sum.add(ceiling, Some(&next.currency), next.micros);
        }
        if sum.elsewhere && others == OtherCurrencies::Exceed {
            return false;
        }
        if next.is_some() { sum.micros <= ceiling.micros } else { sum.micros < ceiling.micros }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(currency: &str, micros: u64) -> Cost {
        Cost { currency: currency.to_owned(), micros }
    }

    fn allows(paid: &[(&str, u64)], next: Option<Cost>, others: OtherCurrencies) -> bool {
        let ceiling = cost("CNY", 100);
        let mut spent = Spent::default();
        for (currency, micros) in paid {
            spent.add(&ceiling, Some(currency), *micros);
        }
        spent.allows(&ceiling, next.as_ref(), others)
    }

    #[test]
    fn spending_and_estimate_must_stay_within_the_ceiling() {
        let allows = |paid: &[(&str, u64)], next| allows(paid, next, OtherCurrencies::Exceed);
        assert!(allows(&[], Some(cost("CNY", 100))));
        assert!(!allows(&[("CNY", 1)], Some(cost("CNY", 100))));
        assert!(allows(&[("CNY", 60), ("CNY", 39)], None));
        assert!(!allows(&[("CNY", 60), ("CNY", 40)], None));
        assert!(!allows(&[("USD", 1)], Some(cost("CNY", 1))));
        assert!(!allows(&[], Some(cost("USD", 1))));
    }

    #[test]
    fn other_currencies_stop_only_unattended_runs() {
        assert!(allows(&[("USD", 900), ("CNY", 99)], None, OtherCurrencies::Ignored));
        assert!(!allows(&[("USD", 900), ("CNY", 100)], None, OtherCurrencies::Ignored));
        assert!(!allows(&[("USD", 900), ("CNY", 99)], None, OtherCurrencies::Exceed));
    }
}
