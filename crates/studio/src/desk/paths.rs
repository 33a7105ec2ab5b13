//! Tokens for paths: the window refers to files by tokens it was given, never by paths.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

use wenfang_usecase::{Error, Result};

/// The paths the author chose or opened, by token.
#[derive(Default)]
pub(super) struct Paths {
    last: u64,
    known: HashMap<String, PathBuf>,
}

impl Paths {
    /// Returns the token of a path, always the same for the same path.
    pub(super) fn token(&mut self, path: &Path) -> String {
        if let Some((token, _)) = self.known.iter().find(|(_, known)| *known == path) {
            return token.clone();
        }
        self.last += 1;
        let token = format!("path-{}", self.last);
        self.known.insert(token.clone(), path.to_owned());
        token
    }

    /// Returns the path of a token.
    ///
    /// # Errors
    /// [`wenfang_usecase::Code::BadRequest`] for an unknown token.
    pub(super) fn require(&self, token: &str) -> Result<PathBuf> {
        self.known.get(token).cloned().ok_or_else(|| {
            Error::bad_request("the file is not one that was chosen", "Nothing was changed. Choose it again.")
        })
    }

    /// Replaces the token in a field of a request by its path. A missing field stays missing.
    ///
    /// # Errors
    /// [`wenfang_usecase::Code::BadRequest`] for a token that the author did not choose, and for a path that is not Unicode.
    pub(super) fn resolve(&self, field: &str, request: &mut Value) -> Result<()> {
        let Some(value) = request.get_mut(field) else { return Ok(()) };
        let path = self.require(value.as_str().unwrap_or_default())?;
        *value = serde_json::to_value(path).map_err(|error| {
            Error::bad_request(
                error.to_string(),
                "Nothing was changed. Choose a path without unreadable characters.",
            )
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_tokens_resolve_to_paths() {
        let mut paths = Paths::default();
        let token = paths.token(Path::new("/novels/a.txt"));
        assert_eq!(token, paths.token(Path::new("/novels/a.txt")), "one token per path");
        let mut request = json!({ "source": token, "split": "auto" });
        paths.resolve("source", &mut request).unwrap();
        assert_eq!(request["source"], "/novels/a.txt");
        for forged in
            [json!({ "source": "/etc/passwd" }), json!({ "source": 1 }), json!({ "source": "path-9" })]
        {
            let mut request = forged.clone();
            let refused = paths.resolve("source", &mut request).unwrap_err();
            assert_eq!(refused.code, wenfang_usecase::Code::BadRequest);
            assert_eq!(request, forged);
        }
    }
}
