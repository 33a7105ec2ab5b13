use wenfang_documents::{Block, Paragraph, Part, Span, Style};
use wenfang_text::TextIndex;

use super::NoPassage;
use super::words::{Found, of};

fn text(text: &str) -> Span {
    Span::Text { text: text.to_owned(), style: Style::default() }
}

fn start(id: u32) -> Span {
    Span::CommentStart(id)
}

fn end(id: u32) -> Span {
    Span::CommentEnd(id)
}

fn paragraph(spans: Vec<Span>) -> Block {
    Block::Paragraph(Paragraph { spans, ..Paragraph::default() })
}

fn heading(spans: Vec<Span>) -> Block {
    Block::Heading { level: 1, spans }
}

/// The words of blocks, and what their comments are on.
fn read(blocks: Vec<Block>, comments: usize) -> (String, Vec<Found>) {
    let (words, found) = of(vec![Part { blocks, ..Part::default() }], comments);
    let index = TextIndex::new(&words);
    for found in &found {
        if let Ok(passage) = found.passage {
            assert_eq!(index.slice(passage), found.quote);
        }
    }
    (words, found)
}

#[test]
fn passages_are_ranges_of_lines_without_blanks() {
    let (words, found) = read(
        vec![
            heading(vec![text("第一章"), Span::LineBreak, text("渡口")]),
            paragraph(vec![text("　　雨"), start(0), text("下了。 "), Span::LineBreak]),
            paragraph(vec![text("  ")]),
            paragraph(vec![text("  他走"), end(0), start(1), text("了"), end(1), text("。  ")]),
        ],
        2,
    );
    assert_eq!(words, "第一章 渡口\n雨下了。\n他走了。");
    let of = |at: usize| (found[at].quote.as_str(), found[at].heading.as_str());
    assert_eq!((of(0), of(1)), (("下了。\n他走", "第一章 渡口"), ("了", "第一章 渡口")));
}

#[test]
fn a_point_is_on_its_sentence() {
    let point = |id| [start(id), end(id)];
    let mut spans = vec![text("雨停了。")];
    spans.extend(point(0));
    spans.push(text("他走"));
    spans.extend(point(1));
    spans.push(text("了。"));
    let (_, found) = read(vec![paragraph(point(2).into()), paragraph(spans)], 3);
    assert_eq!((&*found[0].quote, &*found[1].quote), ("雨停了。", "他走了。"));
    assert_eq!(found[2].passage, Err(NoPassage::Nothing));
}

#[test]
fn comments_on_headings_name_them() {
    let (_, found) = read(
        vec![
            paragraph(vec![text("序。")]),
            heading(vec![start(0), text("第一章"), end(0)]),
            heading(vec![start(1), text("渡口")]),
            paragraph(vec![text("雨。"), end(1), start(3)]),
        ],
        4,
    );
    assert_eq!((found[0].passage, found[0].quote.as_str()), (Err(NoPassage::Heading), "第一章"));
    assert_eq!(found[1].quote, "雨。");
    // No mark at all, and no end.
    assert_eq!((found[2].passage, found[3].passage), (Err(NoPassage::Nothing), Err(NoPassage::Nothing)));
}
