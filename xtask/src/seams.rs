//! Verifies that shipped programs contain no test hooks, developer tools or servers. Searches the bytes of the
//! built programs, independently of the source.

use std::path::Path;

use anyhow::{Context, Result, bail};

/// Strings that reveal a test hook or tool, and what it is.
const SEAMS: &[(&str, &str)] = &[
    ("WENFANG_DIALOG_ANSWERS", "dialogs answered from a file"),
    ("WENFANG_KILL_AT", "ends at a named step"),
    ("WENFANG_MODEL_CATALOGUE", "models from a list of the caller's"),
    ("WENFANG_PDF_PROGRAM", "another program that lays out PDF files"),
    ("WENFANG_MUTATED", "how many damaged files tests read"),
    ("a test asked for it", "the command that panics"),
    ("wenfang-loopback", "the desk over HTTP"),
    // wry contains a call that enables the inspector but never makes it; the function that opens the inspector is
    // only compiled in with it.
    ("webkit_web_inspector_show", "the inspector of the page"),
    ("stories.html", "the page of all components"),
];

/// Strings that the window does contain: an environment variable of ours, a library function that it calls, and a
/// file of the page. If these are not found, the search itself does not work.
const KNOWN: &[&str] = &["WENFANG_KEEP_DMABUF", "webkit_settings_set_enable_dns_prefetching", "index.html"];

/// Searches the shipped programs: the window and those beside it.
///
/// # Errors
/// When a program contains a seam, or cannot be searched.
pub fn none_in(window: &Path, others: &[&Path]) -> Result<()> {
    let read = |path: &Path| std::fs::read(path).with_context(|| path.display().to_string());
    let mut programs = vec![(window, read(window)?)];
    for &other in others {
        programs.push((other, read(other)?));
    }
    for known in KNOWN {
        if !holds(&programs[0].1, known) {
            bail!("{known} was not found in {}: the search is blind", window.display());
        }
    }
    for (path, bytes) in &programs {
        for (seam, what) in SEAMS {
            if holds(bytes, seam) {
                bail!("{} holds {seam} ({what})", path.display());
            }
        }
    }
    Ok(())
}

/// Whether a program contains a name.
fn holds(program: &[u8], name: &str) -> bool {
    let name = name.as_bytes();
    let first = name.first().copied().unwrap_or_default();
    let mut rest = program;
    while let Some(at) = rest.iter().position(|&byte| byte == first) {
        rest = &rest[at..];
        if rest.starts_with(name) {
            return true;
        }
        rest = &rest[1..];
    }
    false
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

    use std::collections::BTreeSet;

    use super::*;
    use crate::run::root;

    /// Environment variables for authors.
    const FOR_AUTHORS: &[&str] = &["WENFANG_HOME", "WENFANG_KEEP_DMABUF", "WENFANG_PASSPHRASE"];

    /// Collects every environment variable of ours in product code, by its quotation marks.
    fn names(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_none_or(|name| name != "tests" && name != "benches") {
                names(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                let quoted = text.split("\"WENFANG_").skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(quoted.map(|rest| format!("WENFANG_{rest}")));
            }
        }
    }

    #[test]
    fn every_variable_is_for_authors_or_a_seam() {
        let mut found = BTreeSet::new();
        for folder in ["crates", "src-tauri/src"] {
            names(&root().join(folder), &mut found);
        }
        let seams = SEAMS.iter().map(|(name, _)| *name).filter(|name| name.starts_with("WENFANG_"));
        let known: BTreeSet<String> = seams.chain(FOR_AUTHORS.iter().copied()).map(str::to_owned).collect();
        assert_eq!(found, known, "a variable is used but not listed, or listed but no longer used");
    }

    #[test]
    fn a_name_is_found_at_any_position() {
        for program in ["WENFANG_X", "..WENFANG_X", "WWENFANG_WENFANG_X\0"] {
            assert!(holds(program.as_bytes(), "WENFANG_X"), "{program}");
        }
        assert!(!holds(b"WENFANG_", "WENFANG_X"));
        assert!(!holds(b"", "WENFANG_X"));
    }

    #[test]
    fn programs_with_seams_or_unsearchable_ones_are_refused() {
        let folder = std::env::temp_dir().join(format!("wenfang-seams-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (window, cli) = (folder.join("window"), folder.join("cli"));
        let search = |in_window: &str, in_cli: &str| {
            std::fs::write(&window, in_window).unwrap();
            std::fs::write(&cli, in_cli).unwrap();
            none_in(&window, &[&cli]).map_err(|error| error.to_string())
        };
        let clean = KNOWN.join("\0");
        assert_eq!(search(&clean, ""), Ok(()));
        for (seam, _) in SEAMS {
            assert!(search(&format!("{clean}{seam}"), "").unwrap_err().contains(seam));
            assert!(search(&clean, seam).unwrap_err().contains(seam));
        }
        assert!(search("packed", "").unwrap_err().contains("blind"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
