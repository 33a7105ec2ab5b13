//! Values derived from an open project and cached while it is open: one value per type, created on first use.
//!
//! Nothing here is the author's data; everything can be rebuilt from the file.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;

/// The cached values by type.
#[derive(Debug, Default)]
pub(crate) struct Attached(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Attached {
    pub(crate) fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut values = self.0.lock();
        let value = values.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        // Each value is stored under its own type, so the downcast never fails.
        Arc::clone(value).downcast().unwrap_or_default()
    }
}
