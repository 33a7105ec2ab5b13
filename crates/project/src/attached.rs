//! What is derived from an open project and kept as long as it is open: one value a type, made when first asked for.
//!
//! Nothing here is the author's; all of it can be made again from the file.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The values, by their types.
#[derive(Debug, Default)]
pub(crate) struct Attached(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl Attached {
    pub(crate) fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let value = values.entry(TypeId::of::<T>()).or_insert_with(|| Arc::new(T::default()));
        // A value stands under its own type, so this never makes a second one.
        Arc::clone(value).downcast().unwrap_or_default()
    }
}
