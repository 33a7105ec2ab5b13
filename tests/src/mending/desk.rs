//! A novel with its workflow service, and a model on loopback.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow};
use serde_json::{Value, json};
use tempfile::TempDir;
use wenfang_model_server::{Answer, ModelServer, Recorded, Script};
use wenfang_project::{Mode, OpenOptions, parts};
use wenfang_story::{Author, ChapterRecord, ProjectRecord, SceneRecord, VolumeRecord};
use wenfang_studio::commands::{self, Needs};
use wenfang_studio::drafting::Observer;
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::watch::Watch;
use wenfang_studio::workflows::{self, WorkflowService};
use wenfang_studio::{Folders, Project, Session};
use wenfang_text::CanonicalText;
use wenfang_versions as versions;

use super::chapters::Language;
use super::plant::RULES;
use crate::crash::scratch;
use crate::host::TestHost;
use crate::kit::TestClock;

/// An open novel. A chapter and its scene have the same number, from 1.
pub struct Desk {
    /// The project.
    pub project: Arc<Project>,
    /// The model, if there is one.
    pub server: Option<ModelServer>,
    session: Session,
    service: WorkflowService,
    folder: TempDir,
}

/// The name of the project file.
const FILE: &str = "novel.wenfang";
/// The scenes that get a plan; a long novel needs no more of them.
const PLANNED: usize = 20;

