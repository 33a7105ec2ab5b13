//! The law of read-back: a book that is written in any format and imported again is the same book.
//!
//! Books are compared as [`Book`]s, whose marks are read. What a format cannot keep is an [`Exception`], which is
//! applied to the written book before the comparison; every other difference fails.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a failed unwrap is a failed claim"
)]

use std::path::Path;

use wenfang_interchange::{
    Book as Sheets, BookChapter, BookVolume, Format, ImportOptions, ImportPlan, Layout, PlannedChapter,
    PlannedVolume, plan, render,
};
use wenfang_publish::{
    Block, Book, BookBuilder, DocxLayout, DocxOptions, EpubOptions, HtmlOptions, Paragraph, Scene, Span,
    Style, commonmark, docx, epub, html,
};
use wenfang_text::{CanonicalText, NovelLanguage};

/// A volume: its title, and its chapters with the texts of their scenes.
type Volumes = Vec<(String, Vec<(String, Vec<String>)>)>;

/// What a format does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exception {
    /// A break inside a scene looks like the break between two scenes.
    BreakDividesScene,
    /// Of several blank lines one is read.
    OneBlankLine,
    /// A web page shows several spaces as one.
    OneSpace,
}

use Exception::{BreakDividesScene, OneBlankLine, OneSpace};

const WORD: &[Exception] = &[BreakDividesScene, OneBlankLine];
const PAGE: &[Exception] = &[BreakDividesScene, OneBlankLine, OneSpace];

struct Written {
    format: &'static str,
    name: &'static str,
    exceptions: &'static [Exception],
    bytes: Vec<u8>,
}

const TITLE: &str = "渡口";
const AUTHOR: &str = "林河";

fn book(language: NovelLanguage, volumes: &Volumes) -> Book {
    let mut builder = BookBuilder::new(TITLE, AUTHOR, language);
    for (title, chapters) in volumes {
        builder.volume(title);
        for (title, scenes) in chapters {
            builder.chapter(title);
            scenes.iter().for_each(|scene| builder.scene(None, (scene, &[]), Vec::new()));
        }
    }
    builder.finish()
}

/// The book in every format that reads back.
fn written(language: NovelLanguage, volumes: &Volumes) -> Vec<Written> {
    let book = book(language, volumes);
    let word = |layout| {
        let options = DocxOptions {
            layout,
            contact: vec!["Lin He".into(), "1 Ferry Road".into()],
            surname: None,
            length: 1234,
            is_in_words: true,
            rule: "计标点，不计空白".into(),
            created_at: "2026-11-01T08:00:00Z".into(),
        };
        docx(&book, &options).unwrap()
    };
    let electronic = |is_numbered, is_vertical| {
        let options = EpubOptions {
            identifier: "urn:wenfang:1".into(),
            modified_at: "2026-11-01T08:00:00Z".into(),
            ai_label: Some("本书部分内容由人工智能生成".into()),
            cover: Some(vec![0xff, 0xd8, 0xff, 0xe0]),
            is_numbered,
            is_vertical,
        };
        epub(&book, &options).unwrap()
    };
    let page = |is_numbered| html(&book, HtmlOptions { is_numbered }).into_bytes();
    let text = |format| {
        let export = render(&sheets(volumes), (format, Layout::Whole, language));
        export.files.into_iter().next().unwrap().text.into_bytes()
    };
    let file = |format, name, exceptions, bytes| Written { format, name, exceptions, bytes };
    vec![
        file("manuscript", "a.docx", WORD, word(DocxLayout::Manuscript)),
        file("editor's copy", "a.docx", WORD, word(DocxLayout::Editor)),
        file("EPUB", "a.epub", PAGE, electronic(false, false)),
        file("vertical EPUB with numbers", "a.epub", PAGE, electronic(true, true)),
        file("web page", "a.html", PAGE, page(false)),
        file("web page with numbers", "a.html", PAGE, page(true)),
        file("text", "a.txt", &[], text(Format::Txt)),
        file("Markdown", "a.md", &[], text(Format::Md)),
    ]
}

