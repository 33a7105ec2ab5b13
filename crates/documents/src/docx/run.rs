//! Properties of runs: the few that a manuscript keeps, and whether there are others.

use crate::Style;
use crate::xml::Element;

/// The properties that a run or a style sets; `None` where it says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RunProperties {
    pub italic: Option<bool>,
    pub bold: Option<bool>,
    pub dots: Option<bool>,
    pub hidden: Option<bool>,
    /// Whether it has colours, underlines and the like, which are losses.
    pub is_decorated: bool,
}

impl RunProperties {
    /// Reads `w:rPr`.
    pub fn read(properties: Option<Element<'_>>) -> Self {
        let mut read = Self::default();
        for property in properties.into_iter().flat_map(|properties| properties.elements()) {
            match property.name() {
                "i" => read.italic = Some(is_on(property)),
                "b" => read.bold = Some(is_on(property)),
                "em" => read.dots = Some(is_set(property)),
                "vanish" | "specVanish" => read.hidden = Some(is_on(property)),
                "u" | "highlight" => read.is_decorated |= is_set(property),
                "strike" | "dstrike" | "caps" | "smallCaps" | "outline" | "shadow" | "emboss" | "imprint" => {
                    read.is_decorated |= is_on(property);
                }
                "color" => read.is_decorated |= !matches!(value(property), "auto" | "000000" | ""),
                "vertAlign" => read.is_decorated |= !matches!(value(property), "baseline" | ""),
                _ => {}
            }
        }
        read
    }

    /// These properties, and those of `base` where they say nothing.
    pub fn or(self, base: Self) -> Self {
        Self {
            italic: self.italic.or(base.italic),
            bold: self.bold.or(base.bold),
            dots: self.dots.or(base.dots),
            hidden: self.hidden.or(base.hidden),
            is_decorated: self.is_decorated,
        }
    }

    /// The style of a run with these properties of its own, in a paragraph style and a character style. A property
    /// that both styles switch on is off, as Word shows italics inside italics.
    pub fn style(self, paragraph: Self, character: Self) -> Style {
        let toggled = |own: Option<bool>, a: Option<bool>, b: Option<bool>| {
            own.unwrap_or(a.unwrap_or(false) ^ b.unwrap_or(false))
        };
        Style {
            italic: toggled(self.italic, paragraph.italic, character.italic),
            bold: toggled(self.bold, paragraph.bold, character.bold),
            dots: self.dots.or(character.dots).or(paragraph.dots).unwrap_or(false),
            hidden: toggled(self.hidden, paragraph.hidden, character.hidden),
        }
    }
}

/// The value of a property.
pub(super) fn value<'x>(property: Element<'x>) -> &'x str {
    property.attribute("val").unwrap_or_default()
}

/// Whether a property that is on or off is on.
pub(super) fn is_on(property: Element<'_>) -> bool {
    !matches!(property.attribute("val"), Some("0" | "false" | "off"))
}

/// Whether a property with a choice of values is other than `none`.
fn is_set(property: Element<'_>) -> bool {
    !matches!(property.attribute("val"), Some("none") | None)
}
