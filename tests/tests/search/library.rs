//! A test studio with a real novel.

use std::sync::Arc;

use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_project::parts;
use wenfang_story::{Author, ChapterRecord, ProjectRecord, SceneId, SceneRecord, VolumeRecord};
use wenfang_studio::Folders;
use wenfang_studio::Session;
use wenfang_studio::drafting::Observer;
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::{Error, Project, commands};
use wenfang_tests::corpus::hongloumeng;
use wenfang_tests::host::TestHost;
use wenfang_tests::kit::TestClock;
use wenfang_text::CanonicalText;
use wenfang_versions as versions;

/// The title and text of a chapter.
pub type Chapter = (String, String);

/// A novel with models and embeddings of its own machine.
pub struct Library {
    pub project: Arc<Project>,
    pub session: Session,
    pub folder: TempDir,
}

impl Library {
    /// Creates a novel of these chapters with one scene each and no models.
    pub async fn of(chapters: &[Chapter]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let record = ProjectRecord { title: "红楼梦".to_owned(), ..ProjectRecord::default() };
        let clock = TestClock::default().clock();
        let path = folder.path().join("novel.wenfang");
        let project = Arc::new(Project::create(&path, &record, clock).await.unwrap());
        let now = project.now();
        let mut tx = project.begin_write().await.unwrap();
        let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), now).await.unwrap();
        for (title, text) in chapters {
            let record = ChapterRecord { title: title.clone(), ..ChapterRecord::default() };
            let chapter = parts::insert_chapter(&mut tx, volume, &record, now).await.unwrap();
            let scene = SceneRecord::default();
            let text = CanonicalText::new(text);
            versions::create_scene(&mut tx, now, (chapter, &scene), (&text, Author::Import)).await.unwrap();
        }
        tx.commit().await.unwrap();
        let session = session(&project, &folders(&folder));
        Self { project, session, folder }
    }

    /// Creates an indexed novel of the first chapters of 红楼梦; `None` if the corpus is missing.
    pub async fn hongloumeng(chapters: usize) -> Option<Self> {
        let library = Self::of(hongloumeng()?.get(..chapters)?).await;
        library.ok("index.build", json!({})).await;
        Some(library)
    }

    /// Plans a scene.
    pub async fn plan(&self, scene: i64, synopsis: &str, characters: &[&str]) {
        let scene = SceneId::from(scene);
        let mut tx = self.project.begin_write().await.unwrap();
        let mut record = parts::require(&mut tx, scene).await.unwrap().record;
        record.synopsis = synopsis.to_owned();
        record.plan.characters = characters.iter().map(|name| (*name).to_owned()).collect();
        parts::update(&mut tx, scene, &record).await.unwrap();
        tx.commit().await.unwrap();
    }

    /// The folders of the machine.
    pub fn folders(&self) -> Folders {
        folders(&self.folder)
    }

    /// Runs a command.
    pub async fn ask(&self, command: &str, request: Value) -> Result<Value, Error> {
        let host = TestHost::of(&self.project, &self.session);
        commands::call(&host, command, request, &Observer::silent()).await
    }

    /// Runs a command that must succeed.
    pub async fn ok(&self, command: &str, request: Value) -> Value {
        self.ask(command, request).await.unwrap_or_else(|error| panic!("{command}: {error:?}"))
    }
}

fn folders(folder: &TempDir) -> Folders {
    let at = |name: &str| folder.path().join(name);
    Folders { config: at("config"), data: at("data"), cache: at("cache") }
}

/// Opens a session on the project with these folders.
pub fn session(project: &Arc<Project>, folders: &Folders) -> Session {
    Session {
        project: Box::new(Arc::clone(project)),
        models: Models::new(folders.config.clone()),
        meaning: Meaning::new(folders),
    }
}
