//! The crates linked into the programs, and Rust's own library.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::Part;
use crate::run::{cargo, output_of, root};

/// The folders of the workspaces, with their packages that ship as programs.
pub const PROGRAMS: [(&str, &[&str]); 2] =
    [("", &["wenfang-desktop", "wenfang-cli"]), ("pdf", &["wenfang-pdf"])];

/// MIT-only crates without a licence text: their copyright holders, from their projects or manifests.
const NOTICES: &[(&str, &str)] = &[
    ("async-openai", "Copyright (c) 2022 Himanshu Neema"),
    ("dlopen2", "Copyright (c) Szymon Wieloch, Ahmed Masud, OpenByte"),
    ("jsonschema-regex", "Copyright (c) 2020-2026 Dmitry Dygalo"),
    ("jsonschema-value", "Copyright (c) 2020-2026 Dmitry Dygalo"),
    ("pulp-wasm-simd-flag", "Copyright (c) 2021 sarah"),
    ("ts-rs", "Copyright (c) 2020 Aleph Alpha GmbH"),
    ("uuid-simd", "Copyright (c) Nugine and the authors of uuid-simd"),
    ("vsimd", "Copyright (c) Nugine and the authors of vsimd"),
];

/// The licence that asks for no notice.
const ZERO_CLAUSE: &str = "Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted.";

/// Notices in crate folders for code that is not built here, with the reason.
const NOT_BUILT: &[(&str, &str, &str)] = &[
    ("libdbus-sys", "vendor", "the system library is linked, not the bundled copy"),
    ("libsqlite3-sys", "sqlcipher", "SQLite is built, not SQLCipher"),
    ("zstd-sys", "zstd/COPYING", "the alternative licence is not chosen"),
];

/// Every crate linked into a program on this platform, and Rust's own library, by name.
pub fn linked() -> Result<Vec<Part>> {
    let mut parts = vec![standard_library()?];
    for (workspace, programs) in PROGRAMS {
        let new = linked_into(workspace, programs)?;
        let is_known = |part: &Part| {
            parts.iter().any(|known| (&known.name, &known.version) == (&part.name, &part.version))
        };
        let new: Vec<Part> = new.into_iter().filter(|part| !is_known(part)).collect();
        parts.extend(new);
    }
    Ok(parts)
}

fn linked_into(workspace: &str, programs: &[&str]) -> Result<Vec<Part>> {
    let folders = folders(workspace)?;
    let mut parts = Vec::new();
    for (name, version, licence, source) in tree(workspace, programs)? {
        let folder = folders.get(&format!("{name}-{version}"));
        let folder =
            folder.with_context(|| format!("the source of {name} {version} is not on this machine"))?;
        let mut texts = Vec::new();
        collect(&name, folder, Path::new(""), &mut texts)?;
        if texts.is_empty() {
            texts.extend(standard_text(&name, &licence)?);
        }
        parts.push(Part { name, version, licence, source, texts });
    }
    Ok(parts)
}

/// Name, version, licence and address of every linked crate; build-time dependencies do not ship.
fn tree(workspace: &str, programs: &[&str]) -> Result<Vec<(String, String, String, String)>> {
    let packages = programs.iter().flat_map(|program| ["--package", program]);
    let listed = output_of(
        cargo()
            .current_dir(root().join(workspace))
            .args(["tree", "--locked", "--edges", "normal,no-proc-macro", "--prefix", "none"])
            .args(["--format", "{p}\t{l}\t{r}\t"])
            .args(packages),
    )?;
    let mut crates: Vec<_> = listed
        .lines()
        .filter_map(|line| {
            let mut fields = line.split('\t');
            let (name, version) = fields.next()?.split_once(" v")?;
            let [licence, source] = [fields.next()?, fields.next()?].map(str::to_owned);
            Some((name.to_owned(), version.split(' ').next()?.to_owned(), licence, source))
        })
        .filter(|(name, ..)| !name.starts_with("wenfang-"))
        .collect();
    crates.sort();
    crates.dedup();
    Ok(crates)
}

/// The source folder of each crate, by `name-version`, which is the name of the folder.
fn folders(workspace: &str) -> Result<BTreeMap<String, PathBuf>> {
    let about = output_of(Command::new("rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    let metadata = output_of(cargo().current_dir(root().join(workspace)).args([
        "metadata",
        "--locked",
        "--format-version",
        "1",
        "--filter-platform",
        host,
    ]))?;
    // Extracts the single field that is needed; a path contains no quotation mark.
    let manifests = metadata.split("\"manifest_path\":\"").skip(1).filter_map(|rest| rest.split('"').next());
    let folder = |manifest: &str| {
        let folder = PathBuf::from(manifest.replace("\\\\", "\\")).parent()?.to_owned();
        Some((folder.file_name()?.to_string_lossy().into_owned(), folder))
    };
    Ok(manifests.filter_map(folder).collect())
}

