//! Events that a window receives while a generation runs, and the observer that receives them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wenfang_checks::gate::CutReason;
use wenfang_project::watch::Watch;
use wenfang_story::generation::GenerationStatus;
use wenfang_story::{GenerationId, RunId};
use wenfang_text::CharRange;
use wenfang_workflow::Words;

/// An event of a generation. Everything but text is stored in the project file before it is reported.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GenerationEvent {
    /// The generation has started.
    Began {
        generation: GenerationId,
        /// The range that the text would replace, in the base version.
        range: CharRange,
        /// Target length in 字; 0 for none.
        target: usize,
        /// Hard limit in 字; nothing beyond it is shown.
        limit: usize,
    },
    /// A request is being sent.
    Trying {
        generation: GenerationId,
        provider: String,
        model: String,
        /// Counted from 1.
        attempt: u32,
    },
    /// The same model will be tried again after a delay.
    Waiting {
        generation: GenerationId,
        /// How long, in ms.
        #[ts(type = "number")]
        millis: u64,
    },
    /// A fallback model replaces one that failed.
    FellBack {
        generation: GenerationId,
        /// Provider that failed.
        from: String,
        /// Provider that is tried next.
        to: String,
        reason: String,
    },
    /// The model is reasoning. Its reasoning is never shown.
    Thinking { generation: GenerationId },
    /// Text to show. Shown text is never withdrawn.
    Shown {
        generation: GenerationId,
        text: String,
        /// Total length shown so far, in 字.
        counted: usize,
    },
    /// The text exceeds the target length; it continues to a good place to stop.
    SoftLimit {
        generation: GenerationId,
        /// Total length shown so far, in 字.
        counted: usize,
    },
    /// The text reached the hard limit and was cut.
    Cut {
        generation: GenerationId,
        /// Where the text was cut.
        reason: CutReason,
        /// Length moved to the shelf, in 字.
        overflow: usize,
    },
    /// A step of the profile has begun.
    StepBegan {
        run: RunId,
        /// The id of the step in its profile.
        step: String,
        title: Words,
        phase: Phase,
    },
    /// A step of the profile has ended.
    StepEnded {
        run: RunId,
        step: String,
        how: StepEnd,
        /// How long it took, in ms.
        #[ts(type = "number")]
        millis: u64,
    },
    /// The generation has ended; other candidates of the same act may still be running.
    Ended { generation: GenerationId, status: GenerationStatus },
    /// The text is too short; the model is asked to continue.
    Round {
        generation: GenerationId,
        /// Number of the next answer, from 2.
        round: u32,
        /// Length so far, in 字.
        written: usize,
        /// Length still wanted, in 字.
        remaining: usize,
    },
}

/// When a step of a profile runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Before the generation.
    Pre,
    /// The generation.
    Main,
    /// After it.
    Post,
    /// After the author accepted it.
    Settled,
}

impl Phase {
    /// The name in a profile.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pre => "pre",
            Self::Main => "main",
            Self::Post => "post",
            Self::Settled => "settled",
        }
    }
}

/// How a step of a profile ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum StepEnd {
    Done,
    Failed,
    /// Left out this time by the author.
    LeftOut,
}

type Listener = Arc<dyn Fn(GenerationEvent) + Send + Sync>;

/// The observer of a call that may ask a model: its watch, and the listener to the events of its generations.
#[derive(Clone)]
pub struct Observer {
    pub watch: Watch,
    listener: Option<Listener>,
}

impl Observer {
    /// An observer that ignores progress and events and never stops the call.
    pub const fn silent() -> Self {
        Self::watching(Watch::silent())
    }

    /// An observer that ignores events.
    pub const fn watching(watch: Watch) -> Self {
        Self { watch, listener: None }
    }

    /// An observer that passes events to `listener`.
    pub fn new(watch: Watch, listener: impl Fn(GenerationEvent) + Send + Sync + 'static) -> Self {
        Self { watch, listener: Some(Arc::new(listener)) }
    }

    /// Sends an event to the listener.
    pub(crate) fn tell(&self, event: GenerationEvent) {
        if let Some(listener) = &self.listener {
            listener(event);
        }
    }
}
