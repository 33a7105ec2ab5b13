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
}

impl TestHost {
    /// A host that shares the models of a session.
    pub fn of(project: &Arc<Project>, session: &Session) -> Self {
        Self {
            project: Arc::clone(project),
            models: session.models.clone(),
            meaning: session.meaning.clone(),
        }
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

    /// A new engine for each call; a test that starts runs keeps and closes one itself.
    async fn workflows(&self) -> Result<WorkflowService> {
        workflows::open(self.session().await?, |_| {}).await
    }
}
