//! Typing errors in Chinese: characters of similar sound or shape, 的 地 得, and doubled characters.
//!
//! Replacements come from `slips.txt` or are random, independently of what the rules know.

use std::collections::HashMap;

use wenfang_text::CharRange;

use super::{Change, Edit};
use crate::chance::Chance;
use crate::setting::Setting;

/// The kinds of lines in `slips.txt`, with their share of all slips in percent.
const KINDS: [(&str, usize); 4] = [("sound", 55), ("near", 10), ("shape", 22), ("word", 13)];
/// The number of candidates per percent; some will be too close to others.
const CANDIDATES_PER_PERCENT: usize = 30;

/// Replaces words by others of similar sound or shape, each kind in its share.
pub(super) fn wrong(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (kind, share) in KINDS {
        let mut of_kind = slips(setting, &Slips::of(kind), chance);
        chance.shuffle(&mut of_kind);
        changes.extend(of_kind.into_iter().take(share * CANDIDATES_PER_PERCENT));
    }
    changes
}

/// Possible replacements of words, by first character.
struct Slips(HashMap<char, Vec<(String, Vec<String>)>>);

impl Slips {
    fn of(kind: &str) -> Self {
        let mut slips: HashMap<char, Vec<(String, Vec<String>)>> = HashMap::new();
        for line in include_str!("slips.txt").lines() {
            let Some(listed) = line.strip_prefix(kind).filter(|rest| rest.starts_with(' ')) else { continue };
            let group: Vec<String> = match kind {
                "word" => listed.split_whitespace().map(str::to_owned).collect(),
                _ => listed.trim().chars().map(String::from).collect(),
            };
            for word in &group {
                let others = group.iter().filter(|other| *other != word && !is_excluded(other)).cloned();
                let first = word.chars().next().filter(|_| !is_excluded(word));
                if let Some(first) = first {
                    slips.entry(first).or_default().push((word.clone(), others.collect()));
                }
            }
        }
        Self(slips)
    }
}

/// Excluded words: no rule can tell 他 from 她, and 的 and 得 have their own rule.
fn is_excluded(word: &str) -> bool {
    ["他", "她", "它", "的", "得"].contains(&word)
}

fn slips(setting: &Setting, slips: &Slips, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let chars: Vec<char> = source.text.chars().collect();
        for (at, first) in chars.iter().enumerate() {
            let rest = || chars[at..].iter();
            let fitting = slips.0.get(first).into_iter().flatten();
            let fitting = fitting.filter(|(word, _)| {
                word.chars().zip(rest()).filter(|(a, b)| a == *b).count() == word.chars().count()
            });
            let fitting: Vec<_> = fitting.collect();
            let Some((word, others)) = chance.pick(&fitting).copied() else { continue };
            if let Some(words) = chance.pick(others) {
                let range = CharRange::new(at, at + word.chars().count());
                changes.push(vec![Edit { scene, range, words: words.clone(), margin: (0, 0) }]);
            }
        }
    }
    changes
}

/// Replaces one of 的, 地 and 得 by another, except 地 in words that mean the ground.
pub(super) fn particles(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    const GROUND_BEFORE: &str = "天土田之此一满当本么外内境";
    const GROUND_AFTER: &str = "方下上步位";
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let chars: Vec<char> = source.text.chars().collect();
        for (at, c) in chars.iter().enumerate() {
            let is_ground = *c == '地'
                && (at.checked_sub(1).is_some_and(|before| GROUND_BEFORE.contains(chars[before]))
                    || chars.get(at + 1).is_some_and(|after| GROUND_AFTER.contains(*after)));
            let others: Vec<&str> =
                ["的", "地", "得"].into_iter().filter(|other| !other.starts_with(*c)).collect();
            if let (2, false, Some(words)) = (others.len(), is_ground, chance.pick(&others)) {
                let range = CharRange::new(at, at + 1);
                changes.push(vec![Edit { scene, range, words: (*words).to_owned(), margin: (0, 0) }]);
            }
        }
    }
    changes
}

/// Doubles one or two characters at any position.
pub(super) fn doubled(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let chars: Vec<char> = source.text.chars().collect();
        for at in 0..chars.len() {
            if !chance.percent(4) {
                continue;
            }
            let len = if chance.percent(60) { 1 } else { 2 };
            let Some(typed) = chars.get(at..at + len) else { continue };
            if typed.iter().all(|c| ('\u{4e00}'..='\u{9fff}').contains(c)) {
                let words: String = typed.iter().chain(typed).collect();
                changes.push(vec![Edit {
                    scene,
                    range: CharRange::new(at, at + len),
                    words,
                    margin: (0, 0),
                }]);
            }
        }
    }
    changes
}
