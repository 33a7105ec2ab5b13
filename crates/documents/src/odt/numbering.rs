//! Numbers of headings and lists.

use crate::numerals::written;
use crate::xml::Element;

/// The deepest list.
const LEVELS: usize = 10;

/// The longest text before or after a number, in characters.
const MAX_AFFIX: usize = 40;

/// A level of a list.
#[derive(Clone, Debug, Default)]
struct Level {
    /// Our name of the format; empty for levels without numbers.
    format: &'static str,
    prefix: String,
    suffix: String,
    start: u32,
    /// How many levels are shown: `1.2.3` has three.
    shown: usize,
    is_bullet: bool,
}

/// The levels of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels(Vec<Level>);

/// The last number of each level.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters([Option<u32>; LEVELS]);

/// Reads the levels of `text:list-style` or `text:outline-style`.
pub(super) fn levels(style: Element<'_>) -> Levels {
    let mut levels = vec![Level::default(); LEVELS];
    for level in style.elements() {
        let at = level.attribute("level").and_then(|at| at.parse::<usize>().ok());
        let Some(place) = at.and_then(|at| levels.get_mut(at.checked_sub(1)?)) else { continue };
        place.is_bullet = level.is("list-level-style-bullet");
        if matches!(level.name(), "list-level-style-number" | "outline-level-style") {
            let text =
                |name: &str| level.attribute(name).unwrap_or_default().chars().take(MAX_AFFIX).collect();
            let number = |name: &str| level.attribute(name).and_then(|number| number.parse().ok());
            *place = Level {
                format: format(level.attribute("num-format").unwrap_or_default()),
                prefix: text("num-prefix"),
                suffix: text("num-suffix"),
                start: number("start-value").unwrap_or(1),
                shown: level.attribute("display-levels").and_then(|shown| shown.parse().ok()).unwrap_or(1),
                is_bullet: false,
            };
        }
    }
    Levels(levels)
}

impl Levels {
    /// Whether the items of a level, from 0, have a bullet.
    pub fn has_bullets(&self, level: usize) -> bool {
        self.0.get(level).is_some_and(|level| level.is_bullet)
    }

    /// Counts an item of a level, from 0, and returns its number with a space after it.
    pub fn next(&self, level: usize, counters: &mut Counters) -> Option<String> {
        let own = self.0.get(level)?;
        counters.0[level] = Some(counters.0[level].map_or(own.start, |last| last.saturating_add(1)));
        counters.0[level + 1..].fill(None);
        if own.format.is_empty() {
            let text = format!("{}{}", own.prefix, own.suffix);
            return (!text.trim().is_empty()).then(|| text + " ");
        }
        let first = (level + 1).saturating_sub(own.shown.max(1));
        let numbers: Vec<String> = (first..=level)
            .filter(|at| !self.0[*at].format.is_empty())
            .map(|at| written(counters.0[at].unwrap_or(self.0[at].start), self.0[at].format))
            .collect();
        Some(format!("{}{}{} ", own.prefix, numbers.join("."), own.suffix))
    }
}

fn format(format: &str) -> &'static str {
    match format {
        "" => "",
        "I" => "upperRoman",
        "i" => "lowerRoman",
        "A" => "upperLetter",
        "a" => "lowerLetter",
        "１, ２, ３, ..." => "decimalFullWidth",
        "①, ②, ③, ..." => "decimalEnclosedCircle",
        "一, 二, 三, ..." => "chineseCountingThousand",
        "壹, 贰, 叁, ..." => "chineseLegalSimplified",
        "壹, 貳, 參, ..." => "ideographLegalTraditional",
        "甲, 乙, 丙, ..." => "ideographTraditional",
        "子, 丑, 寅, ..." => "ideographZodiac",
        "ア, イ, ウ, ..." => "aiueo",
        "イ, ロ, ハ, ..." => "iroha",
        _ => "decimal",
    }
}
