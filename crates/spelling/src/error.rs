//! Why a dictionary cannot be used.

/// Why a dictionary cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The `.aff` file names an encoding that is not known.
    #[error("its encoding {0} is not known")]
    UnknownEncoding(String),
    /// The bytes of a file are not in the encoding that the `.aff` file names.
    #[error("its {file} file is not in the encoding {encoding}")]
    NotInEncoding {
        /// `.aff` or `.dic`.
        file: &'static str,
        /// The encoding that is named.
        encoding: &'static str,
    },
    /// The files are not those of a Hunspell dictionary.
    #[error("it is no Hunspell dictionary: {0}")]
    Malformed(String),
    /// The `.dic` file holds far fewer words than it says.
    #[error("it says that it has {said} words and holds {held}: a part of it is missing")]
    CutShort {
        /// The number in its first line.
        said: usize,
        /// The lines that follow.
        held: usize,
    },
}