fn sheets(volumes: &Volumes) -> Sheets {
    let chapter = |(title, scenes): &(String, Vec<String>)| BookChapter {
        title: title.clone(),
        scenes: scenes.iter().map(|scene| CanonicalText::new(scene.clone())).collect(),
    };
    let volume = |(title, chapters): &(String, Vec<(String, Vec<String>)>)| BookVolume {
        title: Some(title.clone()).filter(|title| !title.is_empty()),
        chapters: chapters.iter().map(chapter).collect(),
    };
    Sheets { title: Some(TITLE.to_owned()), volumes: volumes.iter().map(volume).collect() }
}

fn planned(plan: &ImportPlan) -> Volumes {
    let scenes =
        |chapter: &PlannedChapter| chapter.scenes.iter().map(|scene| scene.text.to_string()).collect();
    let volume = |volume: &PlannedVolume| {
        let chapters = volume.chapters.iter().map(|chapter| (chapter.title.clone(), scenes(chapter)));
        (volume.title.clone().unwrap_or_default(), chapters.collect())
    };
    plan.volumes.iter().map(volume).collect()
}

/// A book in lines: titles, scenes, blocks.
fn lines(book: &Book, exceptions: &[Exception]) -> Vec<String> {
    let mut lines = Vec::new();
    for volume in &book.volumes {
        lines.push(format!("VOLUME {}", volume.title));
        for chapter in &volume.chapters {
            lines.push(format!("CHAPTER {}", chapter.title));
            chapter.scenes.iter().for_each(|scene| scene_lines(scene, exceptions, &mut lines));
        }
    }
    lines
}

fn scene_lines(scene: &Scene, exceptions: &[Exception], lines: &mut Vec<String>) {
    let divides = exceptions.contains(&BreakDividesScene);
    for part in scene.blocks.split(|block| divides && *block == Block::Break) {
        lines.push("SCENE".to_owned());
        let is_blank = |block: &Block| *block == Block::Blank;
        let first = part.iter().position(|block| !is_blank(block)).unwrap_or(part.len());
        let end = part.iter().rposition(|block| !is_blank(block)).map_or(first, |last| last + 1);
        let mut shown: Vec<&Block> = part[first..end].iter().collect();
        if exceptions.contains(&OneBlankLine) {
            shown.dedup_by(|next, one| is_blank(next) && is_blank(one));
        }
        lines.extend(shown.into_iter().map(|block| block_line(block, exceptions.contains(&OneSpace))));
    }
}

fn block_line(block: &Block, one_space: bool) -> String {
    match block {
        Block::Paragraph(Paragraph { form, spans, .. }) => {
            format!("{form:?} {}", spans_line(spans, one_space))
        }
        other => format!("{other:?}"),
    }
}

/// Spans as a line; the style of white space is not seen.
fn spans_line(spans: &[Span], one_space: bool) -> String {
    let mut line = String::new();
    let mut last = Style::default();
    let mut set = |line: &mut String, style: Style| {
        if style != std::mem::replace(&mut last, style) {
            let signs = [(style.italic, "i"), (style.bold, "b"), (style.dots, "d")];
            let signs: String = signs.iter().filter(|(is_set, _)| *is_set).map(|(_, sign)| *sign).collect();
            line.push_str(&format!("⟨{signs}⟩"));
        }
    };
    for span in spans {
        match span {
            Span::Text { text, style } => {
                for c in text.chars() {
                    if c == ' ' && one_space && line.ends_with(' ') {
                        continue;
                    }
                    if !c.is_whitespace() {
                        set(&mut line, *style);
                    }
                    line.push(c);
                }
            }
            Span::Ruby { base, reading, style } => {
                set(&mut line, *style);
                line.push_str(&format!("⟦{base}|{reading}⟧"));
            }
            Span::Note(note) => {
                set(&mut line, Style::default());
                line.push_str(&format!("⟦note {}⟧", spans_line(note, one_space)));
            }
            Span::CommentStart(_) | Span::CommentEnd(_) => {}
        }
    }
    set(&mut line, Style::default());
    line
}

