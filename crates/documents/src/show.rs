//! Documents as text, for golden tests.

use std::fmt::Write;

use crate::tree::{Alignment, Block, Document, Paragraph, Part, Span, Style};

/// A document as an outline: one line a part, paragraph, card, comment, day or loss.
pub(crate) fn show(document: &Document) -> String {
    let mut out = String::new();
    for (name, value) in
        [("title", &document.title), ("author", &document.author), ("language", &document.language)]
    {
        if let Some(value) = value {
            _ = writeln!(out, "{name}: {value}");
        }
    }
    if let Some(target) = document.target {
        _ = writeln!(out, "target: {target}");
    }
    for part in &document.parts {
        show_part(&mut out, part, 0);
    }
    for card in &document.cards {
        let also = listed(" = ", &card.aliases);
        let tags = listed(" #", &card.tags);
        _ = writeln!(
            out,
            "card {:?} {}{also}{tags}: {}",
            card.kind,
            card.name,
            card.text.replace('\n', " / ")
        );
    }
    for comment in &document.comments {
        let done = if comment.is_done { " done" } else { "" };
        let text = comment.text.replace('\n', " / ");
        _ = writeln!(out, "comment {} {}@{}{done}: {text}", comment.id, comment.author, comment.at);
        for reply in &comment.replies {
            _ = writeln!(out, "  reply {}@{}: {}", reply.author, reply.at, reply.text);
        }
    }
    for day in &document.days {
        _ = writeln!(out, "day {} {:+}", day.date, day.words);
    }
    for (kind, loss) in document.losses.iter() {
        let first = loss.first.split_whitespace().collect::<Vec<_>>().join(" ");
        _ = writeln!(out, "loss {kind:?} ×{} ({} characters): {first}", loss.count, loss.characters);
    }
    out.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn listed(before: &str, items: &[String]) -> String {
    items.iter().map(|item| format!("{before}{item}")).collect()
}

fn show_part(out: &mut String, part: &Part, depth: usize) {
    let pad = "  ".repeat(depth);
    let title = part.title.as_deref().unwrap_or("–");
    let details = &part.details;
    _ = write!(out, "{pad}{:?} {title}", part.kind);
    let options = [
        ("status", &details.status),
        ("label", &details.label),
        ("pov", &details.pov),
        ("time", &details.story_time),
    ];
    for (name, value) in options {
        if let Some(value) = value {
            _ = write!(out, " [{name} {value}]");
        }
    }
    for (name, list) in [
        ("#", &details.keywords),
        ("with ", &details.characters),
        ("at ", &details.locations),
        ("item ", &details.items),
    ] {
        for item in list {
            _ = write!(out, " [{name}{item}]");
        }
    }
    if let Some(target) = details.target {
        _ = write!(out, " [target {target}]");
    }
    if !details.is_printed {
        out.push_str(" [not printed]");
    }
    out.push('\n');
    for (name, text) in [("synopsis", &details.synopsis), ("notes", &details.notes)] {
        if !text.is_empty() {
            _ = writeln!(out, "{pad}  {name}: {}", text.replace('\n', " / "));
        }
    }
    out.push_str(&blocks(&part.blocks, &format!("{pad}  ")));
    for snapshot in &details.snapshots {
        _ = writeln!(out, "{pad}  snapshot {} {}", snapshot.taken_at, snapshot.title);
        out.push_str(&blocks(&snapshot.blocks, &format!("{pad}    ")));
    }
    for part in &part.parts {
        show_part(out, part, depth + 1);
    }
}

/// Blocks, one line each.
pub(crate) fn blocks(blocks: &[Block], pad: &str) -> String {
    let mut out = String::new();
    for block in blocks {
        _ = match block {
            Block::Heading { level, spans } => {
                writeln!(out, "{pad}{} {}", "#".repeat(usize::from(*level)), spans_line(spans))
            }
            Block::Paragraph(paragraph) => writeln!(out, "{pad}{}", paragraph_line(paragraph)),
            Block::Break => writeln!(out, "{pad}* * *"),
            Block::PageStart => writeln!(out, "{pad}--- page"),
        };
    }
    out
}

fn paragraph_line(paragraph: &Paragraph) -> String {
    let mark = match paragraph.alignment {
        Alignment::Start => "",
        Alignment::Centre => "centre ",
        Alignment::End => "end ",
    };
    let quotation = if paragraph.is_quotation { "quote " } else { "" };
    let form = match paragraph.form {
        crate::Form::Text => "",
        crate::Form::Subheading => "subheading ",
        crate::Form::Item => "item ",
    };
    format!("| {form}{mark}{quotation}{}", spans_line(&paragraph.spans)).trim_end().to_owned()
}

fn spans_line(spans: &[Span]) -> String {
    spans.iter().map(show_span).collect()
}

fn show_span(span: &Span) -> String {
    match span {
        Span::Text { text, style } => styled(&text.replace('\t', "→"), *style),
        Span::Ruby { base, reading, style } => styled(&format!("{{{base}|{reading}}}"), *style),
        Span::LineBreak => "⏎".to_owned(),
        Span::Note(paragraphs) => {
            let lines: Vec<String> =
                paragraphs.iter().map(|paragraph| spans_line(&paragraph.spans)).collect();
            format!("^[{}]", lines.join(" / "))
        }
        Span::CommentStart(id) => format!("«{id} "),
        Span::CommentEnd(id) => format!(" {id}»"),
        Span::Picture { place } => format!("[picture {place}]"),
    }
}

fn styled(text: &str, style: Style) -> String {
    let mut text = text.to_owned();
    for (is_on, tag) in
        [(style.italic, "i"), (style.bold, "b"), (style.dots, "dots"), (style.hidden, "hidden")]
    {
        if is_on {
            text = format!("<{tag}>{text}</{tag}>");
        }
    }
    text
}

/// The visible characters of a document: in its texts, comments and losses.
pub(crate) fn characters(document: &Document) -> usize {
    let comments: usize = document.comments.iter().map(|comment| count(&comment.text)).sum();
    let losses: usize = document.losses.iter().map(|(_, loss)| loss.characters).sum();
    document.parts.iter().map(part_characters).sum::<usize>() + comments + losses
}

fn part_characters(part: &Part) -> usize {
    let own: usize = part
        .blocks
        .iter()
        .map(|block| match block {
            Block::Heading { spans, .. } | Block::Paragraph(Paragraph { spans, .. }) => {
                span_characters(spans)
            }
            Block::Break | Block::PageStart => 0,
        })
        .sum();
    own + part.parts.iter().map(part_characters).sum::<usize>()
}

fn span_characters(spans: &[Span]) -> usize {
    let one = |span: &Span| match span {
        Span::Text { text, .. } => count(text),
        Span::Ruby { base, reading, .. } => count(base) + count(reading),
        Span::Note(paragraphs) => paragraphs.iter().map(|paragraph| span_characters(&paragraph.spans)).sum(),
        Span::LineBreak | Span::CommentStart(_) | Span::CommentEnd(_) | Span::Picture { .. } => 0,
    };
    spans.iter().map(one).sum()
}

fn count(text: &str) -> usize {
    text.chars().filter(|c| !c.is_whitespace()).count()
}
