//! What a window is told while text comes in.

use std::sync::Arc;

use serde::Serialize;
use wenfang_checks::gate::CutReason;
use wenfang_story::GenerationId;
use wenfang_story::generation::GenerationStatus;
use wenfang_text::CharRange;

/// Something happened to a generation. All but text is in the project file before it is told.
#[derive(Clone, Debug, PartialEq, Serialize, ts_rs::TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum GenerationEvent {
    /// It is asked for.
    Began {
        /// Which one.
        generation: GenerationId,
        /// What its text would replace, in the version that is its base.
        range: CharRange,
        /// Wanted length in 字; 0 where none is wanted.
        target: usize,
        /// Length in 字 beyond which nothing is shown.
        limit: usize,
    },
    /// A request goes out.
    Trying {
        /// For which one.
        generation: GenerationId,
        /// The id of the provider.
        provider: String,
        /// The model.
        model: String,
        /// Which try, from 1.
        attempt: u32,
    },
    /// The same model is asked again after a rest.
    Waiting {
        /// For which one.
        generation: GenerationId,
        /// How long, in ms.
        #[ts(type = "number")]
        millis: u64,
    },
    /// Another model is asked in place of one that failed.
    FellBack {
        /// For which one.
        generation: GenerationId,
        /// Who failed.
        from: String,
        /// Who is asked now.
        to: String,
        /// Why.
        reason: String,
    },
    /// The model thinks. What it thinks is shown to nobody.
    Thinking {
        /// For which one.
        generation: GenerationId,
    },
    /// Text to show. What is shown is never taken back.
    Shown {
        /// Whose.
        generation: GenerationId,
        /// The text.
        text: String,
        /// 字 of all that is shown.
        counted: usize,
    },
    /// The text is longer than wanted; it goes on to a good place to stop.
    SoftLimit {
        /// Whose.
        generation: GenerationId,
        /// 字 of all that is shown.
        counted: usize,
    },
    /// The text came to the limit and was ended.
    Cut {
        /// Whose.
        generation: GenerationId,
        /// Where it was cut.
        reason: CutReason,
        /// 字 that went to the shelf.
        overflow: usize,
    },
    /// It is over; others of the same act may go on.
    Ended {
        /// Which one.
        generation: GenerationId,
        /// How far it came.
        status: GenerationStatus,
    },
    /// The text is too short and the model is asked to go on.
    Round {
        /// Whose.
        generation: GenerationId,
        /// Which answer comes now, from 2.
        round: u32,
        /// 字 so far.
        written: usize,
        /// 字 still wanted.
        remaining: usize,
    },
}

/// Who is told.
pub type Listener = Arc<dyn Fn(GenerationEvent) + Send + Sync>;

tokio::task_local! {
    static LISTENER: Listener;
}

/// Runs an act whose events go to `listener`.
pub async fn told_to<T>(listener: Listener, act: impl Future<Output = T>) -> T {
    LISTENER.scope(listener, act).await
}

/// Tells whoever listens to this task.
pub(super) fn tell(event: GenerationEvent) {
    let _ = LISTENER.try_with(|listener| listener(event));
}
