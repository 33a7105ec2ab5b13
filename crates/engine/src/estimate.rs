//! Estimates the cost of steps before they start.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::Value;
use wenfang_workflow::reference::{Filling, Scope};
use wenfang_workflow::{Flow, Node};

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

impl Asks {
    fn plus(mut self, other: Self) -> Self {
        self.models.extend(other.models);
        self.requests = self.requests.saturating_add(other.requests);
        self.prompt_tokens = self.prompt_tokens.saturating_add(other.prompt_tokens);
        self.answer_tokens = self.answer_tokens.saturating_add(other.answer_tokens);
        self
    }

    fn times(self, count: usize) -> Self {
        Self {
            models: self.models,
            requests: self.requests.saturating_mul(count),
            prompt_tokens: self.prompt_tokens.saturating_mul(count),
            answer_tokens: self.answer_tokens.saturating_mul(count),
        }
    }
}

/// What some steps take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "RunAmount")]
pub struct Amount {
    /// The cost, if it is known.
    pub cost: Option<Cost>,
    /// The model requests, if they are known.
    pub asks: Option<Asks>,
}

impl Amount {
    fn plus(self, other: Self) -> Self {
        let cost = self.cost.zip(other.cost).filter(|(one, other)| one.currency == other.currency);
        Self {
            cost: cost.map(|(one, other)| Cost { micros: one.micros.saturating_add(other.micros), ..one }),
            asks: self.asks.zip(other.asks).map(|(one, other)| one.plus(other)),
        }
    }
}

/// The estimated cost of some steps. How often a repeated step will run is not known before: then this is the amount
/// for the maximum, and `least` that for once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ts_rs::TS)]
#[ts(rename = "RunEstimate")]
pub struct Estimate {
    /// The estimated amount, if it is known.
    pub cost: Option<Cost>,
    /// Whether the steps may cost anything.
    pub may_cost: bool,
    /// The expected model requests, if they are known.
    pub asks: Option<Asks>,
    /// The amount if every repeated step runs once. `None` without steps that may run more often.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub least: Option<Amount>,
}

impl Estimate {
    /// May cost something, but the amount is unknown.
    pub const UNKNOWN: Self = Self { cost: None, may_cost: true, asks: None, least: None };

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
        let is_range = self.least.is_some() || other.least.is_some();
        let least = is_range.then(|| self.at_least().plus(other.at_least()));
        let least = least.filter(|least| *least != Amount::default());
        let most = |estimate: Self| Amount { cost: estimate.cost, asks: estimate.asks };
        let Amount { cost, asks } = most(self).plus(most(other));
        Self { cost, may_cost: true, asks, least }
    }

    /// The estimate of a step that is repeated: it runs at least once and at most `most` times. Each time is expected
    /// to take as much as the first.
    pub fn repeated(self, most: usize) -> Self {
        if most <= 1 || self.cost.is_none() && self.asks.is_none() {
            return self;
        }
        let least = Some(self.at_least());
        let times = u64::try_from(most).unwrap_or(u64::MAX);
        Self {
            cost: self.cost.map(|cost| Cost { micros: cost.micros.saturating_mul(times), ..cost }),
            may_cost: self.may_cost,
            asks: self.asks.map(|asks| asks.times(most)),
            least,
        }
    }

    fn at_least(&self) -> Amount {
        self.least.clone().unwrap_or_else(|| Amount { cost: self.cost.clone(), asks: self.asks.clone() })
    }
}

/// A step to estimate.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The input of the run. In a run that is a step of another, values known only while that one runs are still
    /// references.
    pub input: &'a Value,
    /// The params as written, including references.
    pub params: &'a BTreeMap<String, Value>,
    /// Whether to examine every item of a fan-out step, which takes a while in a long book.
    pub each: bool,
    /// Whether the run is started once for each item of a fan-out step of another.
    pub is_item: bool,
}

impl<H: Host> Engine<H> {
    /// Estimates the cost of nodes in a run with the given input, including the workflows that they run; with `each`,
    /// examines every item of fan-out nodes.
    pub async fn estimate(&self, flow: &Flow, nodes: &[String], (input, each): (&Value, bool)) -> Estimate {
        let asked = Asked { input, params: &BTreeMap::new(), each, is_item: false };
        self.estimate_run((flow, Some(nodes)), asked, &[]).await
    }

