//! The style sheet.

use wenfang_text::NovelLanguage;

use super::EpubOptions;
use crate::markup::Dots;

const SHEET: &str = "\
h1, h2 { text-align: center; font-weight: bold; margin: 3em 0 2em; page-break-after: avoid; break-after: avoid; }
p { margin: 0; text-indent: 2em; text-align: justify; }
:lang(en) p { text-indent: 1.5em; }
:lang(ja) p { text-indent: 1em; }
p.gap { margin-top: 1em; }
p.break { text-indent: 0; text-align: center; margin: 1em 0; page-break-after: avoid; break-after: avoid; }
p.centre, p.subheading { text-indent: 0; text-align: center; }
p.subheading { font-weight: bold; margin: 1em 0; }
p.right { text-indent: 0; text-align: right; }
blockquote { margin: 0 2em; }
blockquote p { text-indent: 0; }
p.item { text-indent: 0; }
p.label { margin-top: 4em; font-size: 0.8em; }
p.note { font-size: 0.85em; text-indent: 0; }
a.noteref { vertical-align: super; font-size: 0.75em; line-height: 1; text-decoration: none; }
span.n { font-size: 0.6em; color: #888; padding-right: 0.6em; }
section img { max-width: 100%; max-height: 100%; }
";

/// Lines from top to bottom.
const VERTICAL: &str = "\
html { -epub-writing-mode: vertical-rl; -webkit-writing-mode: vertical-rl; writing-mode: vertical-rl; }
";

pub(super) fn css(options: &EpubOptions, language: NovelLanguage) -> String {
    let direction = if options.is_vertical { VERTICAL } else { "" };
    let dots = Dots::of(language).rule("span.dots", &["-epub-", "-webkit-", ""]);
    format!("{direction}{SHEET}{dots}")
}
