//! The server runs in its own thread, so that neither a busy test nor its paused clock delays it.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::json;
use tokio::runtime::{Builder, Handle};
use tokio::sync::{oneshot, watch};
use tokio::time::Instant;

use crate::connection::serve;
use crate::recorded::{Ended, How, Recorded};
use crate::script::is_chat;
use crate::{Answer, Script, answer};

/// Maximum wait for requests; after it, the requests so far are returned.
const MAX_WAIT: Duration = Duration::from_secs(30);

/// A running server; dropping it stops it and closes its connections.
pub struct ModelServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    handle: Handle,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ModelServer {
    /// Starts a server on a free port. A single [`Answer`] is accepted as a script.
    ///
    /// # Panics
    /// If no port is free.
    #[allow(clippy::expect_used, reason = "a test without its server has failed")]
    pub async fn start(script: impl Into<Script>) -> Self {
        Self::start_on(script.into(), 0).expect("a free port on 127.0.0.1")
    }

    /// Starts a server on this port; 0 selects a free one.
    ///
    /// # Errors
    /// If the port is in use or the system cannot start a thread.
    pub fn start_on(script: Script, port: u16) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let shared = Arc::new(Shared::new(script));
        let (stop, stopped) = oneshot::channel();
        let served = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("model server".to_owned()).spawn(move || {
            runtime.block_on(async {
                tokio::select! {
                    () = accept(listener, served) => {}
                    _ = stopped => {}
                }
            });
        })?;
        Ok(Self { address, shared, handle, stop: Some(stop), thread: Some(thread) })
    }

    /// `http://127.0.0.1:PORT/v1`.
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The requests so far, in order.
    pub fn requests(&self) -> Vec<Recorded> {
        self.shared.requests()
    }

    /// Replaces the script; the counters of its rules start at zero. Recorded requests stay.
    pub fn set_script(&self, script: impl Into<Script>) {
        self.shared.set_script(script.into());
    }

    /// Answers chats by a function of the request; those that it leaves out are answered by the script.
    pub fn answer_by(&self, answers: impl Fn(&Recorded) -> Option<Answer> + Send + Sync + 'static) {
        *self.shared.answers.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(answers));
    }

    /// Discards the recorded requests and the rules' counters.
    pub fn reset(&self) {
        self.shared.reset();
    }

    /// The requests once there are `count`, or after 30 seconds.
    pub async fn wait_for_requests(&self, count: usize) -> Vec<Recorded> {
        self.wait_for(move |requests| requests.len() >= count).await
    }

    /// The requests once `count` of them have ended, or after 30 seconds.
    pub async fn wait_for_endings(&self, count: usize) -> Vec<Recorded> {
        let ended = |request: &&Recorded| request.ended.is_some();
        self.wait_for(move |requests| requests.iter().filter(ended).count() >= count).await
    }

    async fn wait_for(
        &self,
        condition: impl Fn(&[Recorded]) -> bool + Send + Sync + 'static,
    ) -> Vec<Recorded> {
        let mut seen = self.shared.recorded.subscribe();
        // Uses the server's own clock, because that of a test may be paused.
        let wait = self.handle.spawn(async move {
            let _ = tokio::time::timeout(MAX_WAIT, seen.wait_for(|requests| condition(requests))).await;
        });
        let _ = wait.await;
        self.requests()
    }
}

impl Drop for ModelServer {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn accept(listener: std::net::TcpListener, shared: Arc<Shared>) {
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else { return };
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(serve(stream, Arc::clone(&shared)))),
            // Too many open files: wait until some close.
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}

/// A function that answers chats.
type Answers = Arc<dyn Fn(&Recorded) -> Option<Answer> + Send + Sync>;

/// The script, its progress, and the recorded requests.
pub(crate) struct Shared {
    played: Mutex<Played>,
    answers: Mutex<Option<Answers>>,
    recorded: watch::Sender<Vec<Recorded>>,
    since: Instant,
}

struct Played {
    script: Script,
    /// Number of requests that matched each rule and reached it.
    fitted: Vec<usize>,
    /// Number of chats that no rule answered.
    defaulted: usize,
    /// Number of requests.
    requests: u64,
}

impl Shared {
    fn new(script: Script) -> Self {
        let fitted = vec![0; script.rules.len()];
        Self {
            played: Mutex::new(Played { script, fitted, defaulted: 0, requests: 0 }),
            answers: Mutex::new(None),
            recorded: watch::Sender::new(Vec::new()),
            since: Instant::now(),
        }
    }

    fn played(&self) -> MutexGuard<'_, Played> {
        self.played.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn requests(&self) -> Vec<Recorded> {
        self.recorded.borrow().clone()
    }

    pub(crate) fn set_script(&self, script: Script) {
        let mut played = self.played();
        played.fitted = vec![0; script.rules.len()];
        played.defaulted = 0;
        played.script = script;
    }

    pub(crate) fn reset(&self) {
        let mut played = self.played();
        played.fitted.fill(0);
        played.defaulted = 0;
        drop(played);
        self.recorded.send_modify(Vec::clear);
    }

    /// The answer, the number of the request among those of its rule, and the index of the rule.
    pub(crate) fn choose(&self, request: &Recorded) -> (Answer, usize, Option<usize>) {
        if is_chat(request.path_alone())
            && let Some(answer) = self.computed(request)
        {
            return (answer, 1, None);
        }
        let mut played = self.played();
        let Played { script, fitted, defaulted, .. } = &mut *played;
        for (at, (rule, fitted)) in script.rules.iter().zip(fitted).enumerate() {
            if !rule.when.fits(request) {
                continue;
            }
            *fitted += 1;
            if rule.when.nth.is_none_or(|nth| nth == *fitted)
                && rule.times.is_none_or(|times| *fitted <= times)
            {
                return (rule.answer.clone(), *fitted, Some(at));
            }
        }
        let path = request.path_alone();
        if request.method == "POST" && is_chat(path) {
            *defaulted += 1;
            (script.default.clone(), *defaulted, None)
        } else if request.method == "GET" && path.ends_with("/models") {
            (models(&script.models), 1, None)
        } else {
            (Answer { text: Some("no such path".to_owned()), ..answer::failing(404) }, 1, None)
        }
    }

    fn computed(&self, request: &Recorded) -> Option<Answer> {
        // The function may be slow, so the lock is not held while it runs.
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner).clone()?;
        answers(request)
    }

    /// Records a request and numbers it.
    pub(crate) fn record(&self, request: &Recorded) -> u64 {
        let mut played = self.played();
        played.requests += 1;
        let id = played.requests;
        drop(played);
        let request = Recorded { id, started_ms: self.now_ms(), ..request.clone() };
        self.recorded.send_modify(|recorded| recorded.push(request));
        id
    }

    /// Records the end of a request, unless it was discarded.
    pub(crate) fn end(&self, id: u64, how: How, body_bytes: u64) {
        let ended = Ended { how, body_bytes, at_ms: self.now_ms() };
        self.recorded.send_modify(|recorded| {
            if let Some(request) = recorded.iter_mut().find(|request| request.id == id) {
                request.ended = Some(ended);
            }
        });
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

fn models(names: &[String]) -> Answer {
    let model = |name: &String| json!({ "id": name, "object": "model", "created": 0, "owned_by": "wenfang" });
    let list = json!({ "object": "list", "data": names.iter().map(model).collect::<Vec<_>>() });
    answer::body("application/json", list.to_string())
}
