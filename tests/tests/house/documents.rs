//! Rules for documents: their links and paths are valid.

use std::collections::BTreeSet;

use crate::files::{Tracked, tracked};
use crate::{read, root};

#[test]
fn links_in_documents_are_valid() {
    let documents: Vec<Tracked> = tracked().into_iter().filter(|file| file.name.ends_with(".md")).collect();
    let mut broken = Vec::new();
    for document in &documents {
        // Samples are novels, and prompts are addressed to models.
        if document.name.starts_with("samples/") || document.name.starts_with("prompts/") {
            continue;
        }
        for target in links(&document.text).filter(|target| !is_elsewhere(target)) {
            if !leads_somewhere(document, target, &documents) {
                broken.push(format!("{}: {target}", document.name));
            }
        }
    }
    assert_eq!(broken, Vec::<String>::new());
}

/// Whether a target is a web page or a mail address.
fn is_elsewhere(target: &str) -> bool {
    target.contains("://") || target.starts_with("mailto:")
}

fn leads_somewhere(from: &Tracked, target: &str, documents: &[Tracked]) -> bool {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let folder = from.name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let name = if path.is_empty() { from.name.clone() } else { joined(folder, path) };
    let heading = |document: &Tracked| anchor.is_empty() || anchors(&document.text).contains(anchor);
    match documents.iter().find(|document| document.name == name) {
        Some(document) => heading(document),
        None => anchor.is_empty() && root().join(&name).exists(),
    }
}

/// Resolves a path relative to a folder, both from the root.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The lines outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    text.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        in_code ^= fence;
        !in_code && !fence
    })
}

/// The targets of links and images in a document.
fn links(text: &str) -> impl Iterator<Item = &str> {
    prose(text).flat_map(|line| line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0)))
}

/// The link anchors of its headings: lower case, no punctuation, dashes for spaces.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    let called = headings.map(|heading| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let letters = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        letters.map(|c| if c == ' ' { '-' } else { c }).collect()
    });
    called.collect()
}

#[test]
fn links_and_heading_anchors_are_extracted() {
    let text = "# 从这里开始 (`start`)\n[a](b.md#c-d) and ![p](q.png)\n```\n[no](where)\n```\n";
    assert_eq!(links(text).collect::<Vec<_>>(), ["b.md#c-d", "q.png"]);
    assert_eq!(anchors(text).into_iter().collect::<Vec<_>>(), ["从这里开始-start"]);
    assert_eq!(joined("docs/guide/zh", "../../adr/./0001.md"), "docs/adr/0001.md");
}

/// Paths named in the code map exist: files by the end of their path, folders by a part of it.
#[test]
fn paths_in_the_code_map_exist() {
    let map = read("docs/architecture.md");
    let files = tracked();
    let is_there = |word: &str| {
        let inside = format!("/{word}");
        // A folder at the root may contain no text files.
        root().join(word).exists()
            || files.iter().any(|file| match word.ends_with('/') {
                true => file.name.contains(&inside),
                false => file.name == word || file.name.ends_with(&inside),
            })
    };
    let words = prose(&map).flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_path = |word: &&str| {
        let endings = ["/", ".rs", ".ts", ".tsx", ".json", ".md"];
        // Capitals mark placeholders, and `*` marks patterns.
        endings.iter().any(|ending| word.ends_with(ending))
            && !word.contains(|c: char| c.is_ascii_uppercase() || "*<{ ".contains(c))
    };
    let named: Vec<&str> = words.filter(is_path).collect();
    assert!(files.is_empty() || named.len() > 60, "only {} paths were found in the map", named.len());
    let missing = named.into_iter().filter(|word| !files.is_empty() && !is_there(word));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new());
}
