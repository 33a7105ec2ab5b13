//! Finds the folders that hold dictionaries on a machine, and chooses one dictionary.

use std::ffi::OsString;
use std::path::PathBuf;

/// The operating system and environment of a machine.
pub struct Surroundings<'e> {
    /// `linux`, `macos` or `windows`, as in [`std::env::consts::OS`].
    pub system: &'e str,
    /// Looks up an environment variable.
    pub variable: &'e dyn Fn(&str) -> Option<OsString>,
}

impl Surroundings<'_> {
    fn folder(&self, variable: &str) -> Option<PathBuf> {
        (self.variable)(variable).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    /// The language of the system as `en_GB`, without its encoding. `None` if it is unknown or not English.
    pub fn english(&self) -> Option<String> {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| self.folder(name))?;
        let locale = locale.to_str()?.split(['.', '@']).next()?;
        name_of(locale)
    }
}

/// The folders that may hold dictionaries: the author's folders first, then the system's.
pub fn standard_folders(around: &Surroundings<'_>) -> Vec<PathBuf> {
    let below = |variable: &str, below: &str| around.folder(variable).map(|folder| folder.join(below));
    let mut folders: Vec<PathBuf> = Vec::new();
    // Hunspell's own variable.
    folders.extend(around.folder("DICPATH").iter().flat_map(std::env::split_paths));
    match around.system {
        "macos" => {
            folders.extend(below("HOME", "Library/Spelling"));
            folders.extend(MACOS_FOLDERS.map(PathBuf::from));
        }
        "windows" => {
            let programs = ["ProgramFiles", "ProgramFiles(x86)"].into_iter();
            folders.extend(programs.filter_map(|name| below(name, r"LibreOffice\share\extensions\dict-en")));
        }
        _ => {
            folders.extend(
                below("XDG_DATA_HOME", "hunspell").or_else(|| below("HOME", ".local/share/hunspell")),
            );
            folders.extend(LINUX_FOLDERS.map(PathBuf::from));
        }
    }
    folders
}

const LINUX_FOLDERS: [&str; 6] = [
    "/usr/local/share/hunspell",
    "/usr/share/hunspell",
    "/usr/share/myspell",
    "/usr/share/myspell/dicts",
    "/usr/lib/libreoffice/share/extensions/dict-en",
    "/usr/lib64/libreoffice/share/extensions/dict-en",
];

const MACOS_FOLDERS: [&str; 4] = [
    "/Library/Spelling",
    "/opt/homebrew/share/hunspell",
    "/usr/local/share/hunspell",
    "/Applications/LibreOffice.app/Contents/Resources/extensions/dict-en",
];

/// The name of an English dictionary, as `en_GB`, from its file name without extension. `None` for other languages.
pub fn name_of(file: &str) -> Option<String> {
    let name = file.replace('-', "_");
    let mut parts = name.split('_');
    let is_english = parts.next() == Some("en");
    let are_plain = parts.all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric()));
    (is_english && are_plain).then_some(name)
}

/// Chooses from the names in `available`, in this order: the dictionary the author chose, the one for the system's
/// language, `en_US`, `en_GB`, the first.
pub fn choose<'n>(available: &'n [String], chosen: Option<&str>, english: Option<&str>) -> Option<&'n str> {
    let wanted = [chosen, english, Some("en_US"), Some("en_GB")];
    let found = wanted.into_iter().flatten().find_map(|wanted| available.iter().find(|name| *name == wanted));
    found.or(available.first()).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn around<'e>(system: &'e str, variable: &'e dyn Fn(&str) -> Option<OsString>) -> Surroundings<'e> {
        Surroundings { system, variable }
    }

    #[test]
    fn each_system_has_its_own_folders() {
        let home = |name: &str| (name == "HOME").then(|| OsString::from("/home/a"));
        let linux = standard_folders(&around("linux", &home));
        assert_eq!(linux.first().unwrap(), Path::new("/home/a/.local/share/hunspell"));
        assert!(linux.contains(&PathBuf::from("/usr/share/hunspell")));
        let macos = standard_folders(&around("macos", &home));
        assert_eq!(macos[..2], [Path::new("/home/a/Library/Spelling"), Path::new("/Library/Spelling")]);
        let programs = |name: &str| (name == "ProgramFiles").then(|| OsString::from("C:/Programs"));
        let [only] = &standard_folders(&around("windows", &programs))[..] else { panic!() };
        assert!(only.starts_with("C:/Programs"));
        assert_eq!(standard_folders(&around("windows", &home)), Vec::<PathBuf>::new());
    }

    #[test]
    fn english_is_distinguished_from_other_languages() {
        assert_eq!(name_of("en-GB").as_deref(), Some("en_GB"));
        assert_eq!(name_of("en_US").as_deref(), Some("en_US"));
        assert_eq!(name_of("en").as_deref(), Some("en"));
        assert_eq!(
            [name_of("enx"), name_of("de_DE"), name_of("en_../x"), name_of("")],
            [None, None, None, None]
        );
        let language =
            |of: &'static str| around("linux", &|name| (name == "LANG").then(|| of.into())).english();
        assert_eq!(language("en_GB.UTF-8").as_deref(), Some("en_GB"));
        assert_eq!([language("C.UTF-8"), language("zh_CN.UTF-8"), language("")], [None, None, None]);
    }

    #[test]
    fn the_authors_choice_precedes_the_system_language() {
        let available = ["en_AU", "en_GB", "en_US"].map(str::to_owned);
        assert_eq!(choose(&available, Some("en_AU"), Some("en_GB")), Some("en_AU"));
        assert_eq!(choose(&available, Some("en_ZA"), Some("en_GB")), Some("en_GB"));
        assert_eq!(choose(&available, None, None), Some("en_US"));
        assert_eq!(choose(&available[..1], None, None), Some("en_AU"));
        assert_eq!(choose(&[], Some("en_US"), None), None);
    }
}
