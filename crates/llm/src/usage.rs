//! Usage of model calls: tokens and their price.

use serde::{Deserialize, Serialize};

/// Tokens of one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct Usage {
    /// Tokens of the prompt.
    #[ts(type = "number")]
    pub prompt_tokens: u64,
    /// Tokens of the answer, reasoning included.
    #[ts(type = "number")]
    pub completion_tokens: u64,
    /// Tokens of the prompt that the server had cached.
    #[ts(type = "number")]
    pub cached_tokens: u64,
    /// Whether these are our own estimate because the server reported nothing.
    pub estimated: bool,
}

impl Usage {
    /// Tokens of the prompt that the server read, comparable with a prompt length. Some servers count cached tokens
    /// in addition to the prompt instead of within it.
    pub fn prompt_read(&self) -> usize {
        let beside = if self.cached_tokens > self.prompt_tokens { self.cached_tokens } else { 0 };
        usize::try_from(self.prompt_tokens.saturating_add(beside)).unwrap_or(usize::MAX)
    }
}

/// The price of a model, in millionths of the currency unit per million tokens, so that sums are exact: 2 ¥ per
/// million tokens is `2_000_000`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// ISO 4217 code: `CNY`, `USD`.
    pub currency: String,
    /// Per million prompt tokens.
    #[ts(type = "number")]
    pub input: u64,
    /// Per million prompt tokens that the server had cached.
    #[ts(type = "number")]
    pub cached_input: u64,
    /// Per million answer tokens.
    #[ts(type = "number")]
    pub output: u64,
}

impl Price {
    /// The cost of a call, in millionths of the currency unit, rounded up.
    pub const fn of(&self, usage: &Usage) -> u64 {
        let cached =
            if usage.cached_tokens < usage.prompt_tokens { usage.cached_tokens } else { usage.prompt_tokens };
        let fresh = usage.prompt_tokens - cached;
        let total = fresh as u128 * self.input as u128
            + cached as u128 * self.cached_input as u128
            + usage.completion_tokens as u128 * self.output as u128;
        let cost = total.div_ceil(1_000_000);
        if cost > u64::MAX as u128 { u64::MAX } else { cost as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRICE: Price =
        Price { currency: String::new(), input: 2_000_000, cached_input: 500_000, output: 8_000_000 };

    #[test]
    fn prompt_read_includes_cached_tokens_counted_separately() {
        let of = |prompt_tokens, cached_tokens| {
            Usage { prompt_tokens, cached_tokens, ..Usage::default() }.prompt_read()
        };
        assert_eq!((of(3_000, 1_000), of(1_000, 3_000), of(500, 0)), (3_000, 4_000, 500));
    }

    #[test]
    fn cached_tokens_cost_their_own_price() {
        let usage =
            Usage { prompt_tokens: 3_000, completion_tokens: 500, cached_tokens: 1_000, estimated: false };
        assert_eq!(PRICE.of(&usage), 2_000 * 2 + 500 + 500 * 8);
    }

    #[test]
    fn cost_rounds_up_to_a_whole_millionth() {
        let usage = Usage { prompt_tokens: 0, completion_tokens: 0, cached_tokens: 7, estimated: false };
        assert_eq!(PRICE.of(&usage), 0, "what was not sent costs nothing");
        let one = Usage { prompt_tokens: 1, cached_tokens: 1, ..Usage::default() };
        assert_eq!(PRICE.of(&one), 1);
    }
}
