//! A host for commands over an open project, without a window.

use std::sync::Arc;

use wenfang_studio::Session;
use wenfang_studio::commands::{CommandHost, ProjectGuard};
use wenfang_studio::meaning::Meaning;
use wenfang_studio::models::Models;
use wenfang_studio::workflows::{self, WorkflowService};
use wenfang_studio::{Project, Result};

/// An open project, and the models of its machine.
pub struct TestHost {
    /// The project.
    pub project: Arc<Project>,
    /// The models.
    pub models: Models,
    /// The embedding model.
    pub meaning: Meaning,
    /// The engine of all calls; without it, each call opens one of its own.
    pub engine: Option<WorkflowService>,
}

impl TestHost {
    /// A host that shares the models of a session.
    pub fn of(project: &Arc<Project>, session: &Session) -> Self {
        Self {
            project: Arc::clone(project),
            models: session.models.clone(),
            meaning: session.meaning.clone(),
            engine: None,
        }
    }

    /// The same host with one engine for all calls, so that they know of each other.
    pub async fn with_engine(self) -> Result<Self> {
        let engine = Some(self.workflows().await?);
        Ok(Self { engine, ..self })
    }
}

impl CommandHost for TestHost {
    async fn models(&self) -> Result<Models> {
        Ok(self.models.clone())
    }

    async fn meaning(&self) -> Result<Meaning> {
        Ok(self.meaning.clone())
    }

    async fn project(&self) -> Result<ProjectGuard> {
        Ok(Box::new(Arc::clone(&self.project)))
    }

    async fn workflows(&self) -> Result<WorkflowService> {
        if let Some(engine) = &self.engine {
            return Ok(engine.clone());
        }
        workflows::open(self.session().await?, |_| {}).await
    }
}
