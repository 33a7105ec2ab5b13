//! Styles: what a paragraph or a piece of text inherits.

use std::collections::HashMap;

use crate::odt::Sources;
use crate::odt::numbering::{Levels, levels};
use crate::xml::Element;
use crate::{Alignment, Style};

/// The longest chain of styles based on each other.
const MAX_CHAIN: usize = 32;

/// The least indent of both sides that sets a paragraph off, in millimetres.
const SET_OFF: f32 = 7.0;

/// Properties that a style sets; `None` where it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Properties {
    italic: Option<bool>,
    bold: Option<bool>,
    dots: Option<bool>,
    hidden: Option<bool>,
    pub alignment: Option<Alignment>,
    pub starts_page: Option<bool>,
    pub ends_page: Option<bool>,
    pub is_quotation: bool,
    pub is_title: bool,
    /// The line below the title, which belongs to the title page.
    pub is_subtitle: bool,
    pub is_author: bool,
    pub is_decorated: bool,
    /// A border above or below.
    across: Option<bool>,
    /// A border at the left or the right.
    beside: Option<bool>,
}

impl Properties {
    /// Whether a paragraph without text is a horizontal rule. A frame around it is none.
    pub fn is_rule(self) -> bool {
        self.across == Some(true) && self.beside != Some(true)
    }

    fn or(self, base: Self) -> Self {
        Self {
            italic: self.italic.or(base.italic),
            bold: self.bold.or(base.bold),
            dots: self.dots.or(base.dots),
            hidden: self.hidden.or(base.hidden),
            alignment: self.alignment.or(base.alignment),
            starts_page: self.starts_page.or(base.starts_page),
            ends_page: self.ends_page.or(base.ends_page),
            is_quotation: self.is_quotation || base.is_quotation,
            is_title: self.is_title || base.is_title,
            is_subtitle: self.is_subtitle || base.is_subtitle,
            is_author: self.is_author || base.is_author,
            is_decorated: self.is_decorated || base.is_decorated,
            across: self.across.or(base.across),
            beside: self.beside.or(base.beside),
        }
    }

    /// The style of a text with these properties inside a text with the style `around`.
    pub fn style(self, around: Style) -> Style {
        Style {
            italic: self.italic.unwrap_or(around.italic),
            bold: self.bold.unwrap_or(around.bold),
            dots: self.dots.unwrap_or(around.dots),
            hidden: self.hidden.unwrap_or(around.hidden),
        }
    }
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(super) struct Styles<'x> {
    /// By family and name. Automatic styles of the text come before those of the page.
    by_name: HashMap<(&'x str, &'x str), Element<'x>>,
    known: HashMap<(&'static str, String), Properties>,
    pub lists: HashMap<&'x str, Levels>,
    pub outline: Levels,
}

impl<'x> Styles<'x> {
    pub fn read(sources: Sources<'x>) -> Self {
        let mut styles = Self::default();
        for file in sources.styles.into_iter().chain([sources.content]) {
            for group in file.elements().filter(|group| matches!(group.name(), "styles" | "automatic-styles"))
            {
                for style in group.elements() {
                    styles.add(style);
                }
            }
        }
        styles
    }

    fn add(&mut self, style: Element<'x>) {
        let name = style.attribute("name").unwrap_or_default();
        match style.name() {
            "style" => {
                let family = style.attribute("family").unwrap_or_default();
                self.by_name.insert((family, name), style);
            }
            "list-style" => _ = self.lists.insert(name, levels(style)),
            "outline-style" => self.outline = levels(style),
            _ => {}
        }
    }