/// Copies the files of a folder.
fn copy_into(from: &Path, into: &Path) -> Result<()> {
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let to = into.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            std::fs::create_dir_all(&to)?;
            copy_into(&entry.path(), &to)?;
        } else {
            std::fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// The items of a list; none if it is not a list.
pub(super) fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

impl Desk {
    /// A novel of these texts with the canon that the planted errors contradict.
    ///
    /// # Errors
    /// Errors of the project file.
    pub async fn open(language: Language, texts: &[&str]) -> Result<Self> {
        Self::open_in(scratch()?, language, texts).await
    }

    /// The same in a chosen folder, which may be on a disk.
    ///
    /// # Errors
    /// Errors of the project file.
    pub async fn open_in(folder: TempDir, language: Language, texts: &[&str]) -> Result<Self> {
        let code = if language == Language::English { "en" } else { "zh" };
        let record =
            ProjectRecord { title: "试笔".into(), language: code.into(), ..ProjectRecord::default() };
        let path = folder.path().join(FILE);
        let project = Arc::new(Project::create(&path, &record, TestClock::default().clock()).await?);
        let now = project.now();
        let mut tx = project.begin_write().await?;
        let volume = parts::insert_volume(&mut tx, &VolumeRecord::default(), now).await?;
        for text in texts {
            let chapter = parts::insert_chapter(&mut tx, volume, &ChapterRecord::default(), now).await?;
            let (scene, text) = (SceneRecord::default(), CanonicalText::new(*text));
            versions::create_scene(&mut tx, now, (chapter, &scene), (&text, Author::Import)).await?;
        }
        tx.commit().await?;
        let desk = Self::over(project, folder).await?;
        desk.set_canon(language, texts.len()).await?;
        Ok(desk)
    }

    /// The project in a folder, with a new workflow service.
    async fn over(project: Arc<Project>, folder: TempDir) -> Result<Self> {
        let models = Models::new(folder.path().join("config"));
        let meaning = Meaning::new(&Folders::within(folder.path()));
        let session = |project: &Arc<Project>| Session {
            project: Box::new(Arc::clone(project)),
            models: models.clone(),
            meaning: meaning.clone(),
        };
        let service = workflows::open(session(&project), |_| {}).await?;
        Ok(Self { session: session(&project), project, service, server: None, folder })
    }

    /// Opens a copy of the files of another desk, as a process would find them after that desk was killed.
    ///
    /// # Errors
    /// Errors of the project file.
    pub async fn after_a_kill(killed: &Path) -> Result<Self> {
        let folder = scratch()?;
        copy_into(killed, folder.path())?;
        let options = OpenOptions { clock: TestClock::default().clock(), ..OpenOptions::new(Mode::Write) };
        let project = Arc::new(Project::open(&folder.path().join(FILE), options).await?);
        Self::over(project, folder).await
    }

    /// Copies the files as they are at this moment.
    ///
    /// # Errors
    /// Errors of the disk.
    pub fn copy(&self, into: &Path) -> Result<()> {
        copy_into(self.folder.path(), into)
    }

    /// Sets up a model that answers by a function.
    ///
    /// # Errors
    /// Errors of the server and of the settings.
    pub async fn with_model(
        mut self,
        answers: impl Fn(&Recorded) -> Option<Answer> + Send + Sync + 'static,
    ) -> Result<Self> {
        let server = ModelServer::start_on(Script::default(), 0)?;
        server.answer_by(answers);
        let price =
            json!({ "currency": "CNY", "input": 2_000_000, "cached_input": 1_000_000, "output": 8_000_000 });
        let provider = json!({ "id": "home", "name": "home", "preset": "custom", "base_url": server.base_url(),
            "timeouts": { "connect": 5, "first_token": 20, "idle": 20 },
            "models": [{ "name": "scripted", "price": price }] });
        self.ask("providers.save", json!({ "provider": provider })).await?;
        self.ask("providers.consent", json!({ "id": "home", "agreed": true })).await?;
        let routes = json!({ "default": { "targets": [{ "provider": "home", "model": "scripted" }] } });
        self.ask("providers.set_routes", json!({ "routes": routes })).await?;
        self.server = Some(server);
        Ok(self)
    }

    async fn set_canon(&self, language: Language, scenes: usize) -> Result<()> {
        let ([hero, friend, dead], eyes, colour, state, is_dead, taboo) = match language {
            Language::Chinese => (["沈砚", "柳含章", "顾长庚"], "眼睛", "碧绿", "状态", "死亡", "手机、电脑"),
            Language::English => (
                ["Edmund Vane", "Harriet Blythe", "Tobias Crake"],
                "eyes",
                "green",
                "state",
                "dead",
                "smartphone, computer",
            ),
        };
        for name in [hero, friend, dead] {
            self.ask("kg.save_entity", json!({ "name": name, "kind": "character" })).await?;
        }
        for (who, predicate, object) in [(hero, eyes, colour), (dead, state, is_dead)] {
            let fact = json!({
                "subject": { "name": who }, "predicate": predicate, "object": { "text": object },
            });
            self.ask("kg.save_fact", fact).await?;
        }
        self.ask("bible.set", json!({ "key": "taboo", "value": taboo })).await?;
        for scene in 1..=scenes.min(PLANNED) {
            let plan = json!({ "part": { "scene": scene }, "plan": { "pov": friend } });
            self.ask("manuscript.describe", plan).await?;
        }
        Ok(())
    }

    /// Checks the book by the rules of the planted errors.
    ///
    /// # Errors
    /// Those of the check.
    pub async fn check_by_rules(&self) -> Result<Value> {
        let rules: Vec<&str> = RULES.into_iter().filter(|rule| !rule.starts_with("model_")).collect();
        self.ask("check.run", json!({ "within": "book", "rules": rules })).await
    }

    /// Runs a command.
    ///
    /// # Errors
    /// Those of the command.
    pub async fn ask(&self, command: &str, request: Value) -> Result<Value> {
        let shown = request.to_string();
        let watch = Watch::silent();
        let answer = match commands::find(command)?.needs {
            Needs::Workflows => workflows::commands::call(&self.service, command, request, &watch).await,
            _ => {
                let host = TestHost::of(&self.project, &self.session);
                commands::call(&host, command, request, &Observer::watching(watch)).await
            }
        };
        answer.map_err(|error| anyhow!("{command} {shown}: {error:?}"))
    }

    /// Stops the workflow service and closes the project.
    ///
    /// # Errors
    /// Errors of closing.
    pub async fn close(self) -> Result<()> {
        self.service.close().await;
        drop(self.session);
        let project = Arc::into_inner(self.project).context("the project is still in use")?;
        Ok(project.close().await?)
    }
}
