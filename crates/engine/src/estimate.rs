//! What steps are going to cost, before they are begun.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;
use wenfang_workflow::Flow;

use crate::handler::Cost;
use crate::{Engine, Host};

/// What steps ask models for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
pub struct Asks {
    /// The models by name.
    pub models: BTreeSet<String>,
    /// Requests.
    pub requests: usize,
    /// Tokens sent.
    pub prompt_tokens: usize,
    /// Tokens of the answers, by what is usual.
    pub answer_tokens: usize,
}

/// What steps are going to cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "RunEstimate")]
pub struct Estimate {
    /// About how much, where that can be said.
    pub cost: Option<Cost>,
    /// Whether they may cost anything.
    pub may_cost: bool,
    /// What they ask models for, where that can be said.
    pub asks: Option<Asks>,
}

impl Estimate {
    /// May cost something; how much is not known.
    pub const UNKNOWN: Self = Self { cost: None, may_cost: true, asks: None };

    /// What several steps cost together. Where the cost of one is not known, or the currencies differ, the total is not known.
    pub fn sum(steps: impl IntoIterator<Item = Self>) -> Self {
        steps.into_iter().filter(|step| step.may_cost).reduce(Self::plus).unwrap_or_default()
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

/// A step whose cost is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// What the run is given.
    pub input: &'a Value,
    /// Its params as they are written, references and all.
    pub params: &'a BTreeMap<String, Value>,
    /// Whether each item of a step that runs once for many is looked at. In a long book that takes its time.
    pub each: bool,
}

impl<H: Host> Engine<H> {
    /// What the steps of nodes are going to cost in a run with an input; with `each`, looking at each item of those that run
    /// once for many. What a node that is another workflow costs is not known.
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
    fn steps_add_up_and_free_ones_count_nothing() {
        let whole =
            Estimate::sum([step(Some("CNY"), 5, "a"), Estimate::default(), step(Some("CNY"), 7, "b")]);
        assert_eq!(whole.cost, Some(Cost { currency: "CNY".to_owned(), micros: 12 }));
        let asks = whole.asks.unwrap();
        assert_eq!((asks.requests, asks.prompt_tokens, asks.answer_tokens), (2, 200, 20));
        assert_eq!(asks.models.len(), 2);
        assert_eq!(Estimate::sum([Estimate::default()]), Estimate::default());
    }

    #[test]
    fn what_is_unknown_of_one_step_is_unknown_of_all() {
        let whole = Estimate::sum([step(Some("CNY"), 5, "a"), Estimate::UNKNOWN]);
        assert_eq!(whole, Estimate::UNKNOWN);
        let without_price = Estimate::sum([step(Some("CNY"), 5, "a"), step(None, 0, "b")]);
        assert_eq!((without_price.cost, without_price.asks.unwrap().requests), (None, 2));
        let two_currencies = Estimate::sum([step(Some("CNY"), 5, "a"), step(Some("USD"), 5, "a")]);
        assert_eq!(two_currencies.cost, None);
    }
}
