//! The text of a book as XHTML, for an EPUB and for a web page.

use wenfang_text::NovelLanguage;

use crate::book::{Block, Chapter, Form, ITEM, Paragraph, Scene, Span, Style};
use crate::xml::push_text;

/// Where the markup goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// A file of an EPUB: footnotes are marked for pop-ups.
    Epub,
    /// One page: footnotes are below their chapter.
    Page,
}

/// Returns the language tag of a book.
pub(crate) fn tag(language: NovelLanguage) -> &'static str {
    match language {
        NovelLanguage::Zh => "zh-CN",
        NovelLanguage::En => "en",
        NovelLanguage::Ja => "ja",
    }
}

/// How emphasis dots look in a style sheet, by the language of the book: 着重号 stand below the letters, 傍点 above them.
pub(crate) struct Dots {
    pub shape: &'static str,
    pub position: &'static str,
}

impl Dots {
    pub(crate) fn of(language: NovelLanguage) -> Self {
        match language {
            NovelLanguage::Zh => Self { shape: "filled dot", position: "under right" },
            NovelLanguage::Ja => Self { shape: "filled sesame", position: "over right" },
            NovelLanguage::En => Self { shape: "filled dot", position: "over right" },
        }
    }

    /// The rule of a style sheet. Reading programs know the properties under one of the prefixes.
    pub(crate) fn rule(&self, selector: &str, prefixes: &[&str]) -> String {
        let Self { shape, position } = self;
        let property = |prefix: &&str| {
            format!(" {prefix}text-emphasis: {shape}; {prefix}text-emphasis-position: {position};")
        };
        format!("{selector} {{{} }}\n", prefixes.iter().map(property).collect::<String>())
    }
}

/// Returns the mark of a scene break.
pub(crate) fn scene_break(language: NovelLanguage) -> &'static str {
    if language == NovelLanguage::En { "* * *" } else { "＊＊＊" }
}

/// Writes chapters.
pub(crate) struct Markup {
    pub out: String,
    pub flavour: Flavour,
    /// Whether paragraphs show their numbers.
    pub is_numbered: bool,
    pub scene_break: &'static str,
    /// The chapter whose notes are collected, and the notes.
    chapter: usize,
    notes: Vec<String>,
}

impl Markup {
    pub(crate) fn new(flavour: Flavour, language: NovelLanguage, is_numbered: bool) -> Self {
        Self {
            out: String::new(),
            flavour,
            is_numbered,
            scene_break: scene_break(language),
            chapter: 0,
            notes: Vec::new(),
        }
    }

