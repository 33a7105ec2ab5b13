//! Proposals: changes to the graph suggested by the text or a model. The author decides on them.

use serde::{Deserialize, Serialize};

use super::graph::{EntityKind, Evidence, Modality};
use super::thread::AnchorRole;
use super::threads::ThreadAct;
use crate::record::is_default;
use crate::version::named;
use crate::{BatchId, Record, SceneId};

/// The content of a proposal. Entities are given by name, because the proposer does not know ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposed {
    /// A new entity.
    Entity {
        name: String,
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        entity_kind: EntityKind,
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        aliases: Vec<String>,
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        description: String,
    },
    /// Another name of an entity.
    Alias { name: String, alias: String },
    /// A relation between two entities.
    Relation {
        from: String,
        to: String,
        /// What `from` is to `to`.
        relation: String,
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        modality: Modality,
    },
    /// A fact.
    Fact {
        subject: String,
        predicate: String,
        /// The name of a known entity, or text.
        object: String,
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        modality: Modality,
        /// Whether it ends earlier facts of the same subject, predicate and modality.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        replaces: bool,
        /// The object that a known fact has wrongly: that fact gets the new object, from where it holds.
        #[serde(default, skip_serializing_if = "is_default")]
        #[ts(optional)]
        corrects: Option<String>,
    },
    /// A timeline event.
    Event {
        title: String,
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        description: String,
        /// The time, in the words of the text.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        time: String,
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        place: String,
        /// The names of the participants.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        participants: Vec<String>,
    },
    /// A plot thread that the quoted passage plants or advances.
    Thread {
        /// The title of a known thread, or of a new one to plant.
        title: String,
        /// What the reader is promised; used only for a new thread.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        description: String,
        /// The effect of the passage on the thread.
        change: ThreadChange,
    },
}

impl Proposed {
    /// The names and values in the proposal, which must occur in the text before it is applied without review. Mere
    /// labels are excluded: the predicate of a fact, the title of an event or thread.
    pub fn claims(&self) -> Vec<&str> {
        let (words, names): (Vec<&str>, &[String]) = match self {
            Self::Entity { name, aliases, .. } => (vec![name], aliases),
            Self::Alias { name, alias } => (vec![name, alias], &[]),
            Self::Relation { from, to, relation, .. } => (vec![from, to, relation], &[]),
            Self::Fact { subject, object, .. } => (vec![subject, object], &[]),
            Self::Event { time, place, participants, .. } => (vec![time, place], participants),
            Self::Thread { .. } => (Vec::new(), &[]),
        };
        words.into_iter().chain(names.iter().map(String::as_str)).collect()
    }

    /// The name of the main entity; `None` for events and threads.
    pub fn about(&self) -> Option<&str> {
        match self {
            Self::Entity { name, .. } | Self::Alias { name, .. } => Some(name),
            Self::Relation { from, .. } => Some(from),
            Self::Fact { subject, .. } => Some(subject),
            Self::Event { .. } | Self::Thread { .. } => None,
        }
    }

    /// The description it contains, or an empty string.
    pub fn description(&self) -> &str {
        match self {
            Self::Entity { description, .. }
            | Self::Event { description, .. }
            | Self::Thread { description, .. } => description,
            Self::Alias { .. } | Self::Relation { .. } | Self::Fact { .. } => "",
        }
    }
}

named! {
    /// The effect of a passage on a plot thread.
    ThreadChange "thread change" {
        /// Plants it; the thread is created if there is none of that name.
        Plant = "plant",
        /// Reminds the reader of it.
        Remind = "remind",
        /// Pays off a part of it.
        Advance = "advance",
        /// Pays it off.
        Resolve = "resolve",
    }
}

impl ThreadChange {
    /// The corresponding act; `None` for a mere reminder.
    pub const fn act(self) -> Option<ThreadAct> {
        match self {
            Self::Plant => Some(ThreadAct::Plant),
            Self::Remind => None,
            Self::Advance => Some(ThreadAct::PayOffPartly),
            Self::Resolve => Some(ThreadAct::PayOff),
        }
    }

    /// The corresponding role of the passage.
    pub const fn role(self) -> AnchorRole {
        match self {
            Self::Plant => AnchorRole::Plant,
            Self::Remind => AnchorRole::Reminder,
            Self::Advance | Self::Resolve => AnchorRole::Payoff,
        }
    }
}

/// The treatment of a proposal by its confidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// At least [`Tier::APPLY`]: applied at once if the author allows it.
    Apply,
    /// At least [`Tier::REVIEW`]: the author decides.
    Review,
    /// Below: stored as rejected, but visible.
    Reject,
}

impl Tier {
    /// The lowest confidence for applying without review (`quality.md`, Proposals).
    pub const APPLY: f64 = 0.9;
    /// The lowest confidence for review by the author (`quality.md`, Proposals).
    pub const REVIEW: f64 = 0.6;

    /// The tier of a confidence between 0 and 1.
    pub fn of(confidence: f64) -> Self {
        if confidence >= Self::APPLY {
            Self::Apply
        } else if confidence >= Self::REVIEW {
            Self::Review
        } else {
            Self::Reject
        }
    }
}

named! {
    /// The status of a proposal.
    ProposalStatus "proposal status" {
        /// The author has not decided yet.
        Pending = "pending",
        /// It was applied to the graph.
        Applied = "applied",
        /// The author rejected it.
        Rejected = "rejected",
        /// It was applied and then undone with its batch.
        Undone = "undone",
    }
}

/// A proposed change to the graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ProposalRecord {
    /// The batch it belongs to.
    pub batch: BatchId,
    pub proposed: Proposed,
    /// 0 to 1.
    pub confidence: f64,
    /// The scene from which it holds; the scene of the quote, if there is one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scene: Option<SceneId>,
    /// The passage that proves it; `None` if the quote does not occur in the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub evidence: Option<Evidence>,
    /// The original quote, if it does not occur in the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unproven: Option<String>,
    pub status: ProposalStatus,
}

impl Record for ProposalRecord {}
