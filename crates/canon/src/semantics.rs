//! The model of meaning that helps to find a rewritten passage.
//!
//! The commands that look for passages only get the open project, so a host attaches the model to it ([`attach`]). The
//! canon knows nothing more of the model: without one, passages are compared by their characters.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use parking_lot::Mutex;
use wenfang_project::Project;
use wenfang_text::SemanticSearch;

/// A model that is loaded and ready.
pub type Semantics = Arc<dyn SemanticSearch + Send + Sync>;

/// A model of meaning that is loaded when it is first needed.
pub trait SemanticModel: Send + Sync {
    /// Loads the model if necessary; none if there is none or it is unusable.
    fn load(&self) -> BoxFuture<'_, Option<Semantics>>;

    /// The model, if it is already loaded; never waits.
    fn if_loaded(&self) -> Option<Semantics>;
}

#[derive(Default)]
struct Attached(Mutex<Option<Arc<dyn SemanticModel>>>);

/// Makes a model available to the commands of an open project.
pub fn attach(project: &Project, model: Arc<dyn SemanticModel>) {
    *project.attached::<Attached>().0.lock() = Some(model);
}

fn attached(project: &Project) -> Option<Arc<dyn SemanticModel>> {
    project.attached::<Attached>().0.lock().clone()
}

/// Loads the attached model if necessary.
pub(crate) async fn load(project: &Project) -> Option<Semantics> {
    attached(project)?.load().await
}

/// The attached model, if it is already loaded.
pub fn loaded(project: &Project) -> Option<Semantics> {
    attached(project)?.if_loaded()
}
