//! The dictionaries of this machine: found in the standard folders of the system, loaded on first use.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;
use wenfang_project::{Project, meta, read_regular, settings};
use wenfang_spelling::{Speller, Surroundings, choose as choose_of, name_of, standard_folders};
use wenfang_text::NovelLanguage;
use wenfang_usecase::{Code, Error, Folders, NoParams, Result, aside};

use super::SpellingState;

/// Maximum size of a `.aff` file in bytes; the English one has a few thousand.
const MAX_AFF_BYTES: usize = 8 << 20;
/// Maximum size of a `.dic` file in bytes; the English one has less than a million.
const MAX_DIC_BYTES: usize = 32 << 20;
/// Maximum number of files read per folder.
const MAX_FILES: usize = 10_000;

/// The dictionaries of this machine, shared by all callers.
#[derive(Clone)]
pub struct Dictionaries {
    inner: Arc<Inner>,
}

struct Inner {
    /// The folder for the author's own dictionaries.
    own: PathBuf,
    /// All folders, the author's own first.
    folders: Vec<PathBuf>,
    /// The English variant of the system, as in `en_GB`.
    english: Option<String>,
    cache: tokio::sync::Mutex<DictionaryCache>,
}

/// The dictionaries that were found, and the one that was loaded last.
#[derive(Default)]
struct DictionaryCache {
    /// The folder of each dictionary by name; `None` before the first search.
    found: Option<Arc<BTreeMap<String, PathBuf>>>,
    loaded: Option<(PathBuf, Loaded)>,
}

/// A loaded dictionary, or why it cannot be used.
type Loaded = std::result::Result<Arc<Speller>, String>;

impl Dictionaries {
    /// Creates the list of dictionaries; no folder is read before the first use.
    pub fn new(folders: &Folders) -> Self {
        let variable = |name: &str| std::env::var_os(name);
        let around = Surroundings { system: std::env::consts::OS, variable: &variable };
        let own = folders.config.join("dictionaries");
        Self::within(own, standard_folders(&around), around.english())
    }

    fn within(own: PathBuf, standard: Vec<PathBuf>, english: Option<String>) -> Self {
        let folders = std::iter::once(own.clone()).chain(standard).collect();
        Self { inner: Arc::new(Inner { own, folders, english, cache: tokio::sync::Mutex::default() }) }
    }

    /// The folder of each dictionary by name.
    async fn found(&self) -> Result<Arc<BTreeMap<String, PathBuf>>> {
        self.found_in(&mut *self.inner.cache.lock().await).await
    }

    async fn found_in(&self, cache: &mut DictionaryCache) -> Result<Arc<BTreeMap<String, PathBuf>>> {
        if let Some(found) = &cache.found {
            return Ok(Arc::clone(found));
        }
        let folders = self.inner.folders.clone();
        let found = Arc::new(aside(move || find_dictionaries(&folders)).await?);
        cache.found = Some(Arc::clone(&found));
        Ok(found)
    }

    /// Clears the cache, since the author may have installed a dictionary.
    async fn clear_cache(&self) {
        *self.inner.cache.lock().await = DictionaryCache::default();
    }

    /// Returns the dictionary to use and loads it on first use; `None` if there is none for this novel.
    async fn used(&self, chosen: Option<&str>) -> Result<Option<Loaded>> {
        let mut cache = self.inner.cache.lock().await;
        let found = self.found_in(&mut cache).await?;
        let Some((name, folder)) = self.pick(&found, chosen) else { return Ok(None) };
        let path = folder.join(name);
        if let Some((_, loaded)) = cache.loaded.as_ref().filter(|(loaded_path, _)| *loaded_path == path) {
            return Ok(Some(loaded.clone()));
        }
        let files = path.clone();
        let loaded = aside(move || load(&files)).await?;
        cache.loaded = Some((path, loaded.clone()));
        Ok(Some(loaded))
    }

    fn pick<'f>(
        &self,
        found: &'f BTreeMap<String, PathBuf>,
        chosen: Option<&str>,
    ) -> Option<(&'f String, &'f PathBuf)> {
        let names: Vec<String> = found.keys().cloned().collect();
        found.get_key_value(choose_of(&names, chosen, self.inner.english.as_deref())?)
    }
}

