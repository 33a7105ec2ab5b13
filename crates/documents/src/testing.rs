//! Small archives for tests.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::{Alignment, Block, Span, Style};

/// Packs texts into a zip archive.
pub(crate) fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    packed_bytes(&files)
}

/// Packs files into a zip archive.
pub(crate) fn packed_bytes(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Packs bytes under names that are not UTF-8: stored, with the name's bytes put in afterwards.
pub(crate) fn packed_raw(files: &[(&[u8], &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut places = Vec::new();
    for (at, (name, bytes)) in files.iter().enumerate() {
        let width = name.len();
        let place = format!("{at:x>width$}");
        zip.start_file(place.clone(), SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
        places.push(place);
    }
    let mut packed = zip.finish().unwrap().into_inner();
    for (place, (name, _)) in places.iter().zip(files) {
        let found: Vec<usize> = memchr::memmem::find_iter(&packed, place.as_bytes()).collect();
        for at in found {
            packed[at..at + name.len()].copy_from_slice(name);
        }
    }
    packed
}

/// The text of blocks in a short form, for tests: `# heading`, `---` for breaks, `=== page`, `{n: note}`,
/// `[base|reading]`, `*italic*`, `**bold**`, `.dots.`, `~hidden~`, `<1` and `1>` for comments, `!place!` for pictures.
pub(crate) fn shown(blocks: &[Block]) -> String {
    let lines: Vec<String> = blocks.iter().map(shown_block).collect();
    lines.join("\n")
}

fn shown_block(block: &Block) -> String {
    match block {
        Block::Heading { level, spans } => {
            format!("{} {}", "#".repeat(usize::from(*level)), shown_spans(spans))
        }
        Block::Paragraph(paragraph) => {
            let sign = match paragraph.alignment {
                Alignment::Start => "",
                Alignment::Centre => "=",
                Alignment::End => ">>",
            };
            let quotation = if paragraph.is_quotation { "> " } else { "" };
            format!("{quotation}{sign}{}", shown_spans(&paragraph.spans))
        }
        Block::Break => "---".to_owned(),
        Block::PageStart => "=== page".to_owned(),
    }
}

pub(crate) fn shown_spans(spans: &[Span]) -> String {
    spans.iter().map(shown_span).collect()
}

fn shown_span(span: &Span) -> String {
    match span {
        Span::Text { text, style } => styled(text, *style),
        Span::Ruby { base, reading, style } => styled(&format!("[{base}|{reading}]"), *style),
        Span::LineBreak => "/".to_owned(),
        Span::Note(paragraphs) => {
            let texts: Vec<String> = paragraphs.iter().map(|one| shown_spans(&one.spans)).collect();
            format!("{{n: {}}}", texts.join(" / "))
        }
        Span::CommentStart(id) => format!("<{id}"),
        Span::CommentEnd(id) => format!("{id}>"),
        Span::Picture { place } => format!("!{place}!"),
    }
}

fn styled(text: &str, style: Style) -> String {
    let mut text = text.to_owned();
    for (is_on, sign) in [(style.dots, "."), (style.italic, "*"), (style.bold, "**"), (style.hidden, "~")] {
        if is_on {
            text = format!("{sign}{text}{sign}");
        }
    }
    text
}
