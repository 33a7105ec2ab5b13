//! Opens our Word documents in LibreOffice and compares its text with the book.
//!
//! LibreOffice is not part of the repository; without it this test prints a message and passes.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

use std::path::Path;
use std::process::{Command, Stdio};

use wenfang_publish::{Block, Book, BookBuilder, DocxLayout, DocxOptions, Form, Scene, Span, docx};
use wenfang_text::NovelLanguage;

const MARKED: &str = "他想，*快走*！墙上是**系统**和｜饕餮《tāo tiè》，《《绝不》》。
古代的怪兽^[见*山海经*。]又来了^[再见。]。

>> 渡口 <<
>> 一九二六年
> 见字如面。
# 小标题
* 一件事
<b>&amp;</b> \"引号\" 𠮷 👨‍👩‍👧 全角　空格 a\tb
第九章 这一行不是标题";

fn book() -> Book {
    let mut builder = BookBuilder::new("渡口", "林河", NovelLanguage::Zh);
    for volume in 1..=3 {
        builder.volume(&format!("第{volume}卷 <雾>"));
        for chapter in 1..=5 {
            builder.chapter(&format!("第{chapter}章 灯 & 夜"));
            builder.scene(None, (MARKED, &[]), Vec::new());
            builder.scene(None, ("第二场。\n***\n断开之后。", &[]), Vec::new());
        }
    }
    builder.finish()
}

/// The lines of the body. LibreOffice writes the number of a note where it stands, not its words, and of a ruby
/// the base.
fn lines(book: &Book, scene_break: &str) -> Vec<String> {
    let mut notes = 0;
    let mut lines = Vec::new();
    for volume in &book.volumes {
        lines.push(volume.title.clone());
        for chapter in &volume.chapters {
            lines.push(chapter.title.clone());
            for (at, scene) in chapter.scenes.iter().enumerate() {
                if at > 0 {
                    lines.push(scene_break.to_owned());
                }
                scene_lines(scene, scene_break, &mut notes, &mut lines);
            }
        }
    }
    lines
}

fn scene_lines(scene: &Scene, scene_break: &str, notes: &mut usize, lines: &mut Vec<String>) {
    lines.extend(scene.blocks.iter().map(|block| match block {
        Block::Break => scene_break.to_owned(),
        Block::Blank => String::new(),
        Block::Paragraph(paragraph) => {
            let words = paragraph.spans.iter().map(|span| match span {
                Span::Text { text, .. } | Span::Ruby { base: text, .. } => text.clone(),
                Span::Note(_) => {
                    *notes += 1;
                    notes.to_string()
                }
                Span::CommentStart(_) | Span::CommentEnd(_) => String::new(),
            });
            let sign = if paragraph.form == Form::Item { "• " } else { "" };
            sign.to_owned() + &words.collect::<String>()
        }
    }));
}

/// The text of documents in LibreOffice. `false`, with a message, without it.
fn convert(folder: &Path, files: &[std::path::PathBuf]) -> bool {
    let profile = format!("-env:UserInstallation=file://{}", folder.join("profile").display());
    let mut command = Command::new("soffice");
    command.args([profile.as_str(), "--headless", "--convert-to", "txt:Text (encoded):UTF8", "--outdir"]);
    match command.arg(folder).args(files).stdout(Stdio::null()).stderr(Stdio::null()).status() {
        Ok(status) => status.success(),
        Err(_) => {
            eprintln!("skipped: LibreOffice (soffice) is not installed");
            false
        }
    }
}

#[test]
fn libreoffice_reads_the_text_of_both_layouts() {
    let book = book();
    let folder = std::env::temp_dir().join(format!("wenfang-docx-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let layouts = [("manuscript", DocxLayout::Manuscript, "#"), ("editor", DocxLayout::Editor, "＊＊＊")];
    let files: Vec<_> = layouts.iter().map(|(name, ..)| folder.join(format!("{name}.docx"))).collect();
    for (file, (_, layout, _)) in files.iter().zip(layouts) {
        let options = DocxOptions {
            layout,
            contact: vec!["Lin He".into(), "1 Ferry Road".into()],
            length: 1234,
            created_at: "2026-11-01T08:00:00Z".into(),
            ..DocxOptions::default()
        };
        std::fs::write(file, docx(&book, &options).unwrap()).unwrap();
    }
    if convert(&folder, &files) {
        for (name, layout, scene_break) in layouts {
            let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
            let text = text.trim_start_matches('\u{feff}').replace('\r', "");
            // Items are indented by blanks.
            let read = text.trim_end_matches('\n').split('\n').map(|line| line.trim_start_matches(' '));
            let mut read: Vec<&str> = read.collect();
            let body = read.iter().position(|line| *line == "第1卷 <雾>").unwrap();
            let cover: Vec<&str> = read.drain(..body).collect();
            assert!(cover.contains(&"渡口"), "{cover:?}");
            if layout == DocxLayout::Manuscript {
                assert_eq!(read.pop(), Some("END"));
            }
            assert_eq!(read, lines(&book, scene_break), "{name}");
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}
