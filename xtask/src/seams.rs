//! What no program that ships may hold: ways in that tests use, tools for developers, servers. Looked for in the bytes
//! of the built programs, whatever the source says.

use std::path::Path;

use anyhow::{Context, Result, bail};

/// What gives a way in away, and what it would be.
const SEAMS: &[(&str, &str)] = &[
    ("WENFANG_DIALOG_ANSWERS", "dialogs answered from a file"),
    ("WENFANG_KILL_AT", "ends at a named step"),
    ("WENFANG_MODEL_CATALOGUE", "models from a list of the caller's"),
    ("a test asked for it", "the command that panics"),
    ("wenfang-loopback", "the desk over HTTP"),
    // wry keeps a call that would switch the inspector on, never taken; what opens it is compiled in with it alone.
    ("webkit_web_inspector_show", "the inspector of the page"),
    ("stories.html", "the page of all components"),
];

/// What the window does hold, found in the same way: a name of our environment, one of a library that it calls, one of a
/// file of the page. Should these not be found, then not finding the others means nothing.
const KNOWN: &[&str] = &["WENFANG_KEEP_DMABUF", "webkit_settings_set_enable_dns_prefetching", "index.html"];

/// Looks through the programs that ship: the window, and the command line.
///
/// # Errors
/// When one of them holds a seam, or cannot be looked through.
pub fn none_in(window: &Path, cli: &Path) -> Result<()> {
    let read = |path: &Path| std::fs::read(path).with_context(|| path.display().to_string());
    let programs = [(window, read(window)?), (cli, read(cli)?)];
    for known in KNOWN {
        if !holds(&programs[0].1, known) {
            bail!("{known} is not found in {}: this search is blind", window.display());
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

/// Whether a name stands in a program.
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

    /// What an author may set in the environment.
    const FOR_AUTHORS: &[&str] = &["WENFANG_HOME", "WENFANG_KEEP_DMABUF", "WENFANG_PASSPHRASE"];

    /// Every name of ours that product code reads from the environment, by the quotes around it.
    fn names(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_none_or(|name| name != "tests") {
                names(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                let quoted = text.split("\"WENFANG_").skip(1).filter_map(|rest| rest.split('"').next());
                found.extend(quoted.map(|rest| format!("WENFANG_{rest}")));
            }
        }
    }

    #[test]
    fn every_name_in_the_environment_is_an_authors_or_a_seam() {
        let mut found = BTreeSet::new();
        for folder in ["crates", "src-tauri/src"] {
            names(&root().join(folder), &mut found);
        }
        let seams = SEAMS.iter().map(|(name, _)| *name).filter(|name| name.starts_with("WENFANG_"));
        let known: BTreeSet<String> = seams.chain(FOR_AUTHORS.iter().copied()).map(str::to_owned).collect();
        assert_eq!(found, known, "a name that is read and not listed, or listed and not read any more");
    }

    #[test]
    fn a_name_is_found_wherever_it_stands() {
        for program in ["WENFANG_X", "..WENFANG_X", "WWENFANG_WENFANG_X\0"] {
            assert!(holds(program.as_bytes(), "WENFANG_X"), "{program}");
        }
        assert!(!holds(b"WENFANG_", "WENFANG_X"));
        assert!(!holds(b"", "WENFANG_X"));
    }

    #[test]
    fn a_program_with_a_seam_is_refused_and_so_is_one_that_cannot_be_looked_through() {
        let folder = std::env::temp_dir().join(format!("wenfang-seams-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (window, cli) = (folder.join("window"), folder.join("cli"));
        let look = |in_window: &str, in_cli: &str| {
            std::fs::write(&window, in_window).unwrap();
            std::fs::write(&cli, in_cli).unwrap();
            none_in(&window, &cli).map_err(|error| error.to_string())
        };
        let clean = KNOWN.join("\0");
        assert_eq!(look(&clean, ""), Ok(()));
        for (seam, _) in SEAMS {
            assert!(look(&format!("{clean}{seam}"), "").unwrap_err().contains(seam));
            assert!(look(&clean, seam).unwrap_err().contains(seam));
        }
        assert!(look("packed", "").unwrap_err().contains("blind"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
