//! Helpers for tests on the corpus. Each test binary uses some of them.

#![allow(dead_code, clippy::unwrap_used)]

pub mod novel;

use std::path::Path;

use wenfang_interchange::{ChangeRule, Encoding, ImportPlan, TitleSource};

/// Reads a file of the corpus. `None`, with a message, if the corpus is missing.
pub fn corpus(name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    match std::fs::read(folder.join(name)) {
        Ok(bytes) => Some(bytes),
        Err(_) => {
            eprintln!("skipped: no corpus file {name} beside the repository (../shared/corpus)");
            None
        }
    }
}

/// The visible characters of a source. A plan must contain them in order, except those its changes name.
pub struct SourceCheck {
    source: Vec<char>,
}

impl SourceCheck {
    /// Creates the check for a UTF-8 source.
    pub fn of(bytes: &[u8]) -> Self {
        let text = std::str::from_utf8(bytes).unwrap().trim_start_matches('\u{feff}');
        Self { source: text.chars().filter(|c| !c.is_whitespace() && *c >= ' ').collect() }
    }

    /// Checks a plan against the source.
    #[track_caller]
    pub fn check(&self, plan: &ImportPlan) {
        let planned = visible(plan);
        let written = written_marks(plan);
        let mut source = self.source.iter();
        for (at, c) in planned.iter().enumerate() {
            if written > 0 && is_written(*c) {
                continue;
            }
            let found = source.any(|s| s == c);
            let around: String =
                planned[at.saturating_sub(20)..(at + 20).min(planned.len())].iter().collect();
            assert!(
                found,
                "{c:?} at {at} of the plan does not follow the characters before it in the source: {around}"
            );
        }
        let named: usize = plan.changes.iter().map(|change| change.dropped).sum();
        assert_eq!(
            self.source.len() + written,
            planned.len() + named,
            "characters of the source + written as marks = of the plan + named as dropped"
        );
    }
}

/// The number of characters of marks that an import wrote for those of other programs.
pub fn written_marks(plan: &ImportPlan) -> usize {
    let written = |change: &wenfang_interchange::Change| match change.rule {
        ChangeRule::Underscores => change.dropped,
        ChangeRule::RubyBar => change.count,
        ChangeRule::AozoraDots => 4 * change.count,
        _ => 0,
    };
    plan.changes.iter().map(written).sum()
}

/// Whether a character may be such a mark.
pub fn is_written(c: char) -> bool {
    matches!(c, '*' | '｜' | '《' | '》')
}

/// Returns the visible characters of a plan in order: titles and texts, without default titles.
fn visible(plan: &ImportPlan) -> Vec<char> {
    let mut all = String::new();
    all.extend(plan.title.as_deref());
    all.extend(plan.author.as_deref());
    for volume in &plan.volumes {
        all.extend(volume.title.as_deref());
        for chapter in &volume.chapters {
            if matches!(chapter.source, TitleSource::Heading(_)) {
                all.push_str(&chapter.title);
            }
            chapter.scenes.iter().for_each(|scene| all.push_str(&scene.text));
        }
    }
    all.chars().filter(|c| !c.is_whitespace()).collect()
}

/// A text in some encoding, and the text it decodes to.
pub struct Encoded {
    pub label: &'static str,
    pub encoding: Encoding,
    pub text: String,
    pub bytes: Vec<u8>,
}

/// Encodes `text` in every encoding that suits the file `name`, replacing unencodable characters first.
pub fn encoded(text: &str, name: &str) -> Vec<Encoded> {
    let units = |to: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(to).collect() };
    let unicode = |label, encoding, mark: &[u8], body: Vec<u8>| Encoded {
        label,
        encoding,
        text: text.to_owned(),
        bytes: [mark, &body].concat(),
    };
    let mut cases = vec![
        unicode("utf-8 with bom", Encoding::Utf8, b"\xef\xbb\xbf", text.as_bytes().to_vec()),
        unicode("utf-16le with bom", Encoding::Utf16Le, b"\xff\xfe", units(u16::to_le_bytes)),
        unicode("utf-16be with bom", Encoding::Utf16Be, b"\xfe\xff", units(u16::to_be_bytes)),
        unicode("utf-16le", Encoding::Utf16Le, b"", units(u16::to_le_bytes)),
        unicode("utf-16be", Encoding::Utf16Be, b"", units(u16::to_be_bytes)),
    ];
    if name.contains(".zh-") {
        cases.push(legacy("gb18030", Encoding::Gb18030, encoding_rs::GB18030, text));
        cases.push(legacy("gbk", Encoding::Gb18030, encoding_rs::GBK, text));
    }
    if name.contains("Hant") {
        cases.push(legacy("big5", Encoding::Big5, encoding_rs::BIG5, text));
    }
    if name.contains(".ja.") {
        // U+2014 is not in code page 932; Japanese files use U+2015 instead.
        cases.push(legacy("shift_jis", Encoding::ShiftJis, encoding_rs::SHIFT_JIS, &text.replace('—', "―")));
    }
    cases
}

fn legacy(
    label: &'static str,
    encoding: Encoding,
    codec: &'static encoding_rs::Encoding,
    text: &str,
) -> Encoded {
    let mut whole = String::with_capacity(text.len());
    let mut known = std::collections::HashMap::new();
    for c in text.chars() {
        let fits = *known.entry(c).or_insert_with(|| !codec.encode(c.encode_utf8(&mut [0; 4])).2);
        whole.push(if fits { c } else { '□' });
    }
    let (bytes, _, unmapped) = codec.encode(&whole);
    assert!(!unmapped);
    let bytes = bytes.into_owned();
    // Use the decoded text, because a few characters share a code.
    let (text, _) = codec.decode_without_bom_handling(&bytes);
    Encoded { label, encoding, text: text.into_owned(), bytes }
}

/// Summarises a plan in a few lines.
pub fn summary(plan: &ImportPlan) -> String {
    use std::fmt::Write;
    let summary = plan.summary();
    let mut out = format!(
        "  title {:?}, author {:?}, {}, {} words\n",
        summary.title, summary.author, summary.encoding, summary.words
    );
    for volume in &summary.volumes {
        let (first, last) = (volume.chapters.first(), volume.chapters.last());
        let name =
            |chapter: Option<&wenfang_interchange::ChapterSummary<'_>>| chapter.map(|c| c.title.to_owned());
        let _ = writeln!(
            out,
            "  volume {:?}: {} chapters, {:?} to {:?}",
            volume.title,
            volume.chapters.len(),
            name(first),
            name(last)
        );
    }
    for warning in summary.warnings {
        let _ = writeln!(out, "  warning: {warning}");
    }
    for change in summary.changes {
        let _ = writeln!(
            out,
            "  change: {:?} x {}, {} characters dropped, first on line {}",
            change.rule, change.count, change.dropped, change.line
        );
    }
    out
}