    /// Writes a chapter as a section, its notes at the end.
    pub(crate) fn chapter(&mut self, chapter: &Chapter, heading: &str) {
        self.chapter = chapter.number;
        let kind = if self.flavour == Flavour::Epub { r#" epub:type="chapter""# } else { "" };
        self.out.push_str(&format!("<section{kind} id=\"c{}\">\n<{heading}>", chapter.number));
        push_text(&mut self.out, &chapter.label());
        self.out.push_str(&format!("</{heading}>\n"));
        for (at, scene) in chapter.scenes.iter().enumerate() {
            if at > 0 {
                self.scene_break();
            }
            self.scene(scene);
        }
        self.close_notes();
        self.out.push_str("</section>\n");
    }

    fn scene(&mut self, scene: &Scene) {
        let source = scene.source.filter(|_| self.is_numbered);
        if let Some(source) = source {
            self.out.push_str(&format!("<div data-scene=\"{}\"", source.scene));
            if let Some(version) = source.version {
                self.out.push_str(&format!(" data-version=\"{version}\""));
            }
            self.out.push_str(">\n");
        }
        let mut gap = false;
        let is_quoted = |block: &Block| match block {
            Block::Paragraph(paragraph) => paragraph.form == Form::Quotation,
            Block::Break | Block::Blank => false,
        };
        for group in scene.blocks.chunk_by(|one, next| is_quoted(one) == is_quoted(next)) {
            let is_quoted = group.first().is_some_and(is_quoted);
            self.out.push_str(if is_quoted { "<blockquote>\n" } else { "" });
            for block in group {
                match block {
                    Block::Paragraph(paragraph) => self.paragraph(paragraph, gap),
                    Block::Break => self.scene_break(),
                    Block::Blank => {}
                }
                gap = *block == Block::Blank;
            }
            self.out.push_str(if is_quoted { "</blockquote>\n" } else { "" });
        }
        if source.is_some() {
            self.out.push_str("</div>\n");
        }
    }

    fn scene_break(&mut self) {
        self.out.push_str(&format!("<p class=\"break\">{}</p>\n", self.scene_break));
    }

    fn paragraph(&mut self, paragraph: &Paragraph, gap: bool) {
        let form = match paragraph.form {
            Form::Body | Form::Quotation => "",
            Form::Centre => "centre",
            Form::Right => "right",
            Form::Heading => "subheading",
            Form::Item => "item",
        };
        let classes = [form, if gap { "gap" } else { "" }];
        let classes: Vec<&str> = classes.into_iter().filter(|class| !class.is_empty()).collect();
        self.out.push_str("<p");
        if !classes.is_empty() {
            self.out.push_str(&format!(" class=\"{}\"", classes.join(" ")));
        }
        if self.is_numbered {
            let (number, line) = (paragraph.number, paragraph.line);
            self.out.push_str(&format!(
                " id=\"p{number}\" data-line=\"{line}\"><span class=\"n\">{number}</span>"
            ));
        } else {
            self.out.push('>');
        }
        if paragraph.form == Form::Item {
            self.out.push_str(&format!("<span class=\"sign\">{ITEM}</span>"));
        }
        self.spans(&paragraph.spans);
        self.out.push_str("</p>\n");
    }

    fn spans(&mut self, spans: &[Span]) {
        for span in spans {
            match span {
                Span::Text { text, style } => self.styled(*style, |out| push_text(out, text)),
                Span::Ruby { base, reading, style } => self.styled(*style, |out| {
                    out.push_str("<ruby>");
                    push_text(out, base);
                    out.push_str("<rp>(</rp><rt>");
                    push_text(out, reading);
                    out.push_str("</rt><rp>)</rp></ruby>");
                }),
                Span::Note(note) => self.note(note),
                Span::CommentStart(_) | Span::CommentEnd(_) => {}
            }
        }
    }

    fn styled(&mut self, style: Style, write: impl FnOnce(&mut String)) {
        let tags = [
            (style.bold, "<strong>", "</strong>"),
            (style.italic, "<em>", "</em>"),
            (style.dots, "<span class=\"dots\">", "</span>"),
        ];
        let set = || tags.iter().filter(|(is_set, ..)| *is_set);
        set().for_each(|(_, open, _)| self.out.push_str(open));
        write(&mut self.out);
        set().rev().for_each(|(.., close)| self.out.push_str(close));
    }

    fn note(&mut self, note: &[Span]) {
        let mut inner = Self { out: String::new(), notes: Vec::new(), ..*self };
        inner.spans(note);
        self.notes.push(inner.out);
        let (chapter, number) = (self.chapter, self.notes.len());
        let kind = if self.flavour == Flavour::Epub { r#" epub:type="noteref""# } else { "" };
        self.out.push_str(&format!(
            "<a{kind} class=\"noteref\" id=\"r{chapter}-{number}\" href=\"#n{chapter}-{number}\">{number}</a>"
        ));
    }

    fn close_notes(&mut self) {
        let chapter = self.chapter;
        for (at, note) in std::mem::take(&mut self.notes).into_iter().enumerate() {
            let number = at + 1;
            let back = format!("<a href=\"#r{chapter}-{number}\">{number}</a>");
            let written = match self.flavour {
                Flavour::Epub => format!(
                    "<aside epub:type=\"footnote\" id=\"n{chapter}-{number}\"><p class=\"note\">{back} {note}</p></aside>\n"
                ),
                Flavour::Page => {
                    format!("<p class=\"note\" id=\"n{chapter}-{number}\">{back} {note}</p>\n")
                }
            };
            self.out.push_str(&written);
        }
    }
}
