//! Estimates the cost of steps before they start.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use wenfang_workflow::Flow;

use crate::{Engine, Host};
use wenfang_story::generation::Cost;

/// The expected model requests of some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Asks {
    /// The names of the models.
    pub models: BTreeSet<String>,
    /// Number of requests.
    pub requests: usize,
    /// Number of prompt tokens.
    pub prompt_tokens: usize,
    /// Expected number of answer tokens.
    pub answer_tokens: usize,
}

/// The estimated cost of some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "RunEstimate")]
pub struct Estimate {
    /// The estimated amount, if it is known.
    pub cost: Option<Cost>,
    /// Whether the steps may cost anything.
    pub may_cost: bool,
    /// The expected model requests, if they are known.
    pub asks: Option<Asks>,
}

impl Estimate {
    /// May cost something, but the amount is unknown.
    pub const UNKNOWN: Self = Self { cost: None, may_cost: true, asks: None };

    /// The total of several steps. It is unknown if the cost of one step is unknown, or if the currencies differ.
    pub fn sum(steps: impl IntoIterator<Item = Self>) -> Self {
        steps.into_iter().filter(|step| step.may_cost).reduce(Self::plus).unwrap_or_default()
    }

    /// The expected number of tokens, prompts and answers together. An unknown number is 1: more than nothing.
    pub fn tokens(&self) -> u64 {
        match &self.asks {
            Some(asks) => u64::try_from(asks.prompt_tokens + asks.answer_tokens).unwrap_or(u64::MAX),
            None => self.may_cost.into(),
        }
    }

    fn plus(self, other: Self) -> Self {
        let cost = self.cost.zip(other.cost).filter(|(one, other)| one.currency == other.currency);
        Self {
            cost: cost.map(|(one, other)| Cost { micros: one.micros.saturating_add(other.micros), ..one }),
            may_cost: true,
            asks: self.asks.zip(other.asks).map(|(mut one, other)| {
                one.models.extend(other.models);
                one.requests += other.requests;
                one.prompt_tokens += other.prompt_tokens;
                one.answer_tokens += other.answer_tokens;
                one
            }),
        }
    }
}

/// A step to estimate.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The input of the run.
    pub input: &'a Value,
    /// The params as written, including references.
    pub params: &'a BTreeMap<String, Value>,
    /// Whether to examine every item of a fan-out step, which takes a while in a long book.
    pub each: bool,
}

impl<H: Host> Engine<H> {
    /// Estimates the cost of nodes in a run with the given input; with `each`, examines every item of fan-out
    /// nodes. The cost of a node that runs another workflow is unknown.
    pub async fn estimate(&self, flow: &Flow, nodes: &[String], (input, each): (&Value, bool)) -> Estimate {
        let mut steps = Vec::new();
        for node in flow.definition.nodes.iter().filter(|node| nodes.contains(&node.id)) {
            let handler = node.handler.as_deref().and_then(|name| self.registry().get(name));
            steps.push(match handler {
                Some(handler) => {
                    handler.estimate(self.host(), Asked { input, params: &node.params, each }).await
                }
                None if node.workflow.is_some() => Estimate::UNKNOWN,
                None => Estimate::default(),
            });
        }
        Estimate::sum(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(currency: Option<&str>, micros: u64, model: &str) -> Estimate {
        Estimate {
            cost: currency.map(|currency| Cost { currency: currency.to_owned(), micros }),
            may_cost: true,
            asks: Some(Asks {
                models: [model.to_owned()].into(),
                requests: 1,
                prompt_tokens: 100,
                answer_tokens: 10,
            }),
        }
    }

    #[test]
    fn costs_add_up_and_free_steps_count_nothing() {
        let whole =
            Estimate::sum([step(Some("CNY"), 5, "a"), Estimate::default(), step(Some("CNY"), 7, "b")]);
        assert_eq!(whole.cost, Some(Cost { currency: "CNY".to_owned(), micros: 12 }));
        let asks = whole.asks.unwrap();
        assert_eq!((asks.requests, asks.prompt_tokens, asks.answer_tokens), (2, 200, 20));
        assert_eq!(asks.models.len(), 2);
        assert_eq!(Estimate::sum([Estimate::default()]), Estimate::default());
    }

    #[test]
    fn an_unknown_cost_makes_the_total_unknown() {
        let whole = Estimate::sum([step(Some("CNY"), 5, "a"), Estimate::UNKNOWN]);
        assert_eq!(whole, Estimate::UNKNOWN);
        let without_price = Estimate::sum([step(Some("CNY"), 5, "a"), step(None, 0, "b")]);
        assert_eq!((without_price.cost, without_price.asks.unwrap().requests), (None, 2));
        let two_currencies = Estimate::sum([step(Some("CNY"), 5, "a"), step(Some("USD"), 5, "a")]);
        assert_eq!(two_currencies.cost, None);
    }
}
