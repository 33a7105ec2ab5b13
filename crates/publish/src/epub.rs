//! Writes a book as an EPUB 3.

mod style;
#[cfg(test)]
mod tests;

use rbook::Epub;
use rbook::ebook::spine::PageDirection;
use rbook::epub::EpubChapter;
use rbook::epub::metadata::DetachedEpubMetaEntry;
use wenfang_text::NovelLanguage;

use crate::PublishError;
use crate::book::{Book, Chapter, Volume};
use crate::markup::{Flavour, Markup, tag};
use crate::xml::escaped;

/// What an EPUB has besides the text of the book.
#[derive(Clone, Debug, Default)]
pub struct EpubOptions {
    /// A name of the book that stays the same, such as `urn:uuid:…`.
    pub identifier: String,
    /// RFC 3339 without fractions, in UTC.
    pub modified_at: String,
    /// A JPEG or PNG picture.
    pub cover: Option<Vec<u8>>,
    /// Lines from top to bottom, pages from right to left.
    pub is_vertical: bool,
    /// What the author says about the use of models: on the title page and in the metadata.
    pub ai_label: Option<String>,
    /// Whether paragraphs show their numbers, for the remarks of readers.
    pub is_numbered: bool,
}

/// Writes a book as an EPUB.
///
/// # Errors
/// The cover is neither a JPEG nor a PNG picture; the container cannot be written.
pub fn epub(book: &Book, options: &EpubOptions) -> Result<Vec<u8>, PublishError> {
    let title = if book.title.is_empty() { "—" } else { &book.title };
    let mut editor = Epub::builder()
        .identifier(options.identifier.as_str())
        .title(title)
        .language(tag(book.language))
        .published_date(options.modified_at.as_str())
        .modified_date(options.modified_at.as_str())
        .generator("Wenfang")
        .toc_title(contents(book.language))
        .resource(("style.css", style::css(options, book.language).into_bytes()));
    if !book.author.is_empty() {
        editor = editor.author(book.author.as_str());
    }
    if options.is_vertical {
        editor = editor.page_direction(PageDirection::RightToLeft);
    }
    if let Some(label) = &options.ai_label {
        editor = editor.meta(DetachedEpubMetaEntry::meta("dcterms:provenance").value(label.as_str()));
    }
    if let Some(cover) = &options.cover {
        let name = picture_name(cover)?;
        let page = document(
            book,
            "cover",
            &format!(
                "<section epub:type=\"cover\"><img src=\"{name}\" alt=\"{}\"/></section>\n",
                escaped(title)
            ),
        );
        editor = editor
            .cover_image((name, cover.clone()))
            .chapter(EpubChapter::unlisted("cover.xhtml").xhtml(page.into_bytes()));
    }
    editor =
        editor.chapter(EpubChapter::unlisted("title.xhtml").xhtml(title_page(book, options).into_bytes()));
    for (at, volume) in book.volumes.iter().enumerate() {
        editor = editor.chapter(volume_files(book, (at + 1, volume), options));
    }
    let epub = editor.build();
    epub.write().to_vec().map_err(|error| PublishError::Container(error.to_string()))
}

/// Returns the name of a cover.
fn picture_name(bytes: &[u8]) -> Result<&'static str, PublishError> {
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Ok("cover.jpg"),
        [0x89, b'P', b'N', b'G', ..] => Ok("cover.png"),
        _ => Err(PublishError::Cover),
    }
}

fn contents(language: NovelLanguage) -> &'static str {
    match language {
        NovelLanguage::Zh => "目录",
        NovelLanguage::En => "Contents",
        NovelLanguage::Ja => "目次",
    }
}

/// Returns the files of a volume: its title page with the chapters below it, or the chapters alone.
fn volume_files(book: &Book, (number, volume): (usize, &Volume), options: &EpubOptions) -> Vec<EpubChapter> {
    let chapters = volume.chapters.iter().map(|chapter| chapter_file(book, chapter, options));
    if volume.title.is_empty() {
        return chapters.collect();
    }
    let body = format!(
        "<section epub:type=\"part\" id=\"v{number}\">\n<h1>{}</h1>\n</section>\n",
        escaped(&volume.title)
    );
    let page = document(book, &volume.title, &body);
    let entry = EpubChapter::new(volume.title.as_str())
        .href(format!("v{number}.xhtml"))
        .xhtml(page.into_bytes())
        .children(chapters.collect::<Vec<_>>());
    vec![entry]
}

fn chapter_file(book: &Book, chapter: &Chapter, options: &EpubOptions) -> EpubChapter {
    let mut markup = Markup::new(Flavour::Epub, book.language, options.is_numbered);
    markup.chapter(chapter, if book.has_volumes() { "h2" } else { "h1" });
    let label = chapter.label();
    let page = document(book, &label, &markup.out);
    EpubChapter::new(label).href(format!("c{:04}.xhtml", chapter.number)).xhtml(page.into_bytes())
}

fn title_page(book: &Book, options: &EpubOptions) -> String {
    let mut body = format!("<section epub:type=\"titlepage\">\n<h1>{}</h1>\n", escaped(&book.title));
    if !book.author.is_empty() {
        body.push_str(&format!("<p class=\"centre\">{}</p>\n", escaped(&book.author)));
    }
    if let Some(label) = &options.ai_label {
        body.push_str(&format!("<p class=\"centre label\">{}</p>\n", escaped(label)));
    }
    body.push_str("</section>\n");
    document(book, &book.title, &body)
}

/// Returns a whole file around a body.
fn document(book: &Book, title: &str, body: &str) -> String {
    let language = tag(book.language);
    let title = if title.is_empty() { "—" } else { title };
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" xml:lang=\"{language}\" lang=\"{language}\">\n<head>\n<title>{}</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}
