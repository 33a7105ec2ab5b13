//! The first page.

use wenfang_text::NovelLanguage;

use super::DocxOptions;
use super::body::Writer;
use crate::book::Book;
use crate::length::{grouped, rounded};

pub(super) fn write(writer: &mut Writer<'_, '_>, book: &Book, options: &DocxOptions) {
    match writer.set.is_manuscript() {
        true => manuscript(writer, book, options),
        false => editor(writer, book, options),
    }
}

/// The author and the rounded length above, the title in the middle of the page.
fn manuscript(writer: &mut Writer<'_, '_>, book: &Book, options: &DocxOptions) {
    let author = [book.author.clone()];
    let contact = if options.contact.is_empty() { author.as_slice() } else { &options.contact };
    let length = format!("about {} {}", grouped(rounded(options.length)), unit(options));
    for (at, line) in contact.iter().enumerate() {
        writer.line("Contact", &if at == 0 { format!("{line}\t{length}") } else { line.clone() });
    }
    writer.line("Title", &book.title);
    if !book.author.is_empty() {
        writer.line("CoverLine", &format!("by {}", book.author));
    }
}

fn editor(writer: &mut Writer<'_, '_>, book: &Book, options: &DocxOptions) {
    writer.line("Title", &book.title);
    if !book.author.is_empty() {
        writer.line("CoverLine", &book.author);
    }
    let length = grouped(options.length);
    let rule = match options.rule.as_str() {
        "" => String::new(),
        rule => format!("（{rule}）"),
    };
    let length = match book.language {
        NovelLanguage::En => format!("{length} {}", unit(options)),
        NovelLanguage::Zh => format!("全文 {length} 字{rule}"),
        NovelLanguage::Ja => format!("全文 {length} 字"),
    };
    writer.line("CoverLine", &length);
}

fn unit(options: &DocxOptions) -> &'static str {
    if options.is_in_words { "words" } else { "characters" }
}
