//! Automatic numbers of headings and lists.

use std::collections::{HashMap, HashSet};

use crate::docx::run::{is_on, value};
use crate::docx::styles::{ListLevel, Styles};
use crate::numerals::written;
use crate::xml::{Element, Xml};

const LEVELS: usize = 9;

/// The longest pattern of a number, in characters.
const MAX_PATTERN: usize = 120;

/// A level of a list.
#[derive(Clone, Debug)]
struct Level {
    start: u32,
    format: String,
    /// `第%1章`: the number of level 1 stands for `%1`.
    pattern: String,
    /// What follows the number.
    gap: &'static str,
    /// Whether the numbers of the levels above are decimal.
    is_legal: bool,
    /// This level starts again after a level above this one, from 0; by default after each level above.
    restarts_below: usize,
    /// The paragraph style of the level.
    style: String,
}

/// What a list puts before a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// A number with what follows it.
    Number(String),
    Bullet,
}

/// The numbering of a document and its counters.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    levels: HashMap<String, Vec<Option<Level>>>,
    lists: HashMap<String, List>,
    /// The last number of each level, by abstract list.
    counters: HashMap<String, [Option<u32>; LEVELS]>,
    started: HashSet<String>,
}

#[derive(Clone, Debug, Default)]
struct List {
    abstract_id: String,
    starts: HashMap<usize, u32>,
    own: HashMap<usize, Level>,
}

impl Numbering {
    pub fn read(xml: Option<&Xml>, styles: &Styles<'_>) -> Self {
        let mut numbering = Self::default();
        let Some(root) = xml.map(Xml::root) else { return numbering };
        let mut links: HashMap<String, String> = HashMap::new();
        for list in root.all("abstractNum") {
            let Some(id) = list.attribute("abstractNumId") else { continue };
            let mut levels = vec![None; LEVELS];
            for level in list.all("lvl") {
                if let Some(place) = level_of(level).and_then(|at| levels.get_mut(at)) {
                    *place = Some(Level::read(level));
                }
            }
            numbering.levels.insert(id.to_owned(), levels);
            if let Some(style) = list.child("numStyleLink").map(value) {
                links.insert(id.to_owned(), style.to_owned());
            }
        }
        for list in root.all("num") {
            let Some(id) = list.attribute("numId") else { continue };
            numbering.lists.insert(id.to_owned(), List::read(list));
        }
        numbering.follow(&links, styles);
        numbering
    }

    /// Lists that stand for a numbering style have its levels.
    fn follow(&mut self, links: &HashMap<String, String>, styles: &Styles<'_>) {
        for (id, style) in links {
            let list = styles.numbering_of(style).and_then(|list| self.lists.get(list));
            let levels = list.and_then(|list| self.levels.get(&list.abstract_id)).cloned();
            self.levels.extend(levels.map(|levels| (id.clone(), levels)));
        }
    }

    /// Counts a paragraph and returns what the list puts before it. `None` if that is nothing.
    pub fn next(&mut self, place: &ListLevel) -> Option<Mark> {
        let list = self.lists.get(&place.id)?.clone();
        let level = place.level.unwrap_or_else(|| self.level_of_style(&list, &place.style)).min(LEVELS - 1);
        let own = self.level(&list, level)?;
        let restarts: Vec<usize> =
            (0..LEVELS).map(|at| self.level(&list, at).map_or(at, |level| level.restarts_below)).collect();
        let is_new = self.started.insert(place.id.clone());
        let counters = self.counters.entry(list.abstract_id.clone()).or_default();
        if is_new {
            for (at, start) in &list.starts {
                counters[*at] = start.checked_sub(1);
            }
        }
        counters[level] = Some(counters[level].map_or(own.start, |last| last.saturating_add(1)));
        for (below, counter) in counters.iter_mut().enumerate().skip(level + 1) {
            if level < restarts[below] {
                *counter = None;
            }
        }
        let counters = *counters;
        if own.format == "bullet" {
            return Some(Mark::Bullet);
        }
        let text = self.text(&list, &own, &counters);
        (!text.is_empty()).then(|| Mark::Number(text + own.gap))
    }

    fn text(&self, list: &List, own: &Level, counters: &[Option<u32>; LEVELS]) -> String {
        let mut text = String::new();
        let mut pattern = own.pattern.chars().peekable();
        while let Some(c) = pattern.next() {
            let at = pattern.peek().and_then(|digit| digit.to_digit(10)).filter(|_| c == '%');
            let Some(at) = at.and_then(|at| (at as usize).checked_sub(1)) else {
                text.push(c);
                continue;
            };
            pattern.next();
            let Some(level) = self.level(list, at) else { continue };
            let format = if own.is_legal { "decimal" } else { &level.format };
            text.push_str(&written(counters[at].unwrap_or(level.start), format));
        }
        text
    }

    fn level(&self, list: &List, at: usize) -> Option<Level> {
        let own = list.own.get(&at);
        own.or_else(|| self.levels.get(&list.abstract_id)?.get(at)?.as_ref()).cloned()
    }

    fn level_of_style(&self, list: &List, style: &str) -> usize {
        let is_of_style = |at: &usize| self.level(list, *at).is_some_and(|level| level.style == style);
        (0..LEVELS).find(is_of_style).filter(|_| !style.is_empty()).unwrap_or(0)
    }
}

impl List {
    fn read(list: Element<'_>) -> Self {
        let mut read = Self {
            abstract_id: list.child("abstractNumId").map(value).unwrap_or_default().to_owned(),
            ..Self::default()
        };
        for change in list.all("lvlOverride") {
            let Some(at) = level_of(change) else { continue };
            if let Some(start) = change.child("startOverride").and_then(|start| value(start).parse().ok()) {
                read.starts.insert(at, start);
            }
            if let Some(level) = change.child("lvl") {
                read.own.insert(at, Level::read(level));
            }
        }
        read
    }
}

fn level_of(element: Element<'_>) -> Option<usize> {
    element.attribute("ilvl")?.parse().ok().filter(|at| *at < LEVELS)
}

impl Level {
    fn read(level: Element<'_>) -> Self {
        let part = |name: &str| level.child(name).map(value);
        let at = level_of(level).unwrap_or(0);
        Self {
            start: part("start").and_then(|start| start.parse().ok()).unwrap_or(0),
            format: part("numFmt").unwrap_or("decimal").to_owned(),
            pattern: part("lvlText").unwrap_or_default().chars().take(MAX_PATTERN).collect(),
            gap: if part("suff") == Some("nothing") { "" } else { " " },
            is_legal: level.child("isLgl").is_some_and(is_on),
            restarts_below: part("lvlRestart").and_then(|below| below.parse().ok()).unwrap_or(at),
            style: part("pStyle").unwrap_or_default().to_owned(),
        }
    }
}
