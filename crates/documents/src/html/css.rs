//! The few properties of CSS that change what a text means: italics, bold, hidden text, alignment, pages.
//!
//! Only rules with one simple selector are read: an element, a class, or both. Converters of books write such rules.

use std::collections::HashMap;

use crate::Alignment;
use crate::xml::Element;

/// The most rules of a page; more are ignored.
const MAX_RULES: usize = 20_000;

/// What declarations set; `None` where they say nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declared {
    pub italic: Option<bool>,
    pub bold: Option<bool>,
    pub dots: Option<bool>,
    pub hidden: Option<bool>,
    pub alignment: Option<Alignment>,
    pub starts_page: bool,
    pub ends_page: bool,
    pub keeps_space: Option<bool>,
    /// The level of a heading in pages of Word, from 1.
    pub outline: Option<u8>,
    /// Colours, underlines and the like.
    pub is_decorated: bool,
}

impl Declared {
    /// These declarations, and those of `base` where they say nothing.
    fn or(self, base: Self) -> Self {
        Self {
            italic: self.italic.or(base.italic),
            bold: self.bold.or(base.bold),
            dots: self.dots.or(base.dots),
            hidden: self.hidden.or(base.hidden),
            alignment: self.alignment.or(base.alignment),
            starts_page: self.starts_page || base.starts_page,
            ends_page: self.ends_page || base.ends_page,
            keeps_space: self.keeps_space.or(base.keeps_space),
            outline: self.outline.or(base.outline),
            is_decorated: self.is_decorated || base.is_decorated,
        }
    }
}

/// The rules of a page and its style sheets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    rules: HashMap<String, Declared>,
}

impl Sheet {
    /// Adds the rules of a style sheet.
    pub fn add(&mut self, css: &str) {
        let css = without_comments(css);
        let mut rest = css.as_str();
        while let Some((selectors, after)) = rest.split_once('{') {
            // A group such as `@media` is read as the rules in it.
            let selectors = selectors.rsplit(['}', ';']).next().unwrap_or_default().trim();
            if selectors.starts_with('@')
                && !selectors.starts_with("@page")
                && !selectors.starts_with("@font")
            {
                rest = after;
                continue;
            }
            let Some((body, after)) = after.split_once('}') else { return };
            rest = after;
            let declared = declarations(body);
            if declared == Declared::default() {
                continue;
            }
            for selector in selectors.split(',').map(str::trim).filter(|selector| is_simple(selector)) {
                if self.rules.len() < MAX_RULES {
                    let known = self.rules.entry(selector.to_lowercase()).or_default();
                    *known = declared.or(*known);
                }
            }
        }
    }

    /// What the rules and the element's own style declare.
    pub fn of(&self, element: Element<'_>) -> Declared {
        let mut declared = element.attribute("style").map(declarations).unwrap_or_default();
        if self.rules.is_empty() {
            return declared;
        }
        let name = element.name().to_lowercase();
        for class in element.attribute("class").unwrap_or_default().split_whitespace() {
            let class = class.to_lowercase();
            for selector in [format!("{name}.{class}"), format!(".{class}")] {
                declared = self.rules.get(&selector).map_or(declared, |rule| declared.or(*rule));
            }
        }
        self.rules.get(&name).map_or(declared, |rule| declared.or(*rule))
    }
}

/// Whether a selector is an element, a class, or an element with a class.
fn is_simple(selector: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !selector.is_empty() && selector.chars().all(is_name) && selector.matches('.').count() <= 1
}

fn without_comments(css: &str) -> String {
    let mut clean = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        clean.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    clean + rest
}

fn declarations(body: &str) -> Declared {
    let mut declared = Declared::default();
    for declaration in body.split(';') {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let value = value.trim().trim_end_matches("!important").trim().to_lowercase();
        declare(&mut declared, name.trim().to_lowercase().as_str(), &value);
    }
    declared
}

fn declare(declared: &mut Declared, name: &str, value: &str) {
    match name {
        "font-style" => declared.italic = Some(value.starts_with("italic") || value.starts_with("oblique")),
        "font-weight" => {
            let is_heavy = value.parse::<u32>().is_ok_and(|weight| weight >= 600);
            declared.bold = Some(is_heavy || matches!(value, "bold" | "bolder"));
        }
        "text-emphasis"
        | "text-emphasis-style"
        | "-webkit-text-emphasis"
        | "-webkit-text-emphasis-style"
        | "-epub-text-emphasis"
        | "-epub-text-emphasis-style" => declared.dots = Some(value != "none"),
        "display" if value == "none" => declared.hidden = Some(true),
        "mso-hide" => declared.hidden = Some(value == "all"),
        "visibility" => declared.hidden = Some(value == "hidden"),
        "text-align" => {
            declared.alignment = match value {
                "center" => Some(Alignment::Centre),
                "right" | "end" => Some(Alignment::End),
                "left" | "start" | "justify" => Some(Alignment::Start),
                _ => None,
            };
        }
        "page-break-before" | "break-before" => declared.starts_page = is_page(value),
        "page-break-after" | "break-after" => declared.ends_page = is_page(value),
        "white-space" => {
            declared.keeps_space = Some(matches!(value, "pre" | "pre-wrap" | "pre-line" | "break-spaces"));
        }
        "mso-outline-level" => declared.outline = value.parse().ok().filter(|level| (1..=9).contains(level)),
        "text-decoration" | "text-decoration-line" => declared.is_decorated |= !value.starts_with("none"),
        "color" => {
            declared.is_decorated |=
                !matches!(value, "black" | "#000" | "#000000" | "windowtext" | "inherit");
        }
        _ => {}
    }
}

fn is_page(value: &str) -> bool {
    matches!(value, "always" | "page" | "left" | "right" | "recto" | "verso")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xml::{Dialect, Xml};

    #[test]
    fn simple_rules_are_read() {
        let mut sheet = Sheet::default();
        sheet.add("/* a */ @charset 'utf-8'; i.x, .it { font-style: italic } @media print { .b {font-weight:700} } p > .no {font-style:italic} .c{text-align:center;page-break-before:always}");
        let declared = |html: &str| {
            let xml = Xml::read_text("a", html, Dialect::Html).unwrap();
            sheet.of(xml.root())
        };
        assert_eq!(declared("<span class='q IT'/>").italic, Some(true));
        assert_eq!(declared("<span class='x'/>").italic, None);
        assert_eq!(declared("<span class='it' style='font-style:normal'/>").italic, Some(false));
        assert_eq!(declared("<span class='b'/>").bold, Some(true));
        assert_eq!(declared("<span class='no'/>").italic, None);
        let centred = declared("<p class='c'/>");
        assert_eq!((centred.alignment, centred.starts_page), (Some(Alignment::Centre), true));
    }
}