    /// The properties of a style of the family `paragraph` or `text`.
    pub fn properties(&mut self, family: &'static str, name: Option<&str>) -> Properties {
        let Some(name) = name else { return Properties::default() };
        let key = (family, name.to_owned());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut properties = Properties::default();
        let mut next = Some(name);
        for _ in 0..MAX_CHAIN {
            let Some(name) = next else { break };
            // Built-in styles are named even where the file does not define them.
            properties = properties.or(by_name(name));
            let style = self.by_name.get(&(family, name)).copied();
            properties = style.map_or(properties, |style| properties.or(own(style)));
            next = style.and_then(|style| style.attribute("parent-style-name"));
        }
        self.known.insert(key, properties);
        properties
    }
}

/// What a style sets itself.
fn own(style: Element<'_>) -> Properties {
    let mut own = Properties::default();
    for group in style.elements() {
        for attribute in group.attributes() {
            match group.name() {
                "text-properties" => set_text(&mut own, attribute.name, attribute.value),
                "paragraph-properties" => set_paragraph(&mut own, attribute.name, attribute.value),
                _ => {}
            }
        }
        if group.is("paragraph-properties") {
            let side = |name: &str| group.attribute(name).and_then(millimetres).unwrap_or(0.0);
            own.is_quotation |= side("margin-left") >= SET_OFF && side("margin-right") >= SET_OFF;
        }
    }
    let page = style.attribute("master-page-name").filter(|name| !name.is_empty());
    own.starts_page = own.starts_page.or(page.map(|_| true));
    own
}

fn set_text(own: &mut Properties, name: &str, value: &str) {
    match name {
        "font-style" | "font-style-asian" => {
            let is_italic = matches!(value, "italic" | "oblique");
            own.italic = Some(own.italic.unwrap_or(false) || is_italic);
        }
        "font-weight" | "font-weight-asian" => {
            let is_bold = value == "bold" || value.parse::<u32>().is_ok_and(|weight| weight >= 600);
            own.bold = Some(own.bold.unwrap_or(false) || is_bold);
        }
        "text-emphasize" => own.dots = Some(value != "none"),
        "display" => own.hidden = Some(value == "none"),
        "color" => own.is_decorated |= value != "#000000",
        "text-underline-style"
        | "text-line-through-style"
        | "text-outline"
        | "text-position"
        | "background-color"
        | "text-transform"
        | "font-variant" => {
            own.is_decorated |= !matches!(value, "none" | "false" | "transparent" | "normal" | "0% 100%");
        }
        _ => {}
    }
}

fn set_paragraph(own: &mut Properties, name: &str, value: &str) {
    match name {
        "text-align" => {
            own.alignment = Some(match value {
                "center" => Alignment::Centre,
                "end" | "right" => Alignment::End,
                _ => Alignment::Start,
            });
        }
        "break-before" => own.starts_page = Some(value == "page"),
        "break-after" => own.ends_page = Some(value == "page"),
        "border" => (own.across, own.beside) = (Some(is_line(value)), Some(is_line(value))),
        "border-top" | "border-bottom" => own.across = Some(own.across == Some(true) || is_line(value)),
        "border-left" | "border-right" => own.beside = Some(own.beside == Some(true) || is_line(value)),
        _ => {}
    }
}

/// Whether a border such as `0.06pt solid #000000` is drawn.
fn is_line(border: &str) -> bool {
    !border.trim().is_empty() && !border.split_whitespace().any(|word| matches!(word, "none" | "hidden"))
}

fn by_name(name: &str) -> Properties {
    Properties {
        is_title: name == "Title",
        is_subtitle: name == "Subtitle",
        is_author: name == "Author",
        across: (name == "Horizontal_20_Line").then_some(true),
        is_quotation: matches!(name, "Quotations" | "Quote" | "Block_20_Text" | "Block_20_Quotation"),
        ..Properties::default()
    }
}

pub(super) fn millimetres(length: &str) -> Option<f32> {
    let unit = length.find(|c: char| c.is_ascii_alphabetic())?;
    let number: f32 = length[..unit].parse().ok()?;
    let factor = match &length[unit..] {
        "mm" => 1.0,
        "cm" => 10.0,
        "in" => 25.4,
        "pt" => 0.353,
        _ => return None,
    };
    Some(number * factor)
}
