//! Comparison of two receipts.

use std::collections::{BTreeSet, HashMap, VecDeque};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wenfang_story::generation::PromptRef;
use wenfang_text::{Hunk, diff};

use super::{ModelRef, Receipt};
use crate::context::{Budget, Part};
use crate::prompts::{RenderedMessage, Role};

/// The differences between two receipts, `before` and `after`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ReceiptDiff {
    /// The parts that only the first has, in its order.
    pub only_before: Vec<Part>,
    /// The parts that only the second has, in its order.
    pub only_after: Vec<Part>,
    /// The parts of both whose fate, text or tokens changed, in the order of the first.
    pub changed: Vec<PartChange>,
    /// The two templates, if they are not the same version of the same template.
    pub template: Option<TemplateChange>,
    /// The two models, if they differ.
    pub model: Option<ModelChange>,
    /// The two budgets, if they differ: often the reason why a part is cut or dropped.
    pub budget: Option<BudgetChange>,
    /// The changed parameters, sorted by name.
    pub parameters: Vec<ParameterChange>,
    /// The changed messages, in order.
    pub messages: Vec<MessageChange>,
}

/// A changed part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct PartChange {
    pub before: Part,
    pub after: Part,
}

/// Two templates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct TemplateChange {
    pub before: PromptRef,
    pub after: PromptRef,
}

/// Two models.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct ModelChange {
    pub before: ModelRef,
    pub after: ModelRef,
}

/// Two budgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct BudgetChange {
    pub before: Budget,
    pub after: Budget,
}

/// A changed parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ParameterChange {
    /// Its name; empty if the parameters as a whole are not an object.
    pub name: String,
    /// The value in the first receipt, if it has one.
    pub before: Option<Value>,
    /// The value in the second receipt, if it has one.
    pub after: Option<Value>,
}

/// A changed message. A message that only one receipt has is compared with an empty text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct MessageChange {
    /// The index of the message, from 0.
    pub index: usize,
    /// The role in the first receipt; `None` if it has no such message.
    pub before: Option<Role>,
    /// The role in the second receipt.
    pub after: Option<Role>,
    /// The changes: `old` in the first message, `new` in the second.
    pub hunks: Vec<Hunk>,
}

/// Compares two receipts. Time and hashes are not compared separately.
///
/// Parts of the same source in the same layer are matched; several of them are paired in order. The text around the
/// caret and the previous scene are matched regardless of version and range.
pub fn compare(before: &Receipt, after: &Receipt) -> ReceiptDiff {
    let (template, model) = (before.template != after.template, before.model != after.model);
    let mut diff = ReceiptDiff {
        template: template
            .then(|| TemplateChange { before: before.template.clone(), after: after.template.clone() }),
        model: model.then(|| ModelChange { before: before.model.clone(), after: after.model.clone() }),
        budget: (before.budget != after.budget)
            .then_some(BudgetChange { before: before.budget, after: after.budget }),
        parameters: parameters(&before.parameters, &after.parameters),
        messages: messages(&before.messages, &after.messages),
        ..ReceiptDiff::default()
    };
    let role = |part: &Part| (part.layer, part.source.part_played());
    let mut by_role: HashMap<_, VecDeque<usize>> = HashMap::new();
    for (at, part) in after.parts.iter().enumerate() {
        by_role.entry(role(part)).or_default().push_back(at);
    }
    let mut is_paired = vec![false; after.parts.len()];
    for part in &before.parts {
        let Some(at) = by_role.get_mut(&role(part)).and_then(VecDeque::pop_front) else {
            diff.only_before.push(part.clone());
            continue;
        };
        is_paired[at] = true;
        let other = &after.parts[at];
        if is_changed(part, other) {
            diff.changed.push(PartChange { before: part.clone(), after: other.clone() });
        }
    }
    let unpaired = after.parts.iter().zip(is_paired).filter(|(_, is_paired)| !is_paired);
    diff.only_after = unpaired.map(|(part, _)| part.clone()).collect();
    diff
}

/// The position of a part in its layer is ignored: it depends on its neighbours.
fn is_changed(before: &Part, after: &Part) -> bool {
    (before.tokens, &before.text_hash, &before.fate) != (after.tokens, &after.text_hash, &after.fate)
}

fn parameters(before: &Value, after: &Value) -> Vec<ParameterChange> {
    let (Value::Object(old), Value::Object(new)) = (before, after) else {
        let change =
            ParameterChange { name: String::new(), before: Some(before.clone()), after: Some(after.clone()) };
        return (before != after).then_some(change).into_iter().collect();
    };
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    names
        .into_iter()
        .map(|name| (name, old.get(name), new.get(name)))
        .filter(|(_, before, after)| before != after)
        .map(|(name, before, after)| ParameterChange {
            name: name.clone(),
            before: before.cloned(),
            after: after.cloned(),
        })
        .collect()
}

fn messages(before: &[RenderedMessage], after: &[RenderedMessage]) -> Vec<MessageChange> {
    let content =
        |message: Option<&RenderedMessage>| message.map_or(String::new(), |message| message.content.clone());
    (0..before.len().max(after.len()))
        .map(|index| (index, before.get(index), after.get(index)))
        .filter(|(_, before, after)| before != after)
        .map(|(index, before, after)| MessageChange {
            index,
            before: before.map(|message| message.role),
            after: after.map(|message| message.role),
            hunks: diff(&content(before), &content(after)).hunks,
        })
        .collect()
}
