//! Styles: what a paragraph or a run inherits.

use std::collections::HashMap;

use crate::Alignment;
use crate::docx::run::{RunProperties, is_on, value};
use crate::xml::{Element, Xml};

/// The longest chain of styles based on each other.
const MAX_CHAIN: usize = 32;

/// What a paragraph style says a paragraph is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Role {
    #[default]
    Text,
    /// The title of the document.
    Title,
    /// The line below it, which belongs to the title page.
    Subtitle,
    /// Its author.
    Author,
    Quotation,
    /// A heading inside a scene.
    Subheading,
    /// An item of a list without a sign.
    Item,
    /// A line around the text of a manuscript: the author's address, the length, "END".
    Cover,
}

/// The properties of a paragraph, or of a paragraph style.
#[derive(Clone, Debug, Default)]
pub(super) struct ParagraphProperties {
    /// The outline level from 0; 9 is text.
    pub outline: Option<u8>,
    pub list: Option<ListLevel>,
    pub alignment: Option<Alignment>,
    pub page_start: Option<bool>,
    pub role: Option<Role>,
    /// Whether its borders make a rule of it where it is empty.
    pub has_rule: Option<bool>,
    pub run: RunProperties,
}

/// The place of a paragraph in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListLevel {
    /// The id of the numbering; `0` takes the paragraph out of the list of its style.
    pub id: String,
    /// The level; by the style if it is missing.
    pub level: Option<usize>,
    /// The style that sets the numbering.
    pub style: String,
}

impl ParagraphProperties {
    /// Reads `w:pPr`. `style` is the id of the style that has it, if any.
    pub fn read(properties: Option<Element<'_>>, style: &str) -> Self {
        let mut read = Self::default();
        for property in properties.into_iter().flat_map(|properties| properties.elements()) {
            match property.name() {
                "outlineLvl" => read.outline = value(property).parse().ok(),
                "jc" => read.alignment = Some(alignment(value(property))),
                "pageBreakBefore" => read.page_start = Some(is_on(property)),
                "numPr" => read.list = Some(list_level(property, style)),
                "pBdr" => read.has_rule = Some(is_rule(property)),
                "ind" if is_set_off(property) => read.role = Some(Role::Quotation),
                _ => {}
            }
        }
        read
    }

    /// These properties, and those of `base` where they say nothing.
    pub fn or(self, base: Self) -> Self {
        Self {
            outline: self.outline.or(base.outline),
            list: merged(self.list, base.list),
            alignment: self.alignment.or(base.alignment),
            page_start: self.page_start.or(base.page_start),
            role: self.role.or(base.role),
            has_rule: self.has_rule.or(base.has_rule),
            run: self.run.or(base.run),
        }
    }

    /// Whether it is a rule where it is empty: Word turns three hyphens into a border. A title may have a line below it.
    pub fn is_rule(&self) -> bool {
        self.has_rule == Some(true)
            && self.heading().is_none()
            && !matches!(self.role, Some(Role::Title | Role::Subtitle))
    }

    /// The level of a heading, from 1.
    pub fn heading(&self) -> Option<u8> {
        self.outline.filter(|level| *level < 9).map(|level| level + 1)
    }
}

/// A paragraph may set only the level of its style's numbering.
fn merged(own: Option<ListLevel>, base: Option<ListLevel>) -> Option<ListLevel> {
    match (own, base) {
        (Some(own), Some(base)) if own.id.is_empty() => Some(ListLevel { level: own.level, ..base }),
        (own, base) => own.or(base),
    }
}

fn list_level(property: Element<'_>, style: &str) -> ListLevel {
    let part = |name: &str| property.child(name).map(value);
    ListLevel {
        id: part("numId").unwrap_or_default().to_owned(),
        level: part("ilvl").and_then(|level| level.parse().ok()),
        style: style.to_owned(),
    }
}

/// Whether borders are lines above or below. A frame is no rule.
fn is_rule(borders: Element<'_>) -> bool {
    let has = |names: &[&str]| {
        borders.elements().any(|side| names.contains(&side.name()) && !matches!(value(side), "none" | "nil"))
    };
    has(&["top", "bottom", "between"]) && !has(&["left", "right", "start", "end"])
}

fn alignment(value: &str) -> Alignment {
    match value {
        "center" => Alignment::Centre,
        "right" | "end" => Alignment::End,
        _ => Alignment::Start,
    }
}

/// The least indent of both sides that sets a paragraph off, in twentieths of a point: 2 characters of 10 points.
const SET_OFF: i32 = 400;

