//! `calibrations.json`: how far servers' own token counts lie from our estimates, by provider and model.
//!
//! A file of its own, since it is written after every call: settings are written only when the author changes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wenfang_llm::providers::ProviderId;
use wenfang_llm::tokens::{Calibration, TokenCounter};

use crate::files::{self, Read};

/// What was learnt, by provider and model, and where it is kept.
pub(super) struct Calibrations {
    path: PathBuf,
    learnt: BTreeMap<String, BTreeMap<String, Calibration>>,
}

impl Calibrations {
    /// Reads what was learnt; nothing, where that cannot be read.
    pub(super) fn read(folder: &Path) -> Self {
        let path = folder.join("calibrations.json");
        let learnt = match files::read(&path) {
            Read::Found(learnt) => learnt,
            Read::Absent | Read::Broken => BTreeMap::new(),
        };
        Self { path, learnt }
    }

    /// The counter for a model, with what its server has taught.
    pub(super) fn counter(&self, provider: &ProviderId, model: &str) -> TokenCounter {
        let learnt = self.learnt.get(provider.as_str()).and_then(|models| models.get(model));
        TokenCounter::calibrated(model, learnt.copied().unwrap_or_default())
    }

    /// Notes what a counter has learnt. Where it cannot be stored it holds until the end of the program.
    pub(super) fn note(&mut self, provider: &ProviderId, model: &str, counter: &TokenCounter) {
        let models = self.learnt.entry(provider.as_str().to_owned()).or_default();
        if models.insert(model.to_owned(), *counter.calibration()) != Some(*counter.calibration()) {
            let _ = files::write(&self.path, &self.learnt);
        }
    }

    /// Forgets a provider that is no more.
    pub(super) fn forget(&mut self, provider: &ProviderId) {
        if self.learnt.remove(provider.as_str()).is_some() {
            let _ = files::write(&self.path, &self.learnt);
        }
    }
}
