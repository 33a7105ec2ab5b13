//! The reasons why a dictionary cannot be used.

/// A reason why a dictionary cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The `.aff` file declares an unknown encoding.
    #[error("unknown encoding: {0}")]
    UnknownEncoding(String),
    /// A file is not in the encoding that the `.aff` file declares.
    #[error("the {file} file is not valid {encoding}")]
    NotInEncoding {
        /// `.aff` or `.dic`.
        file: &'static str,
        /// The declared encoding.
        encoding: &'static str,
    },
    /// The files are not a Hunspell dictionary.
    #[error("not a Hunspell dictionary: {0}")]
    Malformed(String),
    /// The `.dic` file holds far fewer words than it declares.
    #[error("the .dic file declares {said} words but holds {held}: a part of it is missing")]
    CutShort {
        /// The number in the first line.
        said: usize,
        /// The number of lines that follow.
        held: usize,
    },
}