    /// Estimates a run that is a step of the runs of `above`; all nodes if none are given.
    fn estimate_run<'a>(
        &'a self,
        (flow, nodes): (&'a Flow, Option<&'a [String]>),
        asked: Asked<'a>,
        above: &'a [&'a str],
    ) -> BoxFuture<'a, Estimate> {
        Box::pin(async move {
            let mut steps = Vec::new();
            let wanted = |node: &&Node| nodes.is_none_or(|nodes| nodes.contains(&node.id));
            for node in flow.definition.nodes.iter().filter(wanted) {
                let most = node.repeat.as_ref().map_or(1, |repeat| repeat.most);
                steps.push(self.estimate_step(node, asked, above).await.repeated(most));
            }
            Estimate::sum(steps)
        })
    }

    /// Estimates a node that runs once, or for each of its items.
    async fn estimate_step(&self, node: &Node, asked: Asked<'_>, above: &[&str]) -> Estimate {
        let handler = node.handler.as_deref().and_then(|name| self.registry().get(name));
        match (handler, node.workflow.as_deref()) {
            (Some(handler), _) => {
                handler.estimate(self.host(), Asked { params: &node.params, ..asked }).await
            }
            (None, Some(id)) if above.contains(&id) => Estimate::UNKNOWN,
            (None, Some(id)) => match self.inner().flow(id) {
                Ok(flow) => {
                    let input = known_input(&node.params, asked.input);
                    let is_item = asked.is_item || node.for_each.is_some();
                    let asked = Asked { input: &input, is_item, ..asked };
                    let above: Vec<&str> = above.iter().copied().chain([id]).collect();
                    self.estimate_run((flow, None), asked, &above).await
                }
                Err(_) => Estimate::UNKNOWN,
            },
            (None, None) => Estimate::default(),
        }
    }
}

/// The input that a node gives its workflow, as far as it is known before the run: references to outputs and to what
/// differs between items stay as written.
fn known_input(params: &BTreeMap<String, Value>, input: &Value) -> Value {
    let scope = Scope { input, output: &|_| None, item: None };
    let known = params.iter().map(|(name, value)| {
        let filled = Filling::parse(value, &mut |_, _| {}).fill(&scope);
        (name.clone(), filled.map_or_else(|_| value.clone(), Arc::unwrap_or_clone))
    });
    Value::Object(known.collect())
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
            least: None,
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

    /// The requests of an estimate, at least and at most.
    fn requests(estimate: &Estimate) -> (usize, usize) {
        let of = |asks: &Option<Asks>| asks.as_ref().unwrap().requests;
        (of(&estimate.at_least().asks), of(&estimate.asks))
    }

    #[test]
    fn a_repeated_step_costs_once_to_its_maximum() {
        let three = step(Some("CNY"), 5, "a").repeated(3);
        let micros = |cost: &Option<Cost>| cost.as_ref().unwrap().micros;
        assert_eq!((micros(&three.at_least().cost), micros(&three.cost)), (5, 15));
        assert_eq!((requests(&three), three.tokens()), ((1, 3), 330));
        let beside = Estimate::sum([three.clone(), step(Some("CNY"), 7, "b")]);
        assert_eq!((micros(&beside.at_least().cost), micros(&beside.cost)), (12, 22));
        assert_eq!(requests(&beside), (2, 4));
        // A repeated workflow with a repeated step.
        assert_eq!(requests(&three.repeated(2)), (1, 6));
    }

    #[test]
    fn a_range_is_told_only_where_there_is_one() {
        let once = step(Some("CNY"), 5, "a");
        assert_eq!(once.clone().repeated(1), once);
        assert_eq!(Estimate::UNKNOWN.repeated(3), Estimate::UNKNOWN);
        assert_eq!(Estimate::default().repeated(3), Estimate::default());
        let whole = Estimate::sum([once.repeated(3), Estimate::UNKNOWN]);
        assert_eq!(whole, Estimate::UNKNOWN);
    }
}
