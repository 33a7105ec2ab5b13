//! The streams of running turns. A listener that joins one hears it from its beginning.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use tokio::sync::watch;
use wenfang_project::watch::Watch;
use wenfang_story::{GenerationId, SceneId};
use wenfang_usecase::{Error, Result};

use crate::drafting::request::{ContextPreview, Generate, Generated};
use crate::drafting::{GenerationEvent, Observer};

/// How often a listener looks whether it must stop the turn: well below the 100 ms in which a stop must act.
const STOP_INTERVAL: Duration = Duration::from_millis(20);

/// How long a turn that is stopped may take to store what has come.
const MAX_REST: Duration = Duration::from_secs(2);

/// The turns that run now, by their hash.
#[derive(Default)]
pub struct Streams {
    running: Mutex<HashMap<String, Arc<Stream>>>,
    is_closing: AtomicBool,
}

/// What was asked for in a turn.
#[derive(Clone, Debug)]
pub struct Asked {
    pub request: Generate,
    /// The text of the scene that the range of the request is in.
    pub text: String,
}

/// The events of one turn, and how it ended.
pub struct Stream {
    /// None for a trial, which no window goes on with.
    asked: Option<Asked>,
    events: Mutex<Vec<GenerationEvent>>,
    end: Mutex<Option<Result<Generated>>>,
    /// Why the generation could not begin, as the author must be told.
    trouble: Mutex<Option<Error>>,
    /// For a trial: what would be sent.
    prepared: Mutex<Option<ContextPreview>>,
    /// Changes with every event, and at the end.
    changes: watch::Sender<usize>,
    stopped: AtomicBool,
}

/// A place in a stream.
pub enum Joined {
    /// The turn is new: the caller must run it, and end it.
    Begun(Arc<Stream>),
    /// The turn runs already.
    Running(Arc<Stream>),
}

impl Streams {
    /// Joins a turn, or begins it.
    pub fn join(&self, turn: &str, asked: impl FnOnce() -> Option<Asked>) -> Joined {
        let mut streams = self.running.lock();
        if let Some(stream) = streams.get(turn) {
            return Joined::Running(Arc::clone(stream));
        }
        let stream = Arc::new(Stream {
            asked: asked(),
            events: Mutex::default(),
            end: Mutex::default(),
            trouble: Mutex::default(),
            prepared: Mutex::default(),
            changes: watch::channel(0).0,
            stopped: AtomicBool::new(false),
        });
        streams.insert(turn.to_owned(), Arc::clone(&stream));
        Joined::Begun(stream)
    }

    /// The stream of a running turn.
    pub fn of(&self, turn: &str) -> Option<Arc<Stream>> {
        self.running.lock().get(turn).cloned()
    }

    /// The running turns of a scene with what was asked for in each, by their hash.
    pub fn in_scene(&self, scene: SceneId) -> Vec<(String, Asked)> {
        let streams = self.running.lock();
        let asked = |(turn, stream): (&String, &Arc<Stream>)| Some((turn.clone(), stream.asked.clone()?));
        let mut own: Vec<_> = streams.iter().filter_map(asked).collect();
        own.retain(|(_, asked)| asked.request.scene == scene);
        own.sort_by(|(one, _), (other, _)| one.cmp(other));
        own
    }

    /// The stream that a running generation belongs to.
    pub fn with(&self, generation: GenerationId) -> Option<Arc<Stream>> {
        self.running.lock().values().find(|stream| stream.has(generation)).cloned()
    }

    /// Ends a turn. Its listeners hear the rest; nobody joins it any more.
    pub fn end(&self, turn: &str, end: Result<Generated>) {
        let ended = self.running.lock().remove(turn);
        if let Some(stream) = ended {
            *stream.end.lock() = Some(end);
            stream.changes.send_modify(|changes| *changes += 1);
        }
    }

    /// Stops every turn, since the novel is closed, and waits until what has come is stored.
    pub async fn stop_all(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        let all: Vec<Arc<Stream>> = self.running.lock().values().cloned().collect();
        all.iter().for_each(|stream| stream.stop());
        futures_util::future::join_all(all.iter().map(|stream| stream.at_rest())).await;
    }

    /// Whether turns are stopped because the novel is closed, and not by the author.
    pub fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::Relaxed)
    }
}

impl Stream {
    /// Passes an event to everyone who listens now or later.
    pub fn push(&self, event: GenerationEvent) {
        self.events.lock().push(event);
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Notes why the generation could not begin.
    pub fn fail(&self, error: Error) {
        *self.trouble.lock() = Some(error);
    }

    /// Why the generation could not begin.
    pub fn trouble(&self) -> Option<Error> {
        self.trouble.lock().clone()
    }

    /// Keeps what would be sent, at the end of a trial.
    pub fn prepare(&self, preview: ContextPreview) {
        *self.prepared.lock() = Some(preview);
    }

    /// What would be sent, once a trial has come so far.
    pub fn take_prepared(&self) -> Option<ContextPreview> {
        self.prepared.lock().take()
    }

    /// Stops the turn.
    pub fn stop(&self) {
        if !self.stopped.swap(true, Ordering::Relaxed) {
            self.changes.send_modify(|changes| *changes += 1);
        }
    }

    /// Waits until the turn must stop.
    pub async fn stopped(&self) {
        let mut changes = self.changes.subscribe();
        while !self.is_stopped() {
            // The sender lives as long as the stream.
            let _ = changes.changed().await;
        }
    }

    /// Whether the turn must stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Waits, after a stop, until no generation of the turn is running: each stops by itself and stores what has come.
    pub async fn at_rest(&self) {
        let mut changes = self.changes.subscribe();
        let quiet = async { while self.is_writing() && changes.changed().await.is_ok() {} };
        let _ = tokio::time::timeout(MAX_REST, quiet).await;
    }

    /// Whether a generation of it has begun and not ended.
    fn is_writing(&self) -> bool {
        let events = self.events.lock();
        let began = events.iter().filter(|event| matches!(event, GenerationEvent::Began { .. })).count();
        let ended = events.iter().filter(|event| matches!(event, GenerationEvent::Ended { .. })).count();
        began > ended
    }

    /// An observer that passes the events of a call to the stream, and stops the call with the turn.
    pub fn observer(self: &Arc<Self>) -> Observer {
        let (stop, stream) = (Arc::clone(self), Arc::clone(self));
        Observer::new(Watch::stopping_when(move || stop.is_stopped(), |_| {}), move |event| {
            stream.push(event);
        })
    }

    /// Listens from the beginning to the end. An observer that is stopped stops the turn.
    ///
    /// # Errors
    /// Those of the turn.
    pub async fn listen(&self, observer: &Observer) -> Result<Generated> {
        let mut changes = self.changes.subscribe();
        let mut heard = 0;
        loop {
            changes.borrow_and_update();
            // First the end: nothing is pushed after it.
            let end = self.end.lock().clone();
            let news: Vec<GenerationEvent> = self.events.lock().get(heard..).unwrap_or_default().to_vec();
            heard += news.len();
            news.into_iter().for_each(|event| observer.tell(event));
            if let Some(end) = end {
                return end;
            }
            if observer.watch.is_stopped() {
                self.stop();
            }
            let _ = tokio::time::timeout(STOP_INTERVAL, changes.changed()).await;
        }
    }

    fn has(&self, generation: GenerationId) -> bool {
        let is_its = |event: &GenerationEvent| matches!(event, GenerationEvent::Began { generation: began, .. } if *began == generation);
        self.events.lock().iter().any(is_its)
    }
}