/// Finds the dictionaries in these folders; the first of several with the same name wins.
fn find_dictionaries(folders: &[PathBuf]) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    for folder in folders {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries.take(MAX_FILES).flatten() {
            let path = entry.path();
            let is_words = path.extension().is_some_and(|ending| ending == "dic");
            let name = path.file_stem().and_then(|stem| stem.to_str()).filter(|stem| name_of(stem).is_some());
            if let Some(name) = name.filter(|_| is_words && path.with_extension("aff").is_file()) {
                found.entry(name.to_owned()).or_insert_with(|| folder.clone());
            }
        }
    }
    found
}

/// Loads the dictionary in `….aff` and `….dic`.
fn load(files: &Path) -> Loaded {
    let read = |ending: &str, most: usize| {
        read_regular(&files.with_extension(ending), most).map_err(|error| error.to_string())
    };
    let (aff, dic) = (read("aff", MAX_AFF_BYTES)?, read("dic", MAX_DIC_BYTES)?);
    match Speller::new(&aff, &dic) {
        Ok(speller) => Ok(Arc::new(speller)),
        Err(error) => {
            tracing::warn!(?error, "a dictionary cannot be used");
            Err(format!("{}: {error}", files.display()))
        }
    }
}

#[derive(Default)]
struct Attached(Mutex<Option<Dictionaries>>);

/// Makes the dictionaries of this machine available to the commands of an open project.
pub fn attach(project: &Project, dictionaries: Dictionaries) {
    let attached = project.attached::<Attached>();
    *attached.0.lock() = Some(dictionaries);
}

fn attached(project: &Project) -> Option<Dictionaries> {
    project.attached::<Attached>().0.lock().clone()
}

/// The speller, or why spelling cannot be checked.
pub(super) type Ready = std::result::Result<Arc<Speller>, SpellingState>;

/// The speller for an English novel, loaded on first use.
pub(super) async fn speller(project: &Project) -> Result<Ready> {
    let mut tx = project.begin_read().await?;
    if !is_english(&mut tx).await? {
        return Ok(Err(SpellingState::NotEnglish));
    }
    let chosen = chosen(&mut tx).await?;
    drop(tx);
    let Some(dictionaries) = attached(project) else { return Ok(Err(SpellingState::NoDictionary)) };
    Ok(match dictionaries.used(chosen.as_deref()).await? {
        Some(Ok(speller)) => Ok(speller),
        Some(Err(_)) => Err(SpellingState::Unusable),
        None => Err(SpellingState::NoDictionary),
    })
}

async fn is_english(conn: &mut SqliteConnection) -> Result<bool> {
    Ok(NovelLanguage::of_tag(&meta::require(conn).await?.language) == Some(NovelLanguage::En))
}

const SETTING: &str = "spelling.dictionary";

/// The dictionary that the author chose for this novel.
async fn chosen(conn: &mut SqliteConnection) -> Result<Option<String>> {
    Ok(settings::get(conn, SETTING).await?.filter(|name| !name.is_empty()))
}

/// The dictionaries of this machine, and the one used for this novel.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SpellingDictionaries {
    /// Whether spelling can be checked.
    pub state: SpellingState,
    pub dictionaries: Vec<SpellingDictionary>,
    /// The name of the dictionary in use; none if there is none.
    pub used: Option<String>,
    /// The name of the dictionary chosen for this novel; none if the system decides.
    pub chosen: Option<String>,
    /// Why the dictionary cannot be used; none if it can.
    pub trouble: Option<String>,
    /// The folder for the author's own dictionaries: `….aff` and `….dic` files.
    pub own_folder: String,
}

/// A dictionary found on this machine.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct SpellingDictionary {
    /// Its name, as in `en_GB`.
    pub name: String,
    /// Its folder, for display.
    pub folder: String,
}

/// Searches for dictionaries again and lists them.
pub async fn list(project: &Project, _: NoParams) -> Result<SpellingDictionaries> {
    if let Some(dictionaries) = attached(project) {
        dictionaries.clear_cache().await;
    }
    view(project).await
}

