//! `meaning.json`: the settings of the embedding model on this machine.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wenfang_usecase::files::Read;
use wenfang_usecase::{Result, files};

use super::verdicts::Verdict;

/// The model in use.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ModelChoice {
    /// None; the fallback is used.
    #[default]
    None,
    /// A model in a folder of the author's.
    Folder { path: PathBuf },
    /// A downloaded model of the catalogue.
    Downloaded { model: String },
}

/// The arithmetic of the vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelScheme {
    /// 32-bit floats.
    #[default]
    F32,
    /// 8-bit integers: several times faster, slightly less exact.
    Int8,
}

/// The engine that the author wants to compute vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum EngineChoice {
    /// The fast engine where it agrees with the reference engine, otherwise the reference engine.
    #[default]
    Auto,
    /// The reference engine, candle: several times slower, in floats only.
    Candle,
}

/// A model with its scheme.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct InUse {
    pub(super) choice: ModelChoice,
    pub(super) scheme: ModelScheme,
}

/// The settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    pub(super) choice: ModelChoice,
    pub(super) scheme: ModelScheme,
    pub(super) engine: EngineChoice,
    /// The model before the last change.
    pub(super) previous: Option<InUse>,
    /// None for all cores but one.
    pub(super) threads: Option<u32>,
    pub(super) pause_on_battery: bool,
    /// The author's own mirrors, used before the public ones.
    pub(super) mirrors: Vec<String>,
    /// The results of comparing the two engines.
    pub(super) verdicts: Vec<Verdict>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            choice: ModelChoice::None,
            scheme: ModelScheme::F32,
            engine: EngineChoice::Auto,
            previous: None,
            threads: None,
            pause_on_battery: true,
            mirrors: Vec::new(),
            verdicts: Vec::new(),
        }
    }
}

impl Settings {
    pub(super) fn in_use(&self) -> InUse {
        // The fallback and the reference engine have only one scheme.
        let scheme = match (&self.choice, self.engine) {
            (ModelChoice::None, _) | (_, EngineChoice::Candle) => ModelScheme::F32,
            _ => self.scheme,
        };
        InUse { choice: self.choice.clone(), scheme }
    }

    /// Changes the model in use and remembers the previous one.
    pub(super) fn use_from_now_on(&mut self, choice: ModelChoice) {
        self.change_in_use(|settings| settings.choice = choice);
    }

    /// Changes how vectors are computed and remembers the previous model if they differ from now on.
    pub(super) fn change_in_use(&mut self, change: impl FnOnce(&mut Self)) {
        let before = self.in_use();
        change(self);
        if self.in_use() != before {
            self.previous = Some(before);
        }
    }

    /// Removes a choice, switching to the fallback if it is in use.
    pub(super) fn forget(&mut self, choice: &ModelChoice) {
        if self.choice == *choice {
            self.use_from_now_on(ModelChoice::None);
        }
        if self.previous.as_ref().is_some_and(|before| before.choice == *choice) {
            self.previous = None;
        }
    }
}

/// The settings with their file.
pub(super) struct SettingsStore {
    path: PathBuf,
    settings: Settings,
}

impl SettingsStore {
    /// Reads the settings. A file that cannot be read is set aside and the defaults are used.
    pub(super) fn read(folder: &Path) -> Self {
        let path = folder.join("meaning.json");
        let settings = match files::read::<Settings>(&path) {
            Read::Found(settings) => settings,
            Read::Absent | Read::Broken => Settings::default(),
        };
        Self { path, settings }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes and stores the settings; nothing changes if the write fails.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Settings)) -> Result<()> {
        let mut settings = self.settings.clone();
        change(&mut settings);
        if settings != self.settings {
            files::write(&self.path, &settings)?;
            self.settings = settings;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn downloaded() -> ModelChoice {
        ModelChoice::Downloaded { model: "tiny".to_owned() }
    }

    #[test]
    fn the_previous_model_is_remembered() {
        let mut settings = Settings::default();
        settings.use_from_now_on(downloaded());
        assert_eq!(settings.previous, Some(InUse::default()));
        settings.use_from_now_on(downloaded());
        assert_eq!(settings.previous, Some(InUse::default()), "nothing changed");
        settings.change_in_use(|settings| settings.scheme = ModelScheme::Int8);
        assert_eq!(settings.previous, Some(InUse { choice: downloaded(), scheme: ModelScheme::F32 }));
        settings.forget(&downloaded());
        assert_eq!((settings.in_use(), settings.previous), (InUse::default(), None));
    }

    #[test]
    fn the_scheme_does_not_affect_the_fallback() {
        let mut settings = Settings::default();
        settings.change_in_use(|settings| settings.scheme = ModelScheme::Int8);
        assert_eq!((settings.scheme, &settings.previous), (ModelScheme::Int8, &None));
        settings.use_from_now_on(downloaded());
        assert_eq!(settings.in_use().scheme, ModelScheme::Int8);
    }

    #[test]
    fn the_reference_engine_computes_in_floats() {
        let mut settings = Settings { scheme: ModelScheme::Int8, ..Settings::default() };
        settings.use_from_now_on(downloaded());
        settings.change_in_use(|settings| settings.engine = EngineChoice::Candle);
        assert_eq!(settings.in_use().scheme, ModelScheme::F32);
        assert_eq!(settings.previous.map(|before| before.scheme), Some(ModelScheme::Int8));
    }

    #[test]
    fn a_model_with_its_engine_follows_the_current_one() {
        let mut settings = Settings { scheme: ModelScheme::Int8, ..Settings::default() };
        settings.use_from_now_on(downloaded());
        settings.change_in_use(|settings| {
            settings.choice = ModelChoice::Folder { path: "hub".into() };
            settings.engine = EngineChoice::Candle;
        });
        assert_eq!(settings.previous, Some(InUse { choice: downloaded(), scheme: ModelScheme::Int8 }));
    }

    #[test]
    fn settings_persist_and_a_broken_file_is_set_aside() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SettingsStore::read(folder.path());
        assert_eq!(*store.settings(), Settings::default());
        store.change(|settings| settings.use_from_now_on(downloaded())).unwrap();
        store.change(|settings| settings.threads = Some(3)).unwrap();
        let again = SettingsStore::read(folder.path());
        assert_eq!(again.settings(), store.settings());
        let path = folder.path().join("meaning.json");
        std::fs::write(&path, "{ half").unwrap();
        assert_eq!(*SettingsStore::read(folder.path()).settings(), Settings::default());
        assert!(folder.path().join("meaning.json.broken").exists());
        std::fs::write(&path, r#"{ "threads": 2, "gone": true }"#).unwrap();
        let older = SettingsStore::read(folder.path());
        assert_eq!((older.settings().threads, older.settings().pause_on_battery), (Some(2), true));
    }
}
