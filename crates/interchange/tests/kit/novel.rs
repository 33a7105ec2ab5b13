//! Novels of the corpus in paragraphs, and the claim that a converted document has them.

#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use wenfang_interchange::{ImportOptions, ImportPlan, TitleSource, plan};
use wenfang_text::marks::{MarkKind, Plain, marks};

use super::corpus;

/// A paragraph of a novel; `_` is around italics.
pub enum Piece {
    Chapter(String),
    Paragraph(String),
}

/// A novel in pieces, and its number of stretches in italics.
pub struct Novel {
    pub pieces: Vec<Piece>,
    pub italics: usize,
}

impl Novel {
    pub fn chapters(&self) -> Vec<&str> {
        fn title(piece: &Piece) -> Option<&str> {
            match piece {
                Piece::Chapter(title) => Some(title),
                Piece::Paragraph(_) => None,
            }
        }
        self.pieces.iter().filter_map(title).collect()
    }

    /// The visible characters.
    pub fn visible(&self) -> Vec<char> {
        let texts = self.pieces.iter().map(|piece| match piece {
            Piece::Chapter(text) => text.as_str(),
            Piece::Paragraph(text) => text,
        });
        texts.flat_map(str::chars).filter(|c| !c.is_whitespace() && *c != '_').collect()
    }

    /// Markdown in which every mark is literal, except those of italics.
    pub fn markdown(&self) -> String {
        let literal = |text: &str| -> String {
            let escaped = |c: char| match c {
                '_' => "*".to_owned(),
                c if c.is_ascii_punctuation() => format!("\\{c}"),
                c => c.to_string(),
            };
            text.chars().map(escaped).collect()
        };
        let lines = self.pieces.iter().map(|piece| match piece {
            Piece::Chapter(text) => format!("# {}\n\n", literal(text)),
            Piece::Paragraph(text) => format!("{}\n\n", literal(text)),
        });
        lines.collect()
    }
}

/// 阿Ｑ正传 from its first chapter on, because Pandoc gives text before it a chapter: a paragraph per line.
pub fn chinese() -> Option<Novel> {
    let text = String::from_utf8(corpus("aq-zhengzhuan.zh-Hans.txt")?).unwrap();
    let piece = |line: &str| match line.starts_with('第') && line.contains('章') && line.chars().count() < 20
    {
        true => Piece::Chapter(line.to_owned()),
        false => Piece::Paragraph(line.to_owned()),
    };
    let pieces = text.lines().map(str::trim).filter(|line| !line.is_empty()).map(piece);
    let pieces = pieces.skip_while(|piece| matches!(piece, Piece::Paragraph(_))).collect();
    Some(Novel { pieces, italics: 0 })
}

/// Pride and Prejudice from its first chapter on: wrapped lines, blank lines between paragraphs, italics in `_`.
pub fn english() -> Option<Novel> {
    let text = String::from_utf8(corpus("pride-and-prejudice.en.raw.txt")?).unwrap().replace('\r', "");
    let mut pieces = Vec::new();
    let mut italics = 0;
    for block in text.split("\n\n").map(|block| block.split_whitespace().collect::<Vec<_>>().join(" ")) {
        let is_chapter = block.len() < 20 && (block.starts_with("CHAPTER ") || block.starts_with("Chapter "));
        if is_chapter {
            pieces.push(Piece::Chapter(block.trim_end_matches([']', '.']).to_owned()));
        } else if !pieces.is_empty() && !block.is_empty() {
            // Odd marks are literal: the sign of a picture may be without its other half.
            let is_paired =
                block.matches('_').count() % 2 == 0 && !block.contains('[') && !block.contains(']');
            let block = if is_paired { block } else { block.replace('_', "") };
            italics += block.matches('_').count() / 2;
            pieces.push(Piece::Paragraph(block));
        }
    }
    Some(Novel { pieces, italics })
}

/// The visible characters of a plan: titles of chapters and plain texts, in order.
fn visible(plan: &ImportPlan) -> Vec<char> {
    let mut all = String::new();
    for chapter in plan.chapters() {
        if chapter.source != TitleSource::Rule {
            all.push_str(&chapter.title);
        }
        for scene in &chapter.scenes {
            all.push_str(Plain::of(&scene.text).text());
        }
    }
    all.chars().filter(|c| !c.is_whitespace()).collect()
}

fn italics(plan: &ImportPlan) -> usize {
    let scenes = plan.chapters().flat_map(|chapter| &chapter.scenes);
    let is_italic = |kind| matches!(kind, MarkKind::Italic | MarkKind::BoldItalic);
    scenes.map(|scene| marks(&scene.text).iter().filter(|mark| is_italic(mark.kind)).count()).sum()
}

/// Checks what a document of the novel becomes: its chapters, its visible characters, its italics.
#[track_caller]
pub fn check(novel: &Novel, format: &str, bytes: &[u8]) {
    let options = ImportOptions { file_name: Some(format!("a.{format}")), ..ImportOptions::default() };
    let plan = plan(bytes, &options).unwrap();
    let titles: Vec<&str> = plan
        .chapters()
        .filter(|chapter| chapter.source != TitleSource::Rule)
        .map(|chapter| chapter.title.as_str())
        .collect();
    assert_eq!(titles, novel.chapters(), "{format}");
    assert_eq!(plan.title.as_deref(), Some("Title"), "{format}");
    let (source, planned) = (novel.visible(), visible(&plan));
    if let Some(at) = source.iter().zip(&planned).position(|(a, b)| a != b) {
        let around =
            |text: &[char]| text[at.saturating_sub(20)..(at + 20).min(text.len())].iter().collect::<String>();
        panic!("{format}: character {at} differs: {:?} became {:?}", around(&source), around(&planned));
    }
    assert_eq!(source.len(), planned.len(), "{format}: {:?}", plan.changes);
    assert_eq!(italics(&plan), novel.italics, "{format}");
    eprintln!("{format}: {} chapters, {} characters, {} italics", titles.len(), planned.len(), novel.italics);
}