async fn view(project: &Project) -> Result<SpellingDictionaries> {
    let mut tx = project.begin_read().await?;
    let (english, chosen) = (is_english(&mut tx).await?, chosen(&mut tx).await?);
    drop(tx);
    let mut view = SpellingDictionaries {
        state: SpellingState::NoDictionary,
        dictionaries: Vec::new(),
        used: None,
        trouble: None,
        own_folder: String::new(),
        chosen,
    };
    if let Some(dictionaries) = attached(project) {
        let found = dictionaries.found().await?;
        let used = dictionaries.pick(&found, view.chosen.as_deref());
        view.used = used.map(|(name, _)| name.clone());
        view.own_folder = dictionaries.inner.own.display().to_string();
        match dictionaries.used(view.chosen.as_deref()).await? {
            Some(Ok(_)) => view.state = SpellingState::Ready,
            Some(Err(trouble)) => (view.state, view.trouble) = (SpellingState::Unusable, Some(trouble)),
            None => {}
        }
        let shown = |(name, folder): (&String, &PathBuf)| SpellingDictionary {
            name: name.clone(),
            folder: folder.display().to_string(),
        };
        view.dictionaries = found.iter().map(shown).collect();
    }
    if !english {
        view.state = SpellingState::NotEnglish;
    }
    Ok(view)
}

/// A request to choose the dictionary for this novel.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ChooseSpelling {
    /// Its name; `null` lets the system decide.
    pub dictionary: Option<String>,
}

/// Chooses a dictionary for this novel.
///
/// # Errors
/// [`Code::NotFound`] for a dictionary that is not installed.
pub async fn choose(project: &Project, request: ChooseSpelling) -> Result<SpellingDictionaries> {
    if let Some(name) = &request.dictionary {
        let found = match attached(project) {
            Some(dictionaries) => dictionaries.found().await?,
            None => Arc::default(),
        };
        if !found.contains_key(name) {
            return Err(Error::new(
                Code::NotFound,
                format!("the dictionary {name} is not installed"),
                "Nothing was changed. Choose an installed dictionary.",
            ));
        }
    }
    let mut tx = project.begin_write().await?;
    settings::set(&mut tx, SETTING, request.dictionary.as_deref().unwrap_or_default()).await?;
    tx.commit().await?;
    view(project).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, aff: &str, dic: &str) {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join(format!("{name}.aff")), aff).unwrap();
        std::fs::write(folder.join(format!("{name}.dic")), dic).unwrap();
    }

    #[tokio::test]
    async fn the_authors_own_dictionary_takes_precedence() {
        let home = tempfile::tempdir().unwrap();
        let (own, system) = (home.path().join("own"), home.path().join("system"));
        write(&own, "en_GB", "SET UTF-8\n", "1\ncolour\n");
        write(&system, "en_GB", "SET UTF-8\n", "1\ncolor\n");
        write(&system, "en_US", "SET UTF-8\n", "9000\ncolor\n");
        write(&system, "fr_FR", "SET UTF-8\n", "1\ncouleur\n");
        std::fs::write(system.join("en_AU.dic"), "1\nno\n").unwrap();
        let dictionaries = Dictionaries::within(own.clone(), vec![system], Some("en_GB".to_owned()));
        let found = dictionaries.found().await.unwrap();
        assert_eq!(found.keys().collect::<Vec<_>>(), ["en_GB", "en_US"]);
        assert_eq!(found["en_GB"], own);
        assert!(dictionaries.used(None).await.unwrap().unwrap().is_ok());
        let damaged = dictionaries.used(Some("en_US")).await.unwrap().unwrap().unwrap_err();
        assert!(damaged.contains("en_US") && damaged.contains("a part of it is missing"), "{damaged}");
    }

    #[tokio::test]
    async fn searching_again_finds_a_newly_installed_dictionary() {
        let home = tempfile::tempdir().unwrap();
        let own = home.path().join("own");
        let dictionaries = Dictionaries::within(own.clone(), Vec::new(), None);
        assert!(dictionaries.used(None).await.unwrap().is_none());
        write(&own, "en_US", "SET UTF-8\n", "1\ncolor\n");
        assert!(dictionaries.used(None).await.unwrap().is_none());
        dictionaries.clear_cache().await;
        assert!(dictionaries.used(None).await.unwrap().unwrap().is_ok());
    }
}
