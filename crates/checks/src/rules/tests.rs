//! Tests of the rules on small books.

mod canon;
mod names;
mod overlay;
mod properties;
mod spelling;
mod style;
mod telling;

use expect_test::Expect;
use wenfang_story::canon::{
    AnchorRole, Assertion, BibleFieldRecord, EntityKind, EntityRecord, FactObject, FactRecord, LoreKind,
    LoreRecord, ThreadAnchorRecord, ThreadRecord, ThreadStatus, TimeKey, TimelineEventRecord,
};
use wenfang_story::check::Rule;
use wenfang_story::{
    BibleFieldId, EntityId, FactId, LoreEntryId, SceneId, ScenePlan, TimelineEventId, VersionNo,
};
use wenfang_text::{CharRange, NovelLanguage, TextIndex};

use super::{AnchoredThread, Book, Canon, Found, Scene, check as check_scene, prepare};

/// A test book built from short lines.
#[derive(Default)]
struct TestBook {
    language: Option<NovelLanguage>,
    bible: Vec<(BibleFieldId, BibleFieldRecord)>,
    lore: Vec<(LoreEntryId, LoreRecord)>,
    entities: Vec<(EntityId, EntityRecord)>,
    facts: Vec<(FactId, FactRecord)>,
    threads: Vec<AnchoredThread>,
    events: Vec<(TimelineEventId, TimelineEventRecord)>,
    plans: Vec<(usize, ScenePlan)>,
    forbidden: Vec<String>,
    target: Option<u32>,
}

