//! What the readers of writing projects share.

use crate::ReadError;
use crate::archive::Archive;
use crate::loss::{LossKind, Losses};
use crate::tree::{Block, CardKind, Paragraph, Span, Style, raw_text};

/// The folder of the highest file that `is_main` accepts, with its name: `("X.scriv/", "X.scriv/X.scrivx")`.
pub(crate) fn main_file(archive: &Archive<'_>, is_main: impl Fn(&str) -> bool) -> Option<(String, String)> {
    let depth = |name: &String| name.matches('/').count();
    let found = archive
        .names()
        .iter()
        .filter(|name| !name.starts_with("__MACOSX/") && is_main(file_name(name)))
        .min_by_key(|name| depth(name))?;
    let folder = found.len() - file_name(found).len();
    Some((found[..folder].to_owned(), found.clone()))
}

/// The last part of a name.
pub(crate) fn file_name(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The last part of a name without its ending.
pub(crate) fn stem(name: &str) -> &str {
    let name = file_name(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Whether a name has this ending, in any case.
pub(crate) fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(ending))
}

/// Decodes a text file: UTF-8, or UTF-16 with a byte order mark. Line ends are `\n`.
pub(crate) fn text(bytes: &[u8], losses: &mut Losses) -> String {
    let (text, _, is_damaged) = encoding_rs::UTF_8.decode(bytes);
    if is_damaged {
        losses.name(LossKind::Undecodable, &text);
    }
    text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "")
}

/// Reads a text file that may be missing.
pub(crate) fn text_file(
    archive: &mut Archive<'_>,
    name: &str,
    losses: &mut Losses,
) -> Result<String, ReadError> {
    Ok(archive.read_if_present(name)?.map(|bytes| text(&bytes, losses)).unwrap_or_default())
}

/// The plain text of blocks, one line a paragraph; notes are in brackets.
pub(crate) fn plain(blocks: &[Block]) -> String {
    let lines: Vec<String> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Paragraph(Paragraph { spans, .. }) | Block::Heading { spans, .. } => {
                Some(with_notes(spans))
            }
            Block::Break => Some(String::new()),
            Block::PageStart => None,
        })
        .collect();
    lines.join("\n").trim().to_owned()
}

fn with_notes(spans: &[Span]) -> String {
    let mut line = String::new();
    for span in spans {
        match span {
            Span::Note(paragraphs) => {
                let texts: Vec<String> =
                    paragraphs.iter().map(|paragraph| raw_text(&paragraph.spans)).collect();
                line.push_str(&format!(" [{}]", texts.join(" ")));
            }
            Span::Ruby { base, reading, .. } => line.push_str(&format!("{base} ({reading})")),
            span => line.push_str(&raw_text(std::slice::from_ref(span))),
        }
    }
    line
}

/// Paragraphs of plain text, one a line.
pub(crate) fn paragraphs(text: &str) -> Vec<Block> {
    text.lines().map(|line| Block::Paragraph(paragraph(line))).collect()
}

fn paragraph(line: &str) -> Paragraph {
    let spans = if line.is_empty() { Vec::new() } else { vec![span(line)] };
    Paragraph { spans, ..Paragraph::default() }
}

/// Joins texts that are not empty with a blank line.
pub(crate) fn joined(texts: &[&str]) -> String {
    let texts: Vec<&str> = texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()).collect();
    texts.join("\n\n")
}

/// Blocks without the passages of comments: snapshots have none.
pub(crate) fn without_passages(mut blocks: Vec<Block>) -> Vec<Block> {
    for block in &mut blocks {
        if let Block::Heading { spans, .. } | Block::Paragraph(Paragraph { spans, .. }) = block {
            spans.retain(|span| !matches!(span, Span::CommentStart(_) | Span::CommentEnd(_)));
        }
    }
    blocks
}

/// Splits a list that a person wrote: by commas, semicolons and their East Asian forms.
pub(crate) fn listed(text: &str) -> Vec<String> {
    text.split([',', ';', '，', '、', '；', '\n'])
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The kind of cards in a folder with this title.
pub(crate) fn card_kind(title: &str) -> Option<CardKind> {
    const FOLDERS: [(CardKind, &[&str]); 3] = [
        (
            CardKind::Character,
            &[
                "character",
                "characters",
                "cast",
                "people",
                "persons",
                "character notes",
                "character sheets",
                "人物",
                "角色",
                "人物表",
                "角色表",
                "人物设定",
                "角色设定",
                "主要人物",
                "人物設定",
                "登場人物",
                "キャラクター",
            ],
        ),
        (
            CardKind::Place,
            &[
                "place",
                "places",
                "location",
                "locations",
                "setting",
                "settings",
                "地点",
                "地點",
                "场所",
                "場所",
                "地名",
            ],
        ),
        (
            CardKind::Item,
            &["item", "items", "object", "objects", "things", "props", "物品", "道具", "アイテム"],
        ),
    ];
    let title = title.trim().to_lowercase();
    FOLDERS.iter().find(|(_, titles)| titles.contains(&title.as_str())).map(|(kind, _)| *kind)
}

/// What a custom field or a label of a tool means for a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Pov,
    Characters,
    Locations,
    Items,
    Time,
    Aliases,
}

/// The meaning of a field by its title.
pub(crate) fn field_meaning(title: &str) -> Option<Meaning> {
    Some(match title.trim().to_lowercase().as_str() {
        "pov" | "pov character" | "point of view" | "viewpoint" | "视角" | "視角" | "视点" | "視点"
        | "视角人物" => Meaning::Pov,
        "character" | "characters" | "cast" | "who" | "人物" | "角色" | "登場人物" => {
            Meaning::Characters
        }
        "location" | "locations" | "place" | "places" | "setting" | "where" | "地点" | "地點" | "場所" => {
            Meaning::Locations
        }
        "item" | "items" | "objects" | "物品" | "道具" => Meaning::Items,
        "time" | "date" | "date and time" | "story time" | "story date" | "timeline" | "when" | "时间"
        | "時間" | "日時" => Meaning::Time,
        "alias" | "aliases" | "aka" | "also known as" | "nickname" | "nicknames" | "full name"
        | "fullname" | "别名" | "別名" | "又名" | "字号" | "绰号" | "昵称" | "愛称" => {
            Meaning::Aliases
        }
        _ => return None,
    })
}

/// The other names in a text: what follows `Aliases:`, `又名：` and the like at the start of a line.
pub(crate) fn aliases(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.split_once([':', '：']))
        .filter(|(title, _)| field_meaning(title) == Some(Meaning::Aliases))
        .flat_map(|(_, names)| listed(names))
        .collect()
}

/// A span of text without any style.
pub(crate) fn span(text: &str) -> Span {
    Span::Text { text: text.to_owned(), style: Style::default() }
}
