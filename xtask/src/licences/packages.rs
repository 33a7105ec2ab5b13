//! The packages in the page: those whose code or styles are in Vite's output.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::Part;
use crate::run::{npm, output_of, root};

/// The file to which `ui/vite.config.ts` writes the licences.
const LICENCES: &str = "licences.md";

/// Every package in the page, which is built into `folder`, separate from the page that the window embeds.
pub fn bundled(folder: &Path) -> Result<Vec<Part>> {
    let mut build = npm();
    build.env("WENFANG_LICENCES", LICENCES).args(["run", "--silent", "build", "--", "--logLevel", "error"]);
    output_of(build.args(["--emptyOutDir", "--outDir"]).arg(folder))?;
    let written =
        std::fs::read_to_string(folder.join(LICENCES)).context("the build of the page wrote no licences")?;
    let mut parts = read(&written);
    if parts.is_empty() {
        bail!("the licences of the page have an unknown format:\n{written:.500}");
    }
    let assets = std::fs::read_dir(folder.join("assets"))?.collect::<Result<Vec<_>, _>>()?;
    for asset in
        assets.iter().map(std::fs::DirEntry::path).filter(|path| path.extension() == Some("css".as_ref()))
    {
        for (name, version, licence) in banners(&std::fs::read_to_string(asset)?) {
            let file = root().join("ui/node_modules").join(&name).join("LICENSE");
            let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            parts.push(Part { name, version, licence, source: String::new(), texts: vec![text] });
        }
    }
    Ok(parts)
}

/// Parses the list that Vite writes: `## name - version (licence)`, then the text.
fn read(written: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for line in written.lines() {
        if let Some((name, version, licence)) = heading(line) {
            let [name, version, licence] = [name, version, licence].map(str::to_owned);
            parts.push(Part { name, version, licence, source: String::new(), texts: vec![String::new()] });
        } else if let Some(text) = parts.last_mut().and_then(|part| part.texts.last_mut()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    parts
}

fn heading(line: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = line.strip_prefix("## ")?.split_once(" - ")?;
    // A package without a licence is included, too, so that it is refused and not overlooked.
    let (version, licence) = rest.split_once(" (").unwrap_or((rest, ")"));
    Some((name, version, licence.strip_suffix(')')?))
}

/// The packages named in the banners of a style sheet: `/*! name v1.0 | MIT License | …`.
fn banners(css: &str) -> Vec<(String, String, String)> {
    let banner = |comment: &str| {
        let mut words = comment.split("*/").next()?.split('|').map(str::trim);
        let (name, version) = words.next()?.split_once(" v")?;
        Some((name.to_owned(), version.to_owned(), words.next()?.trim_end_matches(" License").to_owned()))
    };
    css.split("/*! ").skip(1).filter_map(banner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_the_page_is_parsed_completely() {
        let parts = read(
            "# Licenses\n\nThe app bundles\n\n## @a/b - 1.2.3 (MIT)\n\nfirst\n## not a heading\n\n## c - 2.0.0\n\n## d - 3.0.0 (MIT OR ISC)\n\nlast\n",
        );
        let actual: Vec<_> = parts
            .iter()
            .map(|part| {
                (part.name.as_str(), part.version.as_str(), part.licence.as_str(), part.texts[0].trim())
            })
            .collect();
        assert_eq!(
            actual,
            [
                ("@a/b", "1.2.3", "MIT", "first\n## not a heading"),
                ("c", "2.0.0", "", ""),
                ("d", "3.0.0", "MIT OR ISC", "last")
            ]
        );
    }

    #[test]
    fn banners_of_style_sheets_are_parsed() {
        let css = "/*! tailwindcss v4.3.3 | MIT License | https://example.org */a{}/*! no banner */";
        let wanted = ("tailwindcss".to_owned(), "4.3.3".to_owned(), "MIT".to_owned());
        assert_eq!(banners(css), [wanted]);
    }
}
