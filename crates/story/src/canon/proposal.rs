//! Proposals: what somebody, mostly a model, thinks should be in the graph. The author decides.

use serde::{Deserialize, Serialize};

use super::graph::{EntityKind, Evidence, Modality};
use super::thread::AnchorRole;
use super::threads::ThreadAct;
use crate::record::is_default;
use crate::version::named;
use crate::{BatchId, Record, SceneId};

/// What is proposed. Entities go by their names, since who proposes knows no ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proposed {
    /// An entity the graph does not have.
    Entity {
        /// Its name.
        name: String,
        /// What it is.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        entity_kind: EntityKind,
        /// Its other names.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        aliases: Vec<String>,
        /// What is said of it.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        description: String,
    },
    /// Another name of an entity.
    Alias {
        /// The entity.
        name: String,
        /// Its other name.
        alias: String,
    },
    /// A relation between two entities.
    Relation {
        /// Whose relation it is.
        from: String,
        /// To whom.
        to: String,
        /// What it is.
        relation: String,
        /// In which way it is so.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        modality: Modality,
    },
    /// A fact.
    Fact {
        /// What it is about.
        subject: String,
        /// What is said.
        predicate: String,
        /// Its value: the name of an entity the graph has, or words.
        object: String,
        /// In which way it is so.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        modality: Modality,
        /// Whether it ends what was so before: facts of the same subject, predicate and modality.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        replaces: bool,
    },
    /// Something that happens.
    Event {
        /// What happens.
        title: String,
        /// More about it.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        description: String,
        /// When, in the words of the text.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        time: String,
        /// Where, in words.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        place: String,
        /// Who takes part, by name.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        participants: Vec<String>,
    },
    /// A plot thread, begun or taken on by the quoted passage.
    Thread {
        /// What it is called: a thread there is, or a new one that is planted.
        title: String,
        /// What is promised; used for a new one.
        #[serde(default)]
        #[ts(as = "Option<_>", optional)]
        description: String,
        /// What the passage does for it.
        change: ThreadChange,
    },
}

impl Proposed {
    /// The names and values in it, which must stand in the text before it is applied unseen. What only labels a proposal is
    /// not among them: the predicate of a fact, the title of an event or thread.
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

    /// The name of whom or what it is about; events and threads have none.
    pub fn about(&self) -> Option<&str> {
        match self {
            Self::Entity { name, .. } | Self::Alias { name, .. } => Some(name),
            Self::Relation { from, .. } => Some(from),
            Self::Fact { subject, .. } => Some(subject),
            Self::Event { .. } | Self::Thread { .. } => None,
        }
    }

    /// What it says in words of its own.
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
    /// What a passage does for a plot thread.
    ThreadChange "thread change" {
        /// It plants it; the thread is made where there is none of that name.
        Plant = "plant",
        /// It keeps it in mind.
        Remind = "remind",
        /// It pays off a part of it.
        Advance = "advance",
        /// It pays it off.
        Resolve = "resolve",
    }
}

impl ThreadChange {
    /// What that is to the thread; nothing changes for one that is only kept in mind.
    pub const fn act(self) -> Option<ThreadAct> {
        match self {
            Self::Plant => Some(ThreadAct::Plant),
            Self::Remind => None,
            Self::Advance => Some(ThreadAct::PayOffPartly),
            Self::Resolve => Some(ThreadAct::PayOff),
        }
    }

    /// What the passage is to the thread.
    pub const fn role(self) -> AnchorRole {
        match self {
            Self::Plant => AnchorRole::Plant,
            Self::Remind => AnchorRole::Reminder,
            Self::Advance | Self::Resolve => AnchorRole::Payoff,
        }
    }
}

/// How far a proposal's confidence takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// At least [`Tier::APPLY`]: applied at once where the author allows it.
    Apply,
    /// At least [`Tier::REVIEW`]: the author decides.
    Review,
    /// Below: kept as rejected, visible.
    Reject,
}

impl Tier {
    /// The least confidence for applying unasked (`quality.md`, Proposals).
    pub const APPLY: f64 = 0.9;
    /// The least confidence for asking the author (`quality.md`, Proposals).
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
    /// What became of a proposal.
    ProposalStatus "proposal status" {
        /// The author is to decide.
        Pending = "pending",
        /// It is in the graph.
        Applied = "applied",
        /// It is not, and shall not be.
        Rejected = "rejected",
        /// It was in the graph and was taken back with its batch.
        Undone = "undone",
    }
}

/// A proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct ProposalRecord {
    /// The batch it came with.
    pub batch: BatchId,
    /// What is proposed.
    pub proposed: Proposed,
    /// How sure who proposes it is, 0 to 1.
    pub confidence: f64,
    /// The scene it is so from; the scene of the quote where there is one.
    #[serde(default, skip_serializing_if = "is_default")]
    pub scene: Option<SceneId>,
    /// The passage that proves it; none when the quote does not occur in the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub evidence: Option<Evidence>,
    /// The quote as it was given, when it does not occur in the text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unproven: Option<String>,
    /// What became of it.
    pub status: ProposalStatus,
}

impl Record for ProposalRecord {}
