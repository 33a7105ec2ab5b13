//! A test studio with a novel and a model server.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_model_server::{ModelServer, Script};
use wenfang_studio::Folders;
use wenfang_studio::Session;
use wenfang_studio::commands::CommandHost;
use wenfang_studio::drafting::{GenerationEvent, Observer};
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows;
use wenfang_studio::{Error, Project, commands, projects};
use wenfang_tests::host::TestHost;

/// The initial text of scene 1.
pub const TEXT: &str = "江上有风，船还没有来。\n老周坐在石阶上等。\n";

/// A test studio.
pub struct Studio {
    pub project: Arc<Project>,
    host: TestHost,
    folder: TempDir,
}

impl Studio {
    /// Creates a novel with one chapter of two scenes and no provider.
    pub async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("novel.wenfang");
        let project = projects::create(projects::CreateProject {
            path,
            title: "渡口".to_owned(),
            author: String::new(),
            language: None,
            chapter_target: None,
        })
        .await
        .unwrap();
        let project = Arc::new(project);
        let models = Models::new(folder.path().join("config"));
        let meaning = Meaning::new(&Folders::within(folder.path()));
        let session = Session { project: Box::new(project.clone()), models, meaning };
        let host = TestHost::of(&project, &session).with_engine().await.unwrap();
        let studio = Self { project, host, folder };
        let chapter = studio.ok("manuscript.create", json!({ "parent": "manuscript", "title": "" })).await;
        let volume = chapter["volume"].as_i64().unwrap();
        let chapter = studio
            .ok("manuscript.create", json!({ "parent": { "volume": volume }, "title": "第一章 渡口" }))
            .await;
        let chapter = chapter["chapter"].as_i64().unwrap();
        for _ in 0..2 {
            studio.ok("manuscript.create", json!({ "parent": { "chapter": chapter }, "title": "" })).await;
        }
        studio.ok("scene.save", json!({ "scene": 1, "text": TEXT })).await;
        studio
    }

    /// Creates a studio with this server, with routes and consent.
    pub async fn with(server: &ModelServer) -> Self {
        let studio = Self::new().await;
        studio.add("home", &server.base_url()).await;
        studio.route(&["home"]).await;
        studio
    }

    /// Adds a server with consent.
    pub async fn add(&self, id: &str, url: &str) {
        let timeouts = json!({ "connect": 2, "first_token": 2, "idle": 2 });
        let models = json!([{ "name": "scripted" }]);
        let provider = json!({ "id": id, "name": id, "preset": "custom", "base_url": url, "timeouts": timeouts, "models": models });
        self.ok("providers.save", json!({ "provider": provider })).await;
        self.ok("providers.consent", json!({ "id": id, "agreed": true })).await;
    }

    /// Routes all tasks to these providers, in this order.
    pub async fn route(&self, providers: &[&str]) {
        let targets: Vec<Value> =
            providers.iter().map(|id| json!({ "provider": id, "model": "scripted" })).collect();
        let routes = json!({ "default": { "targets": targets, "fallback": true } });
        self.ok("providers.set_routes", json!({ "routes": routes })).await;
    }

    /// Ends the engine as the program does at its end, and begins another one on the same novel.
    pub async fn reopen(&mut self) {
        self.host.engine.take().unwrap().close().await;
        self.host.engine = Some(self.host.workflows().await.unwrap());
    }

    /// The folder with all files of the studio.
    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Runs a command.
    pub async fn ask(&self, command: &str, request: Value) -> Result<Value, Error> {
        self.observed(command, request, Observer::silent()).await
    }

    /// Runs a command with an observer.
    pub async fn observed(&self, command: &str, request: Value, observer: Observer) -> Result<Value, Error> {
        commands::call(&self.host, command, request, &observer).await
    }

    /// Runs a command that must succeed.
    pub async fn ok(&self, command: &str, request: Value) -> Value {
        self.ask(command, request.clone())
            .await
            .unwrap_or_else(|error| panic!("{command} {request}: {error:?}"))
    }

    /// Runs a command that must succeed, and starts what it triggers, as a window does.
    pub async fn triggering(&self, command: &str, request: Value) -> Value {
        let occasion = workflows::occasion(command, &request);
        let answer = self.ok(command, request).await;
        let engine = self.host.engine.as_ref().unwrap();
        workflows::start_triggered(engine, occasion.unwrap(), &answer).await;
        answer
    }

    /// Drafts, and returns the only generation and all its events.
    pub async fn draft(&self, request: Value) -> (Value, Vec<GenerationEvent>) {
        let (done, events) = self.heard("generation.run", request).await;
        (done["generations"][0].clone(), events)
    }

    /// Runs a command that must succeed, and returns its answer with the events that it told.
    pub async fn heard(&self, command: &str, request: Value) -> (Value, Vec<GenerationEvent>) {
        let events = Arc::<Mutex<Vec<GenerationEvent>>>::default();
        let sink = events.clone();
        let observer = Observer::new(Watch::silent(), move |event| sink.lock().unwrap().push(event));
        let done = self.observed(command, request, observer).await.unwrap();
        let events = events.lock().unwrap().clone();
        (done, events)
    }

    /// The working text of scene 1.
    pub async fn text(&self) -> String {
        self.ok("scene.text", json!({ "scene": 1 })).await["text"].as_str().unwrap().to_owned()
    }
}

/// Starts a server with this script.
pub fn server(script: impl Into<Script>) -> ModelServer {
    ModelServer::start_on(script.into(), 0).unwrap()
}