/// Collects the notices in a crate's folder and its subfolders.
fn collect(name: &str, folder: &Path, within: &Path, texts: &mut Vec<String>) -> Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder.join(within))?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    let is_notices = within.file_name().is_some_and(|name| name.eq_ignore_ascii_case("licenses"));
    for entry in entries {
        let path = within.join(entry.file_name());
        let is_skipped =
            NOT_BUILT.iter().any(|(of, beginning, _)| *of == name && path.starts_with(beginning));
        if is_skipped || entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(name, folder, &path, texts)?;
        } else if is_notices || is_notice(&entry.file_name().to_string_lossy()) {
            texts.push(String::from_utf8_lossy(&std::fs::read(entry.path())?).replace('\r', ""));
        }
    }
    Ok(())
}

/// Whether a file is a notice, by its name; machine-readable lists are not.
fn is_notice(file: &str) -> bool {
    let name = file.to_lowercase();
    let kinds = ["licen", "copying", "unlicense", "notice", "copyright"];
    let is_code = [".rs", ".toml", ".json", ".spdx"].iter().any(|ending| name.ends_with(ending));
    kinds.iter().any(|kind| name.starts_with(kind)) && !is_code
}

/// The text of a licence that a crate names but does not include.
fn standard_text(name: &str, licence: &str) -> Result<Option<String>> {
    let ours = |file: &str| std::fs::read_to_string(root().join(file)).context(file.to_owned());
    if let Some((_, copyright)) = NOTICES.iter().find(|(known, _)| *known == name) {
        return Ok(Some(mit(&ours("LICENSE-MIT")?, copyright)?));
    }
    if licence.split(" OR ").any(|choice| choice == "0BSD") {
        return Ok(Some(ZERO_CLAUSE.to_owned()));
    }
    // It names no copyright holder, so one text fits all.
    if licence.contains("Apache-2.0") { ours("LICENSE-APACHE").map(Some) } else { Ok(None) }
}

/// Our text of the MIT licence with another copyright line.
fn mit(ours: &str, copyright: &str) -> Result<String> {
    let own =
        ours.lines().find(|line| line.starts_with("Copyright")).context("LICENSE-MIT has no copyright")?;
    Ok(ours.replace(own, copyright))
}

/// Rust's own library, which is part of every Rust program, with the notices from the toolchain.
fn standard_library() -> Result<Part> {
    let folder = PathBuf::from(output_of(Command::new("rustc").args(["--print", "sysroot"]))?.trim());
    let file = folder.join("share/doc/rust/COPYRIGHT-library.html");
    let html = std::fs::read_to_string(&file)
        .with_context(|| format!("cannot find the notices of Rust's own library: {}", file.display()))?;
    let version = output_of(Command::new("rustc").arg("--version"))?;
    Ok(Part {
        name: "Rust standard library".into(),
        version: version.split(' ').nth(1).unwrap_or_default().into(),
        licence: "MIT OR Apache-2.0".into(),
        source: "https://github.com/rust-lang/rust".into(),
        texts: vec![words(&html)],
    })
}

/// The text of a simple HTML page, without empty lines.
fn words(html: &str) -> String {
    let body = html.split_once("<body>").map_or(html, |(_, body)| body);
    let text: String =
        body.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, text)| text)).collect();
    let text =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&amp;", "&")]
            .iter()
            .fold(text, |text, (coded, decoded)| text.replace(coded, decoded));
    text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

    use super::*;

    #[test]
    fn notices_are_recognized_by_name() {
        for notice in
            ["LICENSE", "LICENSE-MIT", "licence.txt", "COPYING", "NOTICE.md", "UNLICENSE", "COPYRIGHT"]
        {
            assert!(is_notice(notice), "{notice}");
        }
        for other in ["README.md", "license.rs", "copyright.toml", "LICENSE.spdx", "src"] {
            assert!(!is_notice(other), "{other}");
        }
    }

    #[test]
    fn the_mit_text_gets_the_other_copyright() {
        let text =
            mit("MIT License\n\nCopyright (c) 2026 us\n\nPermission\n", "Copyright (c) 2000 them").unwrap();
        assert_eq!(text, "MIT License\n\nCopyright (c) 2000 them\n\nPermission\n");
    }

    #[test]
    fn html_tags_are_removed() {
        let page =
            "<html><title>no</title><body>\n<p>MIT &lt;<b>or</b>&gt;\n\n it&#39;s &amp;lt;</p>\n</body>";
        assert_eq!(words(page), "MIT <or>\n it's &lt;");
    }
}
