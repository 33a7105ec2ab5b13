//! The downloadable models, each pinned to a revision, sizes and hashes.
//!
//! Only files whose hash at that revision is confirmed by more than one source are downloaded. The small
//! configuration files beside them are facts about the model and are [written](WrittenFile) by us, so that nothing
//! unpinned is ever read.

use serde::Deserialize;

/// A downloadable model.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Model {
    /// Its short name and folder name: ASCII letters, digits, `-`, `_` and `.`.
    pub id: String,
    /// Its name on the hub, `owner/name`.
    pub repository: String,
    /// The commit to download.
    pub revision: String,
    pub licence: String,
    /// The files to download, the largest last.
    pub files: Vec<RemoteFile>,
    /// The files to write beside them.
    pub written: Vec<WrittenFile>,
}

impl Model {
    /// The total size of the downloaded files in bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }
}

/// A file to download.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RemoteFile {
    /// Its name, on the hub and in the folder.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// SHA-256 of its bytes, 64 lower-case hex digits.
    pub sha256: String,
}

/// A small configuration file that we write.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct WrittenFile {
    /// Its path in the folder, with `/`.
    pub name: String,
    pub text: String,
}

/// The downloadable models; the first is the suggested one.
pub fn catalogue() -> Vec<Model> {
    vec![bge_small_zh()]
}

/// BGE small, Chinese, version 1.5: vectors of 512 floats, 4 layers. Sizes and hashes match those that several public
/// projects pin for this revision.
fn bge_small_zh() -> Model {
    let file = |name: &str, size: u64, sha256: &str| RemoteFile {
        name: name.to_owned(),
        size,
        sha256: sha256.to_owned(),
    };
    let written = |name: &str, text: &str| WrittenFile { name: name.to_owned(), text: text.to_owned() };
    Model {
        id: "bge-small-zh-v1.5".to_owned(),
        repository: "BAAI/bge-small-zh-v1.5".to_owned(),
        revision: "7999e1d3359715c523056ef9478215996d62a620".to_owned(),
        licence: "MIT".to_owned(),
        files: vec![
            file("vocab.txt", 109_540, "45bbac6b341c319adc98a532532882e91a9cefc0329aa57bac9ae761c27b291c"),
            file(
                "tokenizer.json",
                439_125,
                "48cea5d44424912a6fd1ea647bf4fe50b55ab8b1e5879c3275f80e339e8fae26",
            ),
            file(
                "model.safetensors",
                95_827_648,
                "354763b9b1357bc9c44f62c6be2276321081ed2567773608c0d0785b61d5a026",
            ),
        ],
        written: vec![
            written("config.json", include_str!("catalogue/bge-small-zh-v1.5/config.json")),
            written("modules.json", include_str!("catalogue/bge-small-zh-v1.5/modules.json")),
            written("1_Pooling/config.json", include_str!("catalogue/bge-small-zh-v1.5/pooling.json")),
            written("sentence_bert_config.json", include_str!("catalogue/bge-small-zh-v1.5/sentence.json")),
        ],
    }
}

/// Whether a catalogue entry is valid: names stay in the folder, hashes are well-formed, nothing is duplicated.
pub fn is_sound(model: &Model) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.starts_with('.')
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
    };
    let names = || {
        let fetched = model.files.iter().map(|file| file.name.as_str());
        fetched.chain(model.written.iter().map(|file| file.name.as_str()))
    };
    let is_hash = |hash: &str| {
        hash.len() == 64 && hash.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let distinct: std::collections::HashSet<&str> = names().collect();
    plain(&model.id)
        && !model.files.is_empty()
        && names().all(|name| name.split('/').all(plain))
        && distinct.len() == names().count()
        && model.repository.split('/').all(plain)
        && plain(&model.revision)
        && model.files.iter().all(|file| is_hash(&file.sha256))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_valid() {
        for model in catalogue() {
            assert!(is_sound(&model), "{model:?}");
            for file in &model.written {
                assert!(serde_json::from_str::<serde_json::Value>(&file.text).is_ok(), "{}", file.name);
            }
        }
    }

    #[test]
    fn unsafe_names_duplicates_and_bad_hashes_are_refused() {
        let good = bge_small_zh();
        for name in ["../vocab.txt", "/etc/passwd", "a//b", "", ".hidden", "a\\b", "C:vocab"] {
            let mut bad = good.clone();
            bad.written[0].name = name.to_owned();
            assert!(!is_sound(&bad), "{name}");
            let mut bad = good.clone();
            bad.files[0].name = name.to_owned();
            assert!(!is_sound(&bad), "{name}");
        }
        let mut duplicate = good.clone();
        duplicate.files[1].name = duplicate.files[0].name.clone();
        assert!(!is_sound(&duplicate));
        let mut hash = good;
        hash.files[0].sha256.make_ascii_uppercase();
        assert!(!is_sound(&hash));
    }
}
