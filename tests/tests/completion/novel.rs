//! Test novels of chapters, with a model server if a test needs one.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_model_server::{ModelServer, Script};
use wenfang_project::backup::{Keep, backup};
use wenfang_project::{Mode, OpenOptions, parts};
use wenfang_story::{Author, ChapterRecord, ProjectRecord, SceneRecord, VolumeRecord};
use wenfang_studio::Folders;
use wenfang_studio::Session;
use wenfang_studio::commands::{self, Needs};
use wenfang_studio::drafting::Observer;
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows::{self, WorkflowService};
use wenfang_studio::{Error, Project};
use wenfang_tests::host::TestHost;
use wenfang_tests::kit::TestClock;
use wenfang_text::CanonicalText;
use wenfang_versions as versions;

/// A novel whose chapters have one scene each; a chapter and its scene have the same number, from 1.
pub struct Novel {
    pub session: Session,
    pub project: Arc<Project>,
    folder: TempDir,
}

/// The name of the folder of backups.
const BACKUPS: &str = "backups";

/// The text of chapter one.
pub const FIRST: &str = "沈砚把灯放在地上，听了一会儿，外面没有声音。他打开了箱子，里面是一本账。\n\
    账本第一页写着他父亲沈怀山的名字。沈砚的手抖了起来，险些把灯打翻。\n\
    “谁在里面？”巡夜人在门外问道。沈砚忽然吹灭了灯，抱着账本躲进了柜子。\n\
    巡夜人进来看了一圈，没有发现他，骂了一句，锁上门走了。";

/// The text of chapter two.
pub const SECOND: &str = "天亮时阿芷撬开了后窗。沈砚把账本交给她，叮嘱她送到渡口去。\n\
    阿芷问他为什么不走。沈砚说铜秤还在库里，他要找到另外半截。\n\
    巡夜人忽然回来，一把抓住了沈砚。阿芷哭着跑向渡口。";

