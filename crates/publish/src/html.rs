//! Writes a book as one web page without scripts, for readers on any device.

#[cfg(test)]
mod tests;

use wenfang_text::NovelLanguage;

use crate::book::Book;
use crate::markup::{Dots, Flavour, Markup, tag};
use crate::xml::escaped;

/// What a page has besides the text of the book.
#[derive(Clone, Copy, Debug, Default)]
pub struct HtmlOptions {
    /// Whether paragraphs show their numbers, for the remarks of readers.
    pub is_numbered: bool,
}

/// Nothing is loaded from anywhere, and no script runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE: &str = "\
:root { color-scheme: light dark; --ink: #222; --paper: #fcfbf8; --faint: #777; --line: #ddd; }
@media (prefers-color-scheme: dark) { :root { --ink: #d8d5cf; --paper: #1b1b1d; --faint: #8d8a85; --line: #3a3a3d; } }
body { margin: 0 auto; padding: 1.5rem 1.2rem 4rem; max-width: 38rem; background: var(--paper); color: var(--ink);
  font: 1.1rem/1.8 Georgia, 'Songti SC', 'Noto Serif CJK SC', 'Source Han Serif SC', SimSun, serif; }
h1, h2, h3 { text-align: center; line-height: 1.4; margin: 3rem 0 1.5rem; }
nav { margin: 2rem 0; border: 1px solid var(--line); padding: .5rem 1rem; }
nav ol { padding-left: 1.2rem; } nav a, .note a { color: inherit; }
p { margin: 0; text-indent: 2em; overflow-wrap: break-word; }
:lang(en) p { text-indent: 1.5em; } :lang(ja) p { text-indent: 1em; }
.gap { margin-top: 1em; }
.break, .centre, .subheading, .by { text-indent: 0; text-align: center; }
.break { margin: 1.5em 0; } .subheading { font-weight: bold; margin: 1em 0; }
.right { text-indent: 0; text-align: right; } blockquote { margin: 0 2em; } blockquote p { text-indent: 0; } .item { text-indent: 0; }
.note { font-size: .85rem; text-indent: 0; color: var(--faint); margin-top: .5em; }
.noteref { font-size: .7em; vertical-align: super; line-height: 1; color: inherit; }
.n { float: left; text-indent: 0; margin: .45em .6em 0 0; font: .6rem/1.4 sans-serif; color: var(--faint); }
p:target, .note:target { background: color-mix(in srgb, var(--ink) 12%, transparent); }
";

/// Writes a book as one page.
pub fn html(book: &Book, options: HtmlOptions) -> String {
    let language = tag(book.language);
    let mut markup = Markup::new(Flavour::Page, book.language, options.is_numbered);
    let title = escaped(&book.title);
    let dots = Dots::of(book.language).rule(".dots", &["-webkit-", ""]);
    markup.out.push_str(&format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>{title}</title>\n<style>\n{STYLE}{dots}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    ));
    if !book.author.is_empty() {
        markup.out.push_str(&format!("<p class=\"by author\">{}</p>\n", escaped(&book.author)));
    }
    if options.is_numbered {
        markup.out.push_str(&format!(
            "<p class=\"note\" data-wenfang=\"help\">{}</p>\n",
            how_to_remark(book.language)
        ));
    }
    contents(&mut markup.out, book);
    for (at, volume) in book.volumes.iter().enumerate() {
        if !volume.title.is_empty() {
            let title = escaped(&volume.title);
            markup.out.push_str(&format!("<h2 id=\"v{}\">{title}</h2>\n", at + 1));
        }
        let heading = if book.has_volumes() { "h3" } else { "h2" };
        volume.chapters.iter().for_each(|chapter| markup.chapter(chapter, heading));
    }
    markup.out.push_str("</body>\n</html>\n");
    markup.out
}

/// Tells readers how to answer.
fn how_to_remark(language: NovelLanguage) -> &'static str {
    match language {
        NovelLanguage::Zh => {
            "每段前有一个小号数字。写意见时，每条一行，以 # 和数字开头，例如：#12 这里太快了。"
        }
        NovelLanguage::En => {
            "Every paragraph has a small number. Write each remark on a line of its own that begins with # and the number, for example: #12 Too fast here."
        }
        NovelLanguage::Ja => {
            "段落の前に小さな番号があります。感想は一行に一つ、# と番号で始めてください。例：#12 ここは速すぎます。"
        }
    }
}

fn contents(out: &mut String, book: &Book) {
    if book.chapters().nth(1).is_none() {
        return;
    }
    let label = match book.language {
        NovelLanguage::Zh => "目录",
        NovelLanguage::En => "Contents",
        NovelLanguage::Ja => "目次",
    };
    out.push_str(&format!("<nav><details><summary>{label}</summary>\n<ol>\n"));
    for (at, volume) in book.volumes.iter().enumerate() {
        if !volume.title.is_empty() {
            let title = escaped(&volume.title);
            out.push_str(&format!("<li><a href=\"#v{}\">{title}</a>\n<ol>\n", at + 1));
        }
        for chapter in &volume.chapters {
            let label = escaped(&chapter.label());
            out.push_str(&format!("<li><a href=\"#c{}\">{label}</a></li>\n", chapter.number));
        }
        if !volume.title.is_empty() {
            out.push_str("</ol></li>\n");
        }
    }
    out.push_str("</ol>\n</details></nav>\n");
}
