use expect_test::{Expect, expect};

use super::*;
use crate::book::{Form, Remark, plain};

fn lowered(text: &str, passages: Vec<Passage>) -> Book {
    let mut builder = BookBuilder::new("书", "", NovelLanguage::Zh);
    builder.volume("");
    builder.chapter("第一章");
    builder.scene(None, (text, &[]), passages);
    builder.finish()
}

/// Returns one line for each block.
fn shown(book: &Book) -> String {
    let blocks = book.chapters().flat_map(|chapter| &chapter.scenes).flat_map(|scene| &scene.blocks);
    let lines = blocks.map(|block| match block {
        Block::Blank => "-".to_owned(),
        Block::Break => "***".to_owned(),
        Block::Paragraph(paragraph) => {
            let form =
                if paragraph.form == Form::Body { String::new() } else { format!("{:?} ", paragraph.form) };
            format!("{}@{} {form}{}", paragraph.number, paragraph.line, spans(&paragraph.spans))
        }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

fn spans(spans: &[Span]) -> String {
    let style = |style: &crate::Style| {
        let marks = [(style.bold, 'b'), (style.italic, 'i'), (style.dots, 'd')];
        marks.iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| *mark).collect::<String>()
    };
    let shown = spans.iter().map(|span| match span {
        Span::Text { text, style: how } => format!("{}[{text}]", style(how)),
        Span::Ruby { base, reading, style: how } => format!("{}r[{base}|{reading}]", style(how)),
        Span::Note(note) => format!("n({})", self::spans(note)),
        Span::CommentStart(id) => format!("<{id}"),
        Span::CommentEnd(id) => format!("{id}>"),
    });
    shown.collect()
}

#[track_caller]
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&shown(&lowered(text, Vec::new())));
}

#[test]
fn marks_become_spans() {
    check(
        "他*想*，**重要**，***两者***。\n｜饕餮《tāo tiè》和《《绝不》》。\n有注^[注的*斜体*。]的句子。",
        expect![[r#"
            1@0 [他]i[想][，]b[重要][，]bi[两者][。]
            2@1 r[饕餮|tāo tiè][和]d[绝不][。]
            3@2 [有注]n([注的]i[斜体][。])[的句子。]
        "#]],
    );
}

#[test]
fn marks_of_a_line_become_forms() {
    check(
        ">> 渡口 <<\n>> 一九二六年\n> 见字如面。\n# 小标题\n* 一项",
        expect![[r#"
        1@0 Centre [渡口]
        2@1 Right [一九二六年]
        3@2 Quotation [见字如面。]
        4@3 Heading [小标题]
        5@4 Item [一项]
    "#]],
    );
}

#[test]
fn breaks_and_empty_lines_stay() {
    check(
        "\n\n甲。\n\n乙。\n***\n丙。\n\n",
        expect![[r#"
        1@2 [甲。]
        -
        2@4 [乙。]
        ***
        3@6 [丙。]
    "#]],
    );
}

#[test]
fn indents_are_a_matter_of_layout() {
    check(
        "　　甲。  \n\t>> 乙 <<  \n**丙**　",
        expect![[r#"
        1@0 [甲。]
        2@1 Centre [乙]
        3@2 b[丙]
    "#]],
    );
}

#[test]
fn literal_marks_lose_their_backslash() {
    check(
        r"5\*3 和 \《\《甲\》\》。\^[乙]",
        expect![[r#"
        1@0 [5*3 和 《《甲》》。^[乙]]
    "#]],
    );
}

fn passage(start: usize, end: usize) -> Passage {
    let remark = Remark { text: "嗯".into(), ..Remark::default() };
    Passage { range: CharRange::new(start, end), comment: Comment { remark, ..Comment::default() } }
}

#[test]
fn comments_divide_the_text_at_their_ends() {
    let shown = |text: &str, passages| shown(&lowered(text, passages));
    expect![[r#"
        1@0 [江上]<0<1b[起雾]0>[了。]
        2@1 [灯]1>[亮]<2[了]2>[。]
    "#]]
    .assert_eq(&shown("江上**起雾**了。\n灯亮了。", vec![passage(2, 6), passage(4, 12), passage(13, 14)]));
    // Ends inside a mark, in a note and in an empty line are not lost.
    expect![[r#"
        1@0 <0i[甲]n([乙])0>
        -
        2@2 <11>[丙。]<22>
    "#]]
    .assert_eq(&shown("*甲*^[乙]\n\n丙。", vec![passage(1, 5), passage(6, 7), passage(20, 20)]));
}

#[test]
fn no_comment_is_without_both_ends() {
    let text = "甲*乙*｜丙《丁》^[戊]\n\n>> 己 <<\n***\n庚。";
    for start in 0..text.chars().count() {
        for end in start..=text.chars().count() {
            let book = lowered(text, vec![passage(start, end)]);
            let shown = shown(&book);
            let (opens, closes) = (shown.find("<0"), shown.find("0>"));
            assert!(opens.is_some() && closes.is_some() && opens < closes, "{start}..{end}: {shown}");
        }
    }
}

#[test]
fn the_visible_text_is_that_of_the_plain_view() {
    let text = "他*想*，**重要** ***两者***。\n｜饕餮《tāo tiè》和《《绝不》》。\n> 引*文*\n\n>> 中 <<\n有注^[注。]的。";
    let book = lowered(text, Vec::new());
    let blocks = book.chapters().flat_map(|chapter| &chapter.scenes).flat_map(|scene| &scene.blocks);
    let lines = blocks.map(|block| match block {
        Block::Paragraph(paragraph) => plain(&paragraph.spans),
        Block::Break | Block::Blank => String::new(),
    });
    assert_eq!(lines.collect::<Vec<_>>().join("\n"), wenfang_text::marks::Plain::of(text).text());
}

#[test]
fn scenes_without_text_are_left_out() {
    let mut builder = BookBuilder::new("书\n名", "", NovelLanguage::Zh);
    builder.chapter("一");
    builder.scene(None, ("\n  \n", &[]), vec![passage(0, 1)]);
    builder.scene(None, ("甲", &[]), Vec::new());
    builder.chapter("二");
    builder.scene(None, ("乙", &[]), Vec::new());
    let book = builder.finish();
    assert_eq!(book.title, "书 名");
    assert!(book.comments.is_empty());
    let numbers: Vec<_> = book.chapters().map(|chapter| (chapter.number, chapter.scenes.len())).collect();
    assert_eq!(numbers, [(1, 1), (2, 1)]);
}

#[test]
fn paragraphs_not_for_print_are_left_out() {
    let mut builder = BookBuilder::new("书", "", NovelLanguage::Zh);
    let text = "甲一。\n乙二。\n丙三。\n丁四。";
    builder.scene(
        None,
        (text, &[CharRange::new(5, 6), CharRange::new(12, 13)]),
        vec![passage(4, 5), passage(9, 10)],
    );
    expect![[r#"
        1@0 [甲一。]
        2@2 <00>[丙]<1[三]1>[。]
    "#]]
    .assert_eq(&shown(&builder.finish()));
}
