//! Somebody dead or absent acts or speaks.
//!
//! Who is dead is known from facts (状态 = 死亡) and from what the text says in so many words. What people say, dreams,
//! ghosts and memories are left alone. A death that the text itself tells and then forgets often was none: it is dropped.

use std::collections::HashMap;

use wenfang_story::canon::{FactObject, Modality};
use wenfang_story::check::{Against, Rule, Severity};
use wenfang_text::CharRange;

use super::acts::{act, is_subject};
use super::cues::{beginning, holds_any, is_unreal, looks_back, without};
use super::found::{Found, Place};
use super::prepared::{Language, Prepared};
use super::reading::Reading;

/// Somebody who cannot act for some scenes.
#[derive(Clone, Debug)]
pub(super) struct Absence {
    who: usize,
    is_dead: bool,
    /// After this scene, and in it from this place on.
    from: (usize, usize),
    /// Until before this scene.
    until: Option<usize>,
    /// How the canon or the text puts it.
    value: String,
    against: Option<Against>,
    place: Option<Place>,
}

const PREDICATES: [&str; 15] = [
    "状态", "生死", "存亡", "死亡", "去世", "结局", "下落", "status", "state", "fate", "death", "alive",
    "presence", "在场", "现状",
];
const DEAD: [&str; 26] = [
    "死亡",
    "去世",
    "身亡",
    "亡故",
    "已死",
    "死了",
    "病故",
    "病逝",
    "逝世",
    "阵亡",
    "牺牲",
    "死",
    "亡",
    "已故",
    "自尽",
    "被杀",
    "夭折",
    "薨",
    "dead",
    "died",
    "deceased",
    "killed",
    "is dead",
    "passed away",
    "dies",
    "death",
];
const ABSENT: [&str; 18] = [
    "离开",
    "离去",
    "外出",
    "出走",
    "失踪",
    "远行",
    "不在",
    "缺席",
    "远嫁",
    "出征",
    "被囚",
    "昏迷",
    "absent",
    "away",
    "left",
    "missing",
    "gone",
    "travelling",
];

/// What the text says of a death, right after the name and adverbs.
const DYING: [&str; 18] = [
    "死了",
    "去世",
    "身亡",
    "断了气",
    "断气",
    "咽了气",
    "气绝身亡",
    "气绝而亡",
    "病故",
    "病逝",
    "亡故",
    "毙命",
    "牺牲",
    "阵亡",
    "一命呜呼",
    "香消玉殒",
    "死去",
    "逝世",
];
/// What makes of it another thing.
const NOT_DYING: [&str; 12] = [
    "死了过去",
    "死去活来",
    "死了一般",
    "死了似",
    "死了心",
    "死了这",
    "死了的",
    "死了也",
    "死了就",
    "死了倒",
    "死了没",
    "去世的",
];
const DYING_ADVERBS: [&str; 18] = [
    "就", "便", "已", "已经", "也", "竟", "竟然", "终于", "果然", "早已", "早", "不久", "于是", "当场",
    "就此", "这才", "昨夜", "今晨",
];

/// Acts after a death that the text tells, beyond which it was none.
const MAX_ACTS: usize = 3;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let away = prepared.deaths.get_or_init(|| away(prepared));
    let here =
        |away: &&Absence| reading.rank >= away.from.0 && away.until.is_none_or(|until| reading.rank < until);
    let away: Vec<&Absence> = away.iter().filter(here).collect();
    let mut found = Vec::new();
    if away.is_empty() {
        return found;
    }
    for mention in &reading.mentions {
        let Some(away) = away.iter().find(|away| away.who == mention.who) else { continue };
        if (reading.rank, mention.range.start().get()) <= away.from {
            continue;
        }
        let Some(range) = acts_now(prepared, reading, *mention) else { continue };
        let severity = if away.is_dead { Severity::Critical } else { Severity::Medium };
        found.push(
            Found::new(Rule::AbsentActs, severity, reading.place(range))
                .and_at(away.place)
                .against(away.against)
                .values(away.value.clone(), reading.slice(range))
                .sure(if away.is_dead { 0.9 } else { 0.7 }),
        );
    }
    found
}

/// An act that is neither dreamt nor remembered.
fn acts_now(
    prepared: &Prepared<'_>,
    reading: &Reading<'_>,
    mention: super::reading::Mentioned,
) -> Option<CharRange> {
    /// Dreams go on for a while.
    const DREAM: usize = 1500;
    /// Other turns say it nearby.
    const NEAR: usize = 200;
    let range = act(prepared, reading, mention)?;
    let at = range.start().get();
    let sentence = reading.sentence_at(at).map_or("", |range| reading.slice(range));
    let dreams = is_unreal(&reading.told_before(at, NEAR))
        || ["梦", "魂", "幻境", "dream"].iter().any(|cue| reading.told_before(at, DREAM).contains(cue));
    (!dreams && !looks_back(sentence)).then_some(range)
}