/// Writes a book in every format, reads each file, and says where they differ.
fn differences(language: NovelLanguage, volumes: &Volumes) -> Vec<String> {
    let mut found = Vec::new();
    for file in written(language, volumes) {
        let options = ImportOptions { file_name: Some(file.name.to_owned()), ..ImportOptions::default() };
        let plan = plan(&file.bytes, &options).unwrap();
        let wanted = lines(&book(language, volumes), file.exceptions);
        let read = lines(&book(language, &planned(&plan)), file.exceptions);
        if plan.title.as_deref() != Some(TITLE) {
            found.push(format!("{}: title {:?}", file.format, plan.title));
        }
        if file.name != "a.txt" && file.name != "a.md" && plan.author.as_deref() != Some(AUTHOR) {
            found.push(format!("{}: author {:?}", file.format, plan.author));
        }
        let place = (0..wanted.len().max(read.len())).find(|at| wanted.get(*at) != read.get(*at));
        if let Some(at) = place {
            let around = |lines: &[String]| {
                let from = at.saturating_sub(1);
                lines.get(from..(at + 3).min(lines.len())).unwrap_or_default().join("\n  ")
            };
            found.push(format!(
                "{}: line {at}\n--- written\n  {}\n--- read\n  {}",
                file.format,
                around(&wanted),
                around(&read)
            ));
        }
    }
    found
}

#[track_caller]
fn require_same(language: NovelLanguage, volumes: &Volumes) {
    let found = differences(language, volumes);
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

/// A chapter as the tests write it.
type Chapter<'c> = (&'c str, &'c [&'c str]);