impl Novel {
    /// Creates a novel without a model.
    pub async fn of(chapters: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let record = ProjectRecord { title: "夜航账".to_owned(), ..ProjectRecord::default() };
        let path = folder.path().join("novel.wenfang");
        let project = Arc::new(Project::create(&path, &record, TestClock::default().clock()).await.unwrap());
        let now = project.now();
        let mut tx = project.begin_write().await.unwrap();
        let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), now).await.unwrap();
        for (title, text) in chapters {
            let record = ChapterRecord { title: (*title).to_owned(), ..ChapterRecord::default() };
            let chapter = parts::insert_chapter(&mut tx, volume, &record, now).await.unwrap();
            let (scene, text) = (SceneRecord::default(), CanonicalText::new(*text));
            versions::create_scene(&mut tx, now, (chapter, &scene), (&text, Author::Import)).await.unwrap();
        }
        tx.commit().await.unwrap();
        let models = Models::new(folder.path().join("config"));
        let meaning = Meaning::new(&Folders::within(folder.path()));
        let session = Session { project: Box::new(Arc::clone(&project)), models, meaning };
        Self { session, project, folder }
    }

    /// Closes the novel, lets `between` change its file, and opens it again, as another process would.
    pub async fn reopened(self, between: impl AsyncFnOnce(&Path)) -> Self {
        let Self { session: Session { project: guard, models, meaning }, project, folder } = self;
        drop(guard);
        let path = project.path().to_owned();
        Arc::into_inner(project).unwrap().close().await.unwrap();
        between(&path).await;
        let options = OpenOptions { clock: TestClock::default().clock(), ..OpenOptions::new(Mode::Write) };
        let project = Arc::new(Project::open(&path, options).await.unwrap());
        project.set_backup_folder(folder.path().join(BACKUPS));
        let session = Session { project: Box::new(Arc::clone(&project)), models, meaning };
        Self { session, project, folder }
    }

    /// Backs the novel up into the folder where it looks for backups when it is opened again.
    pub async fn back_up(&self) {
        let folder = self.folder.path().join(BACKUPS);
        backup(&self.project, &folder, Keep::default(), &Watch::silent()).await.unwrap();
    }

    /// The files in the folder of its backups.
    pub fn backups(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.folder.path().join(BACKUPS)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    /// Creates a novel of two chapters.
    pub async fn two() -> Self {
        Self::of(&[("第一章 旧库", FIRST), ("第二章 后窗", SECOND)]).await
    }

    /// Creates a novel of two chapters with a model on this server, with the author's consent.
    pub async fn with(server: &ModelServer) -> Self {
        let novel = Self::two().await;
        novel.set_up(server, json!({})).await;
        novel
    }

    /// Sets up a server for all tasks; `more` is merged into the provider.
    pub async fn set_up(&self, server: &ModelServer, more: Value) {
        let price =
            json!({ "currency": "CNY", "input": 2_000_000, "cached_input": 1_000_000, "output": 8_000_000 });
        let models = json!([{ "name": "scripted", "price": price }]);
        let mut provider = json!({ "id": "home", "name": "home", "preset": "custom", "base_url": server.base_url(),
            "timeouts": { "connect": 2, "first_token": 2, "idle": 2 }, "models": models });
        for (key, value) in more.as_object().unwrap() {
            provider[key] = value.clone();
        }
        self.ok("providers.save", json!({ "provider": provider })).await;
        self.ok("providers.consent", json!({ "id": "home", "agreed": true })).await;
        let routes = json!({ "default": { "targets": [{ "provider": "home", "model": "scripted" }] } });
        self.ok("providers.set_routes", json!({ "routes": routes })).await;
    }

    /// Runs a command.
    pub async fn ask(&self, command: &str, request: Value) -> Result<Value, Error> {
        self.watched(command, request, Watch::silent()).await
    }

    /// Runs a command under a watch.
    pub async fn watched(&self, command: &str, request: Value, watch: Watch) -> Result<Value, Error> {
        if commands::find(command)?.needs == Needs::Workflows {
            let workflow_service = self.workflow_service().await;
            let answer = workflows::commands::call(&workflow_service, command, request, &watch).await;
            workflow_service.close().await;
            return answer;
        }
        let host = TestHost::of(&self.project, &self.session);
        commands::call(&host, command, request, &Observer::watching(watch)).await
    }

    /// The workflow service of the novel.
    pub async fn workflow_service(&self) -> WorkflowService {
        let session = Session {
            project: Box::new(Arc::clone(&self.project)),
            models: self.session.models.clone(),
            meaning: self.session.meaning.clone(),
        };
        workflows::open(session, |_| {}).await.unwrap()
    }

    /// Runs a command that must succeed.
    pub async fn ok(&self, command: &str, request: Value) -> Value {
        self.ask(command, request.clone())
            .await
            .unwrap_or_else(|error| panic!("{command} {request}: {error:?}"))
    }

    /// The text of a scene.
    pub async fn text(&self, scene: i64) -> String {
        self.ok("scene.text", json!({ "scene": scene })).await["text"].as_str().unwrap().to_owned()
    }

    /// The text at the range of an evidence.
    pub async fn quoted(&self, evidence: &Value) -> String {
        let (scene, version) = (&evidence["scene"], &evidence["version"]);
        let text = self.ok("scene.text", json!({ "scene": scene, "version": version })).await;
        let text: Vec<char> = text["text"].as_str().unwrap().chars().collect();
        let at = |end: &str| usize::try_from(evidence["range"][end].as_u64().unwrap()).unwrap();
        text[at("start")..at("end")].iter().collect()
    }
}

/// Starts a server with this script.
pub fn server(script: impl Into<Script>) -> ModelServer {
    ModelServer::start_on(script.into(), 0).unwrap()
}

/// The items of a list.
pub fn items(list: &Value) -> &[Value] {
    list.as_array().unwrap_or_else(|| panic!("not a list: {list}"))
}