fn away(prepared: &Prepared<'_>) -> Vec<Absence> {
    let mut away: Vec<Absence> = Vec::new();
    for (id, fact) in prepared.book.canon.facts {
        let predicate = fact.predicate.trim().to_lowercase();
        let FactObject::Text(value) = &fact.object else { continue };
        let value = value.trim();
        let lower = value.to_lowercase();
        let is_dead = DEAD.contains(&lower.as_str());
        if !PREDICATES.contains(&predicate.as_str())
            || !(is_dead || ABSENT.contains(&lower.as_str()))
            || fact.assertion.modality != Modality::Narrated
        {
            continue;
        }
        let (Some(who), Some(span)) = (prepared.who(fact.subject), prepared.span(&fact.assertion)) else {
            continue;
        };
        // A fact begins in the scene that tells it: what happens in it before is not known, unless it always was so.
        let from = if fact.assertion.valid_from.is_some() { (span.from, usize::MAX) } else { (0, 0) };
        away.push(Absence {
            who,
            is_dead,
            from,
            until: span.until,
            value: value.to_owned(),
            against: Some(Against::Fact(*id)),
            place: prepared.place_of(&fact.assertion.evidence),
        });
    }
    let known: Vec<usize> = away.iter().filter(|away| away.is_dead).map(|away| away.who).collect();
    let told = told_deaths(prepared).into_iter().filter(|told| !known.contains(&told.who));
    away.extend(told);
    away
}

/// The first death the text tells of each person, without those that it forgets.
fn told_deaths(prepared: &Prepared<'_>) -> Vec<Absence> {
    let mut deaths: HashMap<usize, (Absence, usize)> = HashMap::new();
    if prepared.language == Language::Other {
        return Vec::new();
    }
    for reading in prepared.all() {
        for mention in reading.mentions.iter().filter(|mention| prepared.is_person(mention.who)) {
            if let Some((_, acts)) = deaths.get_mut(&mention.who) {
                *acts += usize::from(acts_now(prepared, reading, *mention).is_some());
                continue;
            }
            let Some(range) = dies(prepared, reading, mention.range) else { continue };
            let place = reading.place(range);
            let death = Absence {
                who: mention.who,
                is_dead: true,
                // The rest of the paragraph may still look back at the moment before.
                from: (
                    reading.rank,
                    reading.paragraph_at(range.start().get()).map_or(range.end(), |(_, p)| p.end()).get(),
                ),
                until: None,
                value: reading.slice(range).to_owned(),
                against: None,
                place: Some(place),
            };
            deaths.insert(mention.who, (death, 0));
        }
    }
    let mut deaths: Vec<Absence> =
        deaths.into_values().filter(|(_, acts)| *acts <= MAX_ACTS).map(|(death, _)| death).collect();
    deaths.sort_by_key(|death| death.who);
    deaths
}

/// Where the teller says that somebody dies.
fn dies(prepared: &Prepared<'_>, reading: &Reading<'_>, name: CharRange) -> Option<CharRange> {
    let start = name.start().get();
    let told = reading.told_at(start)?;
    let after = reading.clause_after(name.end().get(), 16);
    let (skipped, word) = match prepared.language {
        Language::Chinese => {
            is_subject(reading, name, told).then_some(())?;
            let rest = without(after, &DYING_ADVERBS);
            if beginning(rest, &NOT_DYING).is_some() {
                return None;
            }
            (after.len() - rest.len(), beginning(rest, &DYING)?)
        }
        Language::English => {
            let rest = after.trim_start();
            let word =
                ["was dead", "died", "had died", "breathed his last", "breathed her last", "was killed"]
                    .into_iter()
                    .find(|word| rest.starts_with(word))?;
            (after.len() - rest.len(), word)
        }
        Language::Other => return None,
    };
    let sentence = reading.slice(told);
    let doubtful = [
        "若",
        "如",
        "倘",
        "要是",
        "只怕",
        "恐",
        "以为",
        "几乎",
        "险些",
        "说",
        "听",
        "道",
        "if ",
        "almost",
        "thought",
        "as though",
        "rumour",
    ];
    if holds_any(sentence, &doubtful) || is_unreal(reading.surroundings(start)) || looks_back(sentence) {
        return None;
    }
    let len = after.get(..skipped + word.len())?.chars().count();
    Some(CharRange::new(start, name.end().get() + len))
}
