//! Imports that are refused: what to do, and the reason for the window.

use serde_json::{Value, json};
use wenfang_interchange::{BinaryKind, DecodeError, ImportError, ReadError};

use super::{Code, Error};

/// What to do about a document that cannot be read.
fn document_hint(error: &ReadError) -> &'static str {
    match error {
        ReadError::Refused { .. } => {
            "Nothing was changed. Open it in its own program, save it as a Word document (.docx), and import that."
        }
        ReadError::Protected => {
            "Nothing was changed. Open it in its own program, remove the password, and save it again. Books with copy protection cannot be imported."
        }
        ReadError::Misnamed { kind: Some(BinaryKind::OldOffice), .. } => {
            "Nothing was changed. Open it in Word, save it as a Word document (.docx), and import that."
        }
        ReadError::Misnamed { .. } => {
            "Nothing was changed. The file has a wrong name. Choose the document itself; a text file needs the ending .txt."
        }
        ReadError::WrongFormat { .. } | ReadError::MissingEntry { .. } => {
            "Nothing was changed. The file may have a wrong name; open it in its own program and save it again."
        }
        ReadError::Entities { .. } => {
            "Nothing was changed. Files that declare entities are refused because they may read other files."
        }
        ReadError::TooLarge { .. } => "Nothing was changed. Split the document and import its parts.",
        ReadError::DamagedArchive { .. } | ReadError::DamagedXml { .. } | ReadError::Damaged { .. } => {
            "Nothing was changed. The file is damaged; open it in its own program and save it again, or use another copy."
        }
    }
}

/// The name of the reason, for the window.
fn document_reason(error: &ReadError) -> &'static str {
    match error {
        ReadError::Refused { .. } => "refused",
        ReadError::Protected => "protected",
        ReadError::Misnamed { .. } => "misnamed",
        ReadError::WrongFormat { .. } | ReadError::MissingEntry { .. } => "wrong_format",
        ReadError::Entities { .. } => "entities",
        ReadError::TooLarge { .. } => "too_large",
        ReadError::DamagedArchive { .. } | ReadError::DamagedXml { .. } | ReadError::Damaged { .. } => {
            "damaged"
        }
    }
}

/// The reason and what it is about, for the window.
fn import_details(error: &ImportError) -> Value {
    match error {
        ImportError::Decode(DecodeError::Undecodable { offset, best, .. }) => {
            json!({ "offset": offset, "encoding": best })
        }
        ImportError::Decode(error) => decode_details(error, None),
        ImportError::File { name, error } => decode_details(error, Some(name)),
        ImportError::Document { name, error: reason @ ReadError::Misnamed { named, kind } } => {
            json!({
                "document": document_reason(reason),
                "named": named.name(),
                "is": kind.map(BinaryKind::name),
                "file": name,
            })
        }
        ImportError::Document { name, error } => json!({ "document": document_reason(error), "file": name }),
        ImportError::NotReturned => json!({ "document": "not_returned" }),
        ImportError::NoText => json!({ "document": "no_text" }),
        ImportError::NoFiles => json!({ "document": "no_files" }),
        ImportError::TooMuchWork { .. } => json!({ "document": "too_much_work" }),
    }
}

fn decode_details(error: &DecodeError, file: Option<&str>) -> Value {
    match error {
        DecodeError::Empty => json!({ "document": "empty", "file": file }),
        DecodeError::NotText(kind) => json!({ "document": "not_text", "is": kind.name(), "file": file }),
        DecodeError::TooLarge { .. } | DecodeError::TooManyLines { .. } => {
            json!({ "document": "too_large", "file": file })
        }
        DecodeError::Undecodable { .. } => json!({ "document": "undecodable", "file": file }),
    }
}

impl From<ImportError> for Error {
    fn from(error: ImportError) -> Self {
        let hint = match &error {
            ImportError::Decode(inner) | ImportError::File { error: inner, .. } => match inner {
                DecodeError::Empty => "Nothing was changed. Choose a file with text.",
                DecodeError::TooLarge { .. } | DecodeError::TooManyLines { .. } => {
                    "Nothing was changed. Split the file and import its parts."
                }
                DecodeError::NotText(BinaryKind::Unknown) => {
                    "Nothing was changed. The file may be damaged; open it in its own program and save it as plain text."
                }
                DecodeError::NotText(_) => {
                    "Nothing was changed. Open it in its own program and save it as plain text (.txt)."
                }
                DecodeError::Undecodable { .. } => {
                    "Nothing was changed. Name the encoding (`--encoding`), or import with the damaged characters replaced (`--lossy`)."
                }
            },
            ImportError::TooMuchWork { .. } => {
                "Nothing was changed. Use smaller repetitions in the pattern, or import a list of titles (`--titles`)."
            }
            ImportError::NotReturned => {
                "Nothing was changed. Choose the Word, OpenDocument or RTF file that the reader sent back, or save it as one."
            }
            ImportError::NoText => "Nothing was changed. Choose a document with text; pictures have none.",
            ImportError::NoFiles => {
                "Nothing was changed. Choose a folder with texts (.txt, .md) or documents."
            }
            ImportError::Document { error, .. } => document_hint(error),
        };
        let details = import_details(&error);
        Self::new(Code::ImportRefused, error.to_string(), hint).with(details)
    }
}
