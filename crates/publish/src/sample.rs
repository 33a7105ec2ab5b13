//! A small book with every mark, for tests.

use wenfang_text::NovelLanguage;

use crate::book::{
    Block, Book, Chapter, Comment, Form, Paragraph, Remark, Scene, Source, Span, Style, Volume,
};

pub(crate) const PLAIN: Style = Style { bold: false, italic: false, dots: false };

pub(crate) fn text(text: &str) -> Span {
    styled(text, PLAIN)
}

pub(crate) fn styled(text: &str, style: Style) -> Span {
    Span::Text { text: text.into(), style }
}

/// A book with two volumes, three chapters and every mark.
pub(crate) fn sample(language: NovelLanguage) -> Book {
    let ruby = Span::Ruby { base: "饕餮".into(), reading: "tāo tiè".into(), style: PLAIN };
    let marked = vec![
        text("他想，"),
        styled("快走", Style { italic: true, ..PLAIN }),
        text("！墙上是"),
        styled("系统", Style { bold: true, ..PLAIN }),
        text("和"),
        ruby,
        text("，"),
        styled("绝不", Style { dots: true, ..PLAIN }),
        text("<&>"),
        Span::Note(vec![text("古代的"), styled("怪兽", Style { italic: true, ..PLAIN }), text("。")]),
        text("。"),
    ];
    let mut number = 0;
    let mut paragraph = |form, spans| {
        number += 1;
        Block::Paragraph(Paragraph { number, line: 0, form, spans })
    };
    let first = vec![
        paragraph(Form::Body, marked),
        Block::Blank,
        paragraph(Form::Centre, vec![text("渡口")]),
        paragraph(Form::Right, vec![text("一九二六年")]),
        paragraph(Form::Quotation, vec![text("见字如面。")]),
        Block::Break,
        paragraph(Form::Body, vec![text("雾散了。")]),
    ];
    let second = vec![paragraph(Form::Body, vec![text("第二天。")])];
    let third = vec![paragraph(Form::Body, vec![text("灯亮了。")])];
    let fourth = vec![paragraph(Form::Body, vec![text("归来。")])];
    let scene = |blocks| Scene { source: Some(Source { scene: 5, version: Some(7) }), blocks };
    let chapter = |number, title: &str, scenes| Chapter { title: title.into(), number, scenes };
    Book {
        title: "渡口".into(),
        author: "林 河".into(),
        language,
        volumes: vec![
            Volume {
                title: "第一卷 雾".into(),
                chapters: vec![
                    chapter(1, "第一章 夜渡", vec![scene(first), scene(second)]),
                    chapter(2, "第二章 灯", vec![scene(third)]),
                ],
            },
            Volume { title: "第二卷 归".into(), chapters: vec![chapter(3, "", vec![scene(fourth)])] },
        ],
        comments: Vec::new(),
    }
}

/// The same with a comment and an answer on one passage.
pub(crate) fn commented(language: NovelLanguage) -> Book {
    let mut book = sample(language);
    let remark = |author: &str, text: &str| Remark {
        author: author.into(),
        at: Some("2026-11-01T08:00:00Z".into()),
        text: text.into(),
    };
    book.comments.push(Comment {
        remark: remark("Bo Li", "太快了？\n改。"),
        replies: vec![remark("林 河", "好。")],
        is_done: true,
    });
    let Block::Paragraph(paragraph) = &mut book.volumes[0].chapters[1].scenes[0].blocks[0] else {
        return book;
    };
    paragraph.spans = vec![Span::CommentStart(0), text("灯"), Span::CommentEnd(0), text("亮了。")];
    book
}
