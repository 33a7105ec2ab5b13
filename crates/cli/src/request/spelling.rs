//! Requests for English spelling.

use serde_json::json;

use super::checks::within;
use super::{Request, read, write};
use crate::args::spelling::{Check, Spelling};

pub(super) fn spelling(wanted: &Spelling) -> Request<'_> {
    match wanted {
        Spelling::Check(Check { file, text, .. }) if !text.is_empty() => {
            read(file, "spelling.check", json!({ "pieces": text }))
        }
        Spelling::Check(check) => {
            let request = json!({ "scope": within(&check.within), "limit": check.limit });
            read(&check.file, "spelling.scan", request)
        }
        Spelling::Suggest(of) => read(&of.file, "spelling.suggest", json!({ "word": of.word })),
        Spelling::Words(of) => read(&of.file, "spelling.words", json!({})),
        Spelling::Add(of) => write(&of.file, "spelling.add", json!({ "word": of.word })),
        Spelling::Remove(of) => write(&of.file, "spelling.remove", json!({ "word": of.word })),
        Spelling::Dictionaries(of) => read(&of.file, "spelling.dictionaries", json!({})),
        Spelling::Use { file, name } => write(file, "spelling.choose", json!({ "dictionary": name })),
    }
}
