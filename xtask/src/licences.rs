//! The licences of everything that ships: one text that lists every crate linked into the programs, every package
//! in the page, and Rust's own library, with the notices that their licences require.
//!
//! Invariants: nothing ships without a licence that `deny.toml` allows, or without its notice in the text.

mod crates;
mod packages;
mod rules;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::run::root;
use rules::Rules;

/// A third-party work that ships.
#[derive(Debug)]
struct Part {
    name: String,
    version: String,
    /// The licence expression; empty if none is stated.
    licence: String,
    /// The address of the source; empty if none is stated.
    source: String,
    /// The notices that came with it.
    texts: Vec<String>,
}

/// The licence text for everything that ships; builds the page into `folder` to list its packages.
///
/// # Errors
/// When something ships with a disallowed licence, or without its text.
pub fn third_party(folder: &Path) -> Result<String> {
    let mut parts = crates::linked()?;
    parts.extend(packages::bundled(folder)?);
    text(&parts, &rules()?)
}

/// The rules of every workspace; the tests check each workspace by its own (`tests/tests/house/licences.rs`).
fn rules() -> Result<Rules> {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).context(name.to_owned());
    let mut rules = Rules::read(&read("deny.toml")?);
    rules.add(Rules::read(&read("pdf/deny.toml")?));
    Ok(rules)
}

/// The content of the file, with each notice once.
fn text(parts: &[Part], rules: &Rules) -> Result<String> {
    let mut wrong = Vec::new();
    let mut notices: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut list = String::new();
    for part in parts {
        let Part { name, version, licence, source, texts } = part;
        if !rules.allow(name, licence) {
            wrong.push(format!("{name} {version}: its licence is not allowed: {licence}"));
        }
        if texts.iter().all(|text| text.trim().is_empty()) {
            wrong.push(format!("{name} {version}: no text of its licence ({licence})"));
        }
        list.push_str(format!("{name} {version}  {licence}  {source}").trim_end());
        list.push('\n');
        for text in texts {
            notices.entry(text.trim()).or_default().push(format!("{name} {version}"));
        }
    }
    if !wrong.is_empty() {
        bail!("this cannot ship:\n    {}", wrong.join("\n    "));
    }
    let mut all = format!(
        "Wenfang is built from the works of many others. This file lists them with their licences and, where they say so, the place\n\
         of their source, and then passes on their notices. Wenfang's own licence is MIT or Apache-2.0, as you like.\n\n{list}"
    );
    for (notice, of) in notices {
        let mut of = of;
        of.dedup();
        all.push_str(&format!("\n{}\nOf {}:\n\n{notice}\n", "=".repeat(78), of.join(", ")));
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

    use super::*;
    use crate::run::{cargo, succeeds};

    fn part(name: &str, licence: &str, texts: &[&str]) -> Part {
        let texts = texts.iter().map(|&text| text.to_owned()).collect();
        Part {
            name: name.into(),
            version: "1.0".into(),
            licence: licence.into(),
            source: String::new(),
            texts,
        }
    }

    fn rules() -> Rules {
        Rules::read("\nallow = [\n\"MIT\",\n]\nexceptions = [\n]\n")
    }

    #[test]
    fn each_notice_appears_once_with_all_its_works() {
        let parts = [part("a", "MIT", &["shared\n"]), part("b", "MIT", &["own", " shared"])];
        let text = text(&parts, &rules()).unwrap();
        assert_eq!(text.matches("shared").count(), 1, "{text}");
        assert!(text.contains("Of a 1.0, b 1.0:\n\nshared"), "{text}");
        assert!(text.contains("Of b 1.0:\n\nown"), "{text}");
    }

    #[test]
    fn disallowed_licences_and_missing_texts_are_refused() {
        let parts = [
            part("free", "MIT", &["text"]),
            part("other", "GPL-3.0", &["text"]),
            part("bare", "MIT", &[" "]),
        ];
        let refused = text(&parts, &rules()).unwrap_err().to_string();
        assert!(refused.contains("other 1.0: its licence is not allowed: GPL-3.0"), "{refused}");
        assert!(refused.contains("bare 1.0: no text"), "{refused}");
        assert!(!refused.contains("free"), "{refused}");
    }

    #[test]
    fn all_shipped_works_have_allowed_licences_and_texts() {
        if !root().join("ui/node_modules").is_dir() {
            eprintln!("skipped: the packages of the page are not installed (`npm ci` in `ui`)");
            return;
        }
        let is_fetched = succeeds(cargo().current_dir(root().join("pdf")).args([
            "tree",
            "--offline",
            "--locked",
            "--edges",
            "normal",
        ]));
        if !is_fetched {
            eprintln!("skipped: the crates of `pdf` are not on this machine (`cargo xtask pdf`)");
            return;
        }
        let folder = std::env::temp_dir().join(format!("wenfang-licences-{}", std::process::id()));
        let text = third_party(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
        let text = text.unwrap();
        // Linked, linked from C, bundled, bundled as a style sheet only, and part of every Rust program.
        for name in [
            "tauri 2",
            "sqlx 0",
            "typst 0",
            "zstd-sys 2",
            "react-dom 19",
            "tailwindcss 4",
            "Rust standard library 1",
        ] {
            assert!(text.lines().any(|line| line.starts_with(name)), "{name}");
        }
        for tool in ["vite 8", "proptest 1", "serde_derive 1", "wenfang-studio"] {
            assert!(!text.lines().any(|line| line.starts_with(tool)), "{tool} does not ship");
        }
        assert!(text.contains("Meta Platforms"), "the notice of React");
    }
}