fn novel(volumes: &[(&str, &[Chapter<'_>])]) -> Volumes {
    let chapter = |(title, scenes): &Chapter<'_>| {
        ((*title).to_owned(), scenes.iter().map(|scene| (*scene).to_owned()).collect())
    };
    volumes
        .iter()
        .map(|(title, chapters)| ((*title).to_owned(), chapters.iter().map(chapter).collect()))
        .collect()
}

/// Every mark, marks in marks, and words that could be read as marks or headings.
const MARKED: &str = "他想，*快走*！墙上是**系统**和｜饕餮《tāo tiè》，***绝***不《《可以》》。
古代的怪兽^[见*山海经*，又名｜饕《tāo》。]又来了。
*斜体里的**粗体**和｜字《zì》*，**｜生《い》きる**，《《**重**点》》，**粗里*斜*粗**。
>> 渡口 <<
>> 一九二六年*冬*
> 见字如面。
> *此致*

> 另一封信。
# 小标题
* 一件事
* 又一件
第九章 这一行不是标题
5\\*3=15，\\｜竖线，\\《《书》》，\\^[不是注]，a\\\\b。
- 他说。
1. 第一
<b>不是标签</b> &amp; \"引号\" 'x' _下划线_ ~~删~~ [链接](x) `代码`
～＊·…… 𠮷 👨‍👩‍👧 é　全角　空格
一\u{a0}二  两个空格
末了。";

#[test]
fn a_book_with_every_mark_reads_back() {
    let scenes = [MARKED, "第二场。\n\n隔一行。\n\n\n隔两行。", "第三场。\n***\n断开之后。"];
    let volumes = novel(&[
        (
            "第一卷 雾",
            &[
                ("第一章 夜渡", &scenes),
                ("灯 <*> & 《红楼》", &["没有数字的标题。"]),
                ("第三章", &["只有数字的标题。"]),
            ],
        ),
        ("第二卷 归", &[("第一章 归来", &["归来。"]), ("尾声", &["完。", "END"])]),
    ]);
    require_same(NovelLanguage::Zh, &volumes);
}

#[test]
fn markdown_for_other_programs_reads_back() {
    let text = concat!(
        "他想，*快走*！**这是我。**所以｜饕餮《tāo tiè》，《《绝不》》^[古代的*怪兽* [1\\]。]。\n",
        ">> *渡口*^[某地。] <<\n>> 一九二六年\n> 见字如面。\n* 一条\n5 \\* 3 \\* 2。"
    );
    let mut builder = BookBuilder::new(TITLE, "", NovelLanguage::Zh);
    for (title, text) in [("第一章 夜*渡*", text), ("第二章", "雾散了。")] {
        builder.chapter(title);
        builder.scene(None, (text, &[]), Vec::new());
    }
    let options = ImportOptions { file_name: Some("a.md".into()), ..ImportOptions::default() };
    let plan = plan(commonmark(&builder.finish()).as_bytes(), &options).unwrap();
    let found: Vec<_> =
        plan.chapters().map(|one| (one.title.as_str(), one.scenes[0].text.as_str())).collect();
    assert_eq!(plan.title.as_deref(), Some(TITLE));
    assert_eq!(found, [("第一章 夜*渡*", text), ("第二章", "雾散了。")]);
}

#[test]
fn a_book_without_volumes_reads_back() {
    let chapters: &[Chapter<'_>] =
        &[("第一章 夜渡", &[MARKED, "第二场。"]), ("第二章 灯", &["灯亮了。"]), ("第三章 归", &["归来。"])];
    require_same(NovelLanguage::Zh, &novel(&[("", chapters)]));
    require_same(NovelLanguage::Ja, &novel(&[("", chapters)]));
    require_same(NovelLanguage::Zh, &novel(&[("", &chapters[..1])]));
}

#[test]
fn chapters_before_the_first_volume_read_back() {
    let volumes = novel(&[
        ("", &[("楔子", &["很久以前。"])]),
        ("上部", &[("第一章 夜渡", &["夜里。"]), ("第二章 灯", &["灯亮了。"])]),
        ("下部", &[("第三章 归", &["归来。"])]),
    ]);
    require_same(NovelLanguage::Zh, &volumes);
}

#[test]
fn an_english_book_reads_back() {
    let first = "She was *not* amused, **never** amused.\n\u{201c}Well,\u{201d} he said\u{2014}\u{201c}go.\u{201d}\n\n\
        It was *The **Very** Best*'s last page.^[See *Emma*.]\n1. A list?\n- Or not.\nCHAPTER IX was her room.\n> Dear sir,\nyours.";
    let volumes = novel(&[
        ("Part One", &[("Chapter 1: The Ferry", &[first, "Later.", "Later still.\n***\nAnd later."])]),
        ("Part Two", &[("Chapter 2", &["The #1 rule.\n#2 is worse."]), ("Epilogue", &["All was well."])]),
    ]);
    require_same(NovelLanguage::En, &volumes);
}

/// A novel of the corpus as our importer reads it. `None`, with a message, without the corpus.
fn corpus(name: &str) -> Option<Volumes> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let Ok(bytes) = std::fs::read(folder.join(name)) else {
        eprintln!("skipped: no corpus file {name} beside the repository (../shared/corpus)");
        return None;
    };
    let options = ImportOptions { file_name: Some(name.to_owned()), ..ImportOptions::default() };
    Some(planned(&plan(&bytes, &options).unwrap()))
}

#[test]
fn real_novels_read_back() {
    let novels = [
        ("panghuang.zh-Hans.txt", NovelLanguage::Zh),
        ("pride-and-prejudice.en.raw.txt", NovelLanguage::En),
        ("kokoro.ja.aozora.txt", NovelLanguage::Ja),
    ];
    for (name, language) in novels {
        let Some(volumes) = corpus(name) else { return };
        let found = differences(language, &volumes);
        assert!(found.is_empty(), "{name}: {}", found.join("\n\n"));
    }
}
