//! `calibrations.json`: how our token estimates compare with the servers' counts, by provider and model.
//!
//! This is a separate file because it may change with every call; settings change only when the author changes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wenfang_llm::providers::ProviderId;
use wenfang_llm::tokens::{Calibration, TokenCounter};

use wenfang_usecase::files;
use wenfang_usecase::files::Read;

/// The calibrations by provider and model, with their file.
pub(super) struct Calibrations {
    path: PathBuf,
    learnt: BTreeMap<String, BTreeMap<String, Calibration>>,
}

impl Calibrations {
    /// Reads the calibrations; empty if the file cannot be read.
    pub(super) fn read(folder: &Path) -> Self {
        let path = folder.join("calibrations.json");
        let learnt = match files::read(&path) {
            Read::Found(learnt) => learnt,
            Read::Absent | Read::Broken => BTreeMap::new(),
        };
        Self { path, learnt }
    }

    /// Returns the token counter of a model, with its calibration if one is known.
    pub(super) fn counter(&self, provider: &ProviderId, model: &str) -> TokenCounter {
        let learnt = self.learnt.get(provider.as_str()).and_then(|models| models.get(model));
        TokenCounter::calibrated(model, learnt.copied().unwrap_or_default())
    }

    /// Stores the calibration of a counter. If the file cannot be written, it is kept until the program ends.
    pub(super) fn note(&mut self, provider: &ProviderId, model: &str, counter: &TokenCounter) {
        let models = self.learnt.entry(provider.as_str().to_owned()).or_default();
        if models.insert(model.to_owned(), *counter.calibration()) != Some(*counter.calibration()) {
            let _ = files::write(&self.path, &self.learnt);
        }
    }

    /// Removes the calibrations of a deleted provider.
    pub(super) fn forget(&mut self, provider: &ProviderId) {
        if self.learnt.remove(provider.as_str()).is_some() {
            let _ = files::write(&self.path, &self.learnt);
        }
    }
}