fn is_set_off(indent: Element<'_>) -> bool {
    let side = |names: [&str; 2]| {
        let value = names.into_iter().find_map(|name| indent.attribute(name));
        value.and_then(|value| value.parse::<i32>().ok()).unwrap_or(0)
    };
    side(["left", "start"]) >= SET_OFF && side(["right", "end"]) >= SET_OFF
}

/// The styles of a document.
#[derive(Debug, Default)]
pub(super) struct Styles<'x> {
    by_id: HashMap<&'x str, Element<'x>>,
    default_paragraph: Option<&'x str>,
    paragraphs: HashMap<String, ParagraphProperties>,
    characters: HashMap<String, RunProperties>,
}

impl<'x> Styles<'x> {
    pub fn read(xml: Option<&'x Xml>) -> Self {
        let mut styles = Self::default();
        for style in xml.into_iter().flat_map(|xml| xml.root().all("style")) {
            let Some(id) = style.attribute("styleId") else { continue };
            styles.by_id.insert(id, style);
            let is_default = style.attribute("default").is_some_and(|value| !matches!(value, "0" | "false"));
            if is_default && style.attribute("type") == Some("paragraph") {
                styles.default_paragraph = Some(id);
            }
        }
        styles
    }

    /// The properties of a paragraph style; those of the default style without an id.
    pub fn paragraph(&mut self, id: Option<&str>) -> ParagraphProperties {
        let Some(id) = id.or(self.default_paragraph) else { return ParagraphProperties::default() };
        if let Some(known) = self.paragraphs.get(id) {
            return known.clone();
        }
        let mut properties = ParagraphProperties::default();
        for (id, style) in self.chain(id) {
            properties = properties.or(own_properties(id, style));
        }
        self.paragraphs.insert(id.to_owned(), properties.clone());
        properties
    }

    /// The properties of a character style.
    pub fn character(&mut self, id: &str) -> RunProperties {
        if let Some(known) = self.characters.get(id) {
            return *known;
        }
        let mut properties = RunProperties::default();
        for (_, style) in self.chain(id) {
            properties = properties.or(RunProperties::read(style.child("rPr")));
        }
        self.characters.insert(id.to_owned(), properties);
        properties
    }

    /// The numbering that a numbering style stands for.
    pub fn numbering_of(&self, id: &str) -> Option<&'x str> {
        self.by_id.get(id)?.child("pPr")?.child("numPr")?.child("numId").map(value)
    }

    /// A style and those it is based on, nearest first.
    fn chain(&self, id: &str) -> Vec<(&'x str, Element<'x>)> {
        let mut chain = Vec::new();
        let mut next = self.by_id.get_key_value(id);
        while let Some((id, style)) = next {
            chain.push((*id, *style));
            let base = style.child("basedOn").map(value);
            next = base.filter(|_| chain.len() < MAX_CHAIN).and_then(|base| self.by_id.get_key_value(base));
        }
        chain
    }
}

/// What a style sets itself.
fn own_properties(id: &str, style: Element<'_>) -> ParagraphProperties {
    let mut own = ParagraphProperties::read(style.child("pPr"), id);
    own.run = RunProperties::read(style.child("rPr"));
    let name = style.child("name").map(value).unwrap_or(id).to_lowercase();
    let (outline, role) = by_name(&name);
    own.outline = if role == Some(Role::Subtitle) { outline } else { own.outline.or(outline) };
    own.role = role.or(own.role);
    if own.outline.is_some_and(|level| level < 9) {
        own.role = own.role.or(Some(Role::Text));
    }
    own
}

/// What the name of a built-in style means, in lower case. Programs write the English name in every language.
fn by_name(name: &str) -> (Option<u8>, Option<Role>) {
    match name {
        "title" | "标题" | "書名" => return (Some(9), Some(Role::Title)),
        "subtitle" | "副标题" | "副標題" | "副題" | "サブタイトル" => {
            return (Some(9), Some(Role::Subtitle));
        }
        "subheading" => return (None, Some(Role::Subheading)),
        "item" => return (None, Some(Role::Item)),
        "cover contact" | "cover line" | "end mark" => return (None, Some(Role::Cover)),
        "author" => return (None, Some(Role::Author)),
        "quote" | "intense quote" | "block text" | "block quotation" | "引用" | "明显引用" => {
            return (None, Some(Role::Quotation));
        }
        _ => {}
    }
    let number = ["heading ", "标题 ", "標題 ", "見出し "].iter().find_map(|word| name.strip_prefix(word));
    let level = number.and_then(|number| number.parse::<u8>().ok()).filter(|level| (1..=9).contains(level));
    (level.map(|level| level - 1), None)
}