impl TestBook {
    /// Parses lines separated by `;`, with words separated by spaces and `_` for a space in a word:
    /// `who 陆远 远哥` · `where 青州` · `what 断剑` · `陆远 状态 死亡 2-5` (a fact of scenes 2 to 4) ·
    /// `thread 断剑的来历 1` · `event 渡口之战 d5 5` · `bible pov 第三人称` · `lore 阿芷 眼睛是漆黑的` ·
    /// `plan 1 time d3` · `forbid 手机` · `target 100` · `language en`.
    fn new(lines: &str) -> Self {
        let mut test_book = Self::default();
        for line in lines.split(';').map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<String> = line.split(' ').map(|word| word.replace('_', " ")).collect();
            test_book.line(&words.iter().map(String::as_str).collect::<Vec<_>>());
        }
        test_book
    }

    fn line(&mut self, words: &[&str]) {
        let scene = |text: &str| SceneId::from(text.parse::<i64>().unwrap());
        match words {
            ["who", names @ ..] => self.entity(names, EntityKind::Character),
            ["where", names @ ..] => self.entity(names, EntityKind::Location),
            ["what", names @ ..] => self.entity(names, EntityKind::Item),
            ["language", tag] => self.language = NovelLanguage::of_tag(tag),
            ["bible", key, value] => {
                let record = BibleFieldRecord { key: (*key).into(), value: (*value).into(), locked: true };
                self.bible.push((BibleFieldId::from(self.bible.len() as i64 + 1), record));
            }
            ["lore", title, content] => {
                let kind = LoreKind::Character;
                let record = LoreRecord {
                    title: (*title).into(),
                    content: (*content).into(),
                    kind,
                    locked: true,
                    ..LoreRecord::default()
                };
                self.lore.push((LoreEntryId::from(self.lore.len() as i64 + 1), record));
            }
            ["thread", title, payoff] => {
                let anchor = ThreadAnchorRecord {
                    thread: 1.into(),
                    role: AnchorRole::Payoff,
                    scene: scene(payoff),
                    version: VersionNo::FIRST,
                    range: CharRange::new(0, 2),
                    quote: String::new(),
                    gone: false,
                    note: String::new(),
                };
                let record = ThreadRecord {
                    title: (*title).into(),
                    status: ThreadStatus::Resolved,
                    ..ThreadRecord::default()
                };
                self.threads.push((1.into(), record, vec![(1.into(), anchor)]));
            }
            ["event", title, key, at, more @ ..] => {
                let record = TimelineEventRecord {
                    title: (*title).into(),
                    key: TimeKey::parse(key),
                    scene: Some(scene(at)),
                    place: more.first().map(|place| (*place).into()).unwrap_or_default(),
                    participants: more.iter().skip(1).map(|name| self.id(name)).collect(),
                    ..TimelineEventRecord::default()
                };
                self.events.push((TimelineEventId::from(self.events.len() as i64 + 1), record));
            }
            ["plan", at, field, value] => {
                let mut plan = ScenePlan::default();
                let value = (*value).to_owned();
                match *field {
                    "time" => plan.story_time = value,
                    "pov" => plan.pov = value,
                    other => panic!("unknown plan field: {other}"),
                }
                self.plans.push((at.parse().unwrap(), plan));
            }
            ["forbid", word] => self.forbidden.push((*word).into()),
            ["target", length] => self.target = length.parse().ok(),
            [subject, predicate, object, span @ ..] => {
                let (from, to) =
                    span.first().map_or(("", ""), |span| span.split_once('-').unwrap_or((span, "")));
                let number = |text: &str| text.parse::<i64>().ok().map(SceneId::from);
                let known =
                    self.entities.iter().find(|(_, entity)| entity.name == *object).map(|(id, _)| *id);
                let record = FactRecord {
                    subject: self.id(subject),
                    predicate: (*predicate).into(),
                    object: known.map_or_else(|| FactObject::Text((*object).into()), FactObject::Entity),
                    assertion: Assertion {
                        valid_from: number(from),
                        valid_to: number(to),
                        ..Assertion::default()
                    },
                };
                self.facts.push((FactId::from(self.facts.len() as i64 + 1), record));
            }
            other => panic!("unknown line: {other:?}"),
        }
    }

    fn entity(&mut self, names: &[&str], kind: EntityKind) {
        let id = EntityId::from(self.entities.len() as i64 + 1);
        let aliases = names[1..].iter().map(|name| (*name).to_owned()).collect();
        self.entities
            .push((id, EntityRecord { name: names[0].to_owned(), kind, aliases, ..EntityRecord::default() }));
    }

    fn id(&self, name: &str) -> EntityId {
        self.entities
            .iter()
            .find(|(_, entity)| entity.name == name)
            .unwrap_or_else(|| panic!("no entity is named {name}"))
            .0
    }

    /// The book of scenes numbered from 1.
    fn book<'b>(&'b self, scenes: &[&'b str]) -> Book<'b> {
        let scenes: Vec<Scene<'_>> = (1_i64..)
            .zip(scenes)
            .map(|(id, text)| Scene {
                id: id.into(),
                chapter: id.into(),
                text,
                plan: self.plans.iter().find(|(at, _)| *at as i64 == id).map(|(_, plan)| plan),
                target: self.target,
            })
            .collect();
        Book {
            language: self.language,
            scenes,
            canon: Canon {
                bible: &self.bible,
                lore: &self.lore,
                entities: &self.entities,
                relations: &[],
                facts: &self.facts,
                threads: &self.threads,
                events: &self.events,
            },
            forbidden: &self.forbidden,
        }
    }

    /// Returns the findings of the rules in scenes numbered from 1.
    fn found(&self, rules: &[Rule], scenes: &[&str]) -> Vec<Found> {
        let book = self.book(scenes);
        let prepared = prepare(&book);
        book.scenes.iter().flat_map(|scene| check_scene(&prepared, rules, scene.id)).collect()
    }
}

/// Checks the findings of a rule, formatted as `scene «passage» expected → found, also «second»`.
#[track_caller]
fn check(rule: Rule, canon: &str, (scenes, expected): (&[&str], Expect)) {
    let shown = |found: &Found| {
        let quote = |place: &super::Place| {
            let text = scenes[place.scene.get() as usize - 1];
            TextIndex::new(text).get(place.range).expect("a place lies in its scene").to_owned()
        };
        let mut line = format!("{} «{}»", found.places[0].scene, quote(&found.places[0]));
        if !found.expected.is_empty() || !found.found.is_empty() {
            line += &format!(" {} → {}", found.expected, found.found);
        }
        for place in &found.places[1..] {
            line += &format!(", also {} «{}»", place.scene, quote(place));
        }
        line.replace('\n', "⏎")
    };
    let found = TestBook::new(canon).found(&[rule], scenes);
    assert!(found.iter().all(|found| found.rule == rule && (0.0..=1.0).contains(&found.confidence)));
    expected.assert_eq(&found.iter().map(shown).collect::<Vec<_>>().join("\n"));
}
