//! Damaged files: every reader answers with a document or a typed error, and in time.

use std::time::{Duration, Instant};

use crate::archive::Archive;
use crate::{Tool, rtf};

/// How many damaged files each reader gets; `WENFANG_MUTATED` sets another number.
fn rounds() -> u64 {
    std::env::var("WENFANG_MUTATED").ok().and_then(|number| number.parse().ok()).unwrap_or(200)
}

/// Pieces that mean something to one of the readers.
const PIECES: [&[u8]; 24] = [
    b"{",
    b"}",
    b"\\",
    b"\\u-10179 ",
    b"\\'e4",
    b"\\bin999999999 ",
    b"{\\field{\\*\\fldinst HYPERLINK \"scrivcmt://K-1\"}",
    b"{\\footnote ",
    b"<",
    b"</",
    b"]]>",
    b"<![CDATA[",
    b"&#0;",
    b"<!DOCTYPE a [<!ENTITY b \"c\">]>",
    b"\n---\n",
    b"%%",
    b"[^1]",
    b"[[",
    b"***",
    b"/*",
    b"[footnote:f1]",
    b"### ",
    b"\xff\xfe",
    b"\0\0\0\0",
];

/// The files of a project, by name.
type Files = Vec<(String, Vec<u8>)>;

/// A small generator: the sequence of one seed is always the same.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % (limit.max(1) as u64)).unwrap()
    }
}

fn damaged(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len() + 1);
        match chance.below(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << chance.below(8),
            2 => _ = bytes.drain(at..(at + chance.below(40)).min(bytes.len())),
            3 => {
                let end = (at + chance.below(200)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let place = chance.below(bytes.len() + 1);
                bytes.splice(place..place, copy);
            }
            _ => {
                let piece = PIECES[chance.below(PIECES.len())];
                bytes.splice(at..at, piece.repeat(1 + chance.below(3)));
            }
        }
    }
    bytes
}

fn in_time(what: &str, seed: u64, read: impl FnOnce()) {
    let start = Instant::now();
    read();
    assert!(start.elapsed() < Duration::from_secs(5), "{what} {seed} took {:?}", start.elapsed());
}

#[test]
fn damaged_rtf_is_read_or_refused() {
    let samples = rtf::tests::samples();
    for seed in 0..rounds() {
        let mut chance = Chance(seed);
        let sample = &samples[chance.below(samples.len())];
        let bytes = damaged(sample.as_bytes(), &mut chance);
        in_time("RTF", seed, || _ = rtf::read(&bytes));
    }
}

#[test]
fn damaged_projects_are_read_or_refused() {
    let projects: [(&str, Files); 5] = [
        ("Scrivener", crate::scrivener::tests::files()),
        ("novelWriter", owned(&crate::novelwriter::tests::FILES)),
        ("Manuskript", owned(&crate::manuskript::tests::FILES)),
        ("Longform", owned(&crate::longform::tests::FILES)),
        ("yWriter", vec![("a.yw7".to_owned(), crate::ywriter::tests::PROJECT.as_bytes().to_vec())]),
    ];
    for (name, files) in &projects {
        for seed in 0..rounds() {
            let mut chance = Chance(seed);
            let mut files = files.clone();
            for _ in 0..=chance.below(3) {
                let at = chance.below(files.len());
                files[at].1 = damaged(&files[at].1, &mut chance);
            }
            in_time(name, seed, || {
                let mut archive = Archive::from_files(files).unwrap();
                if let Ok(Some(tool)) = Tool::of(&mut archive) {
                    assert_eq!(tool.name(), *name);
                    _ = tool.read(&mut archive, None);
                }
            });
        }
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    let lines = ["[", "{", "*a ", "a* ", "%%", "[^1]", "<$Scr", "/* ", "\\{", "_a ", "[[a", "^[", "**a _b "];
    for line in lines {
        let text = line.repeat(300_000 / line.len());
        in_time(line, 0, || _ = crate::markdown::Markdown::default().blocks(&text));
        let note = format!("---\nlongform:\n  format: single\n---\n{text}");
        in_time(line, 1, || {
            let mut archive = Archive::from_files(vec![("a.md".to_owned(), note.into_bytes())]).unwrap();
            _ = Tool::Longform.read(&mut archive, None);
        });
        let yw7 = format!(
            "<YWRITER7><SCENES><SCENE><ID>1</ID><SceneContent><![CDATA[{text}]]></SceneContent></SCENE></SCENES></YWRITER7>"
        );
        in_time(line, 2, || _ = crate::ywriter::read(yw7.as_bytes()));
        let rtf = format!("{{\\rtf1 {}}}", line.replace(['{', '}', '\\'], "").repeat(100_000));
        in_time(line, 3, || _ = rtf::read(rtf.as_bytes()));
    }
}

fn owned(files: &[(&str, &str)]) -> Files {
    files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
}
