//! A novel with one engine, and a model that tells when its requests arrive.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Result, anyhow};
use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_model_server::{Answer, ModelServer, Recorded, Script, answer};
use wenfang_project::{Project, parts};
use wenfang_story::{Author, ChapterRecord, ProjectRecord, SceneRecord, VolumeRecord};
use wenfang_studio::commands;
use wenfang_studio::drafting::{GenerationEvent, Observer};
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::watch::Watch;
use wenfang_studio::{Folders, Session};
use wenfang_tests::crash::scratch;
use wenfang_tests::host::TestHost;
use wenfang_tests::kit::TestClock;
use wenfang_text::CanonicalText;
use wenfang_versions as versions;

/// The chapters of the novel, each with one scene, and the paragraphs of a scene.
const CHAPTERS: usize = 12;
const PARAGRAPHS: usize = 80;

/// Words that a request for notes contains.
pub(super) const ASKS_NOTES: &str = "工作笔记，交给";

/// An open novel.
pub(super) struct Desk {
    pub(super) project: Arc<Project>,
    pub(super) session: Session,
    pub(super) server: ModelServer,
    /// When each request was at the server.
    arrived: Arc<Mutex<Vec<Instant>>>,
    host: TestHost,
    _folder: TempDir,
}

/// Notes as a model answers them.
pub(super) fn notes() -> Answer {
    answer::json(
        json!({ "goal": "老周等到船", "beats": ["船来了"], "must_not": ["不写船家是谁"], "echoes": [] }),
    )
}

/// Whether a request asks for notes.
pub(super) fn asks_notes(request: &Recorded) -> bool {
    request.body.to_string().contains(ASKS_NOTES)
}

fn chapter(number: usize) -> String {
    let mut text = String::new();
    for at in 0..PARAGRAPHS {
        let _ =
            writeln!(text, "第{number}章第{at}段：江上有风，老周在渡口等船。他没有说话，把灯放在石阶上。");
    }
    text
}

impl Desk {
    /// A novel whose model answers by a function.
    pub(super) async fn open(answers: impl Fn(&Recorded) -> Answer + Send + Sync + 'static) -> Result<Self> {
        let folder = scratch()?;
        let record =
            ProjectRecord { title: "渡口".into(), language: "zh".into(), ..ProjectRecord::default() };
        let path = folder.path().join("novel.wenfang");
        let project = Arc::new(Project::create(&path, &record, TestClock::default().clock()).await?);
        let now = project.now();
        let mut tx = project.begin_write().await?;
        let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), now).await?;
        for number in 1..=CHAPTERS {
            let chapter_id = parts::insert_chapter(&mut tx, volume, &ChapterRecord::default(), now).await?;
            let (scene, text) = (SceneRecord::default(), CanonicalText::new(chapter(number)));
            versions::create_scene(&mut tx, now, (chapter_id, &scene), (&text, Author::Import)).await?;
        }
        tx.commit().await?;
        let models = Models::new(folder.path().join("config"));
        let meaning = Meaning::new(&Folders::within(folder.path()));
        let session = Session { project: Box::new(Arc::clone(&project)), models, meaning };
        let host =
            TestHost::of(&project, &session).with_engine().await.map_err(|error| anyhow!("{error:?}"))?;
        let server = ModelServer::start_on(Script::default(), 0)?;
        let arrived = Arc::<Mutex<Vec<Instant>>>::default();
        let sink = Arc::clone(&arrived);
        server.answer_by(move |request| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push(Instant::now());
            Some(answers(request))
        });
        let desk = Self { project, session, server, arrived, host, _folder: folder };
        desk.set_up().await?;
        Ok(desk)
    }

    async fn set_up(&self) -> Result<()> {
        let provider = json!({ "id": "home", "name": "home", "preset": "custom", "base_url": self.server.base_url(),
            "timeouts": { "connect": 5, "first_token": 20, "idle": 20 }, "models": [{ "name": "scripted" }] });
        self.ok("providers.save", json!({ "provider": provider })).await?;
        self.ok("providers.consent", json!({ "id": "home", "agreed": true })).await?;
        let routes = json!({ "default": { "targets": [{ "provider": "home", "model": "scripted" }] } });
        self.ok("providers.set_routes", json!({ "routes": routes })).await?;
        self.ok("manuscript.describe", json!({ "part": { "scene": 1 }, "synopsis": "老周等来一条空船。" }))
            .await?;
        Ok(())
    }

    /// Runs a command with an observer.
    pub(super) async fn observed(&self, command: &str, request: Value, observer: &Observer) -> Result<Value> {
        let answer = commands::call(&self.host, command, request, observer).await;
        answer.map_err(|error| anyhow!("{command}: {error:?}"))
    }

    /// Runs a command.
    pub(super) async fn ok(&self, command: &str, request: Value) -> Result<Value> {
        self.observed(command, request, &Observer::silent()).await
    }

    /// Forgets the requests so far.
    pub(super) fn forget(&self) {
        self.server.reset();
        self.arrivals().clear();
    }

    /// When the n-th request since [`Self::forget`] was at the server.
    pub(super) fn arrival(&self, number: usize) -> Option<Instant> {
        self.arrivals().get(number).copied()
    }

    fn arrivals(&self) -> std::sync::MutexGuard<'_, Vec<Instant>> {
        self.arrived.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Events with the times at which they were heard.
#[derive(Clone, Default)]
pub(super) struct Heard(Arc<Mutex<Vec<(Instant, GenerationEvent)>>>);

impl Heard {
    /// An observer that notes them.
    pub(super) fn observer(&self, watch: Watch) -> Observer {
        let sink = Arc::clone(&self.0);
        Observer::new(watch, move |event| {
            sink.lock().unwrap_or_else(PoisonError::into_inner).push((Instant::now(), event));
        })
    }

    /// The events so far.
    pub(super) fn events(&self) -> Vec<(Instant, GenerationEvent)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// When the first event of a kind was heard.
    pub(super) fn first(&self, is_wanted: impl Fn(&GenerationEvent) -> bool) -> Option<Instant> {
        self.events().into_iter().find(|(_, event)| is_wanted(event)).map(|(at, _)| at)
    }
}
