//! A novel with canon that agrees with it.

use wenfang_story::canon::{
    AnchorRole, Assertion, BibleFieldRecord, EntityKind, EntityRecord, FactObject, FactRecord, LoreKind,
    LoreRecord, ThreadAnchorRecord, ThreadRecord, ThreadStatus, TimeKey, TimelineEventRecord,
};
use wenfang_story::check::Rule;
use wenfang_story::{
    BibleFieldId, EntityId, FactId, LoreEntryId, SceneId, ScenePlan, ThreadAnchorId, ThreadId,
    TimelineEventId, VersionNo,
};
use wenfang_text::{CharRange, Lexicon, NameHintKind, count, name_hints};

use super::Novel;
use super::known::{KNOWN, KnownNovel};
use super::split::scenes;
use wenfang_checks::rules::{AnchoredThread, Book, Canon, Language, Scene};

/// A novel with its canon.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) name: String,
    pub(super) language: Language,
    pub(super) scenes: Vec<SourceScene>,
    pub(super) entities: Vec<(EntityId, EntityRecord)>,
    pub(super) facts: Vec<(FactId, FactRecord)>,
    pub(super) events: Vec<(TimelineEventId, TimelineEventRecord)>,
    pub(super) forbidden: Vec<String>,
    bible: Vec<(BibleFieldId, BibleFieldRecord)>,
    lore: Vec<(LoreEntryId, LoreRecord)>,
    pub(super) threads: Vec<AnchoredThread>,
}

/// A scene of a novel.
#[derive(Clone, Debug)]
pub(super) struct SourceScene {
    pub(super) text: String,
    pub(super) plan: ScenePlan,
    pub(super) target: Option<u32>,
}

impl Setting {
    /// Prepares a published novel with its known canon, or else with prominent names found in the text.
    pub(super) fn new(novel: &Novel<'_>) -> Self {
        let texts = scenes(novel.text);
        let language = if novel.text.chars().take(20_000).filter(char::is_ascii_alphabetic).count() > 10_000 {
            Language::English
        } else if novel.text.chars().take(50_000).any(|c| ('\u{3041}'..='\u{3096}').contains(&c)) {
            Language::Other
        } else {
            Language::Chinese
        };
        let known = KNOWN.iter().find(|known| known.is(novel.text));
        let mut setting = Self {
            name: novel.name.to_owned(),
            language,
            scenes: texts
                .into_iter()
                .map(|text| SourceScene { text, plan: ScenePlan::default(), target: None })
                .collect(),
            entities: Vec::new(),
            facts: Vec::new(),
            events: Vec::new(),
            forbidden: Vec::new(),
            bible: Vec::new(),
            lore: Vec::new(),
            threads: Vec::new(),
        };
        match known {
            Some(known) => setting.add_known(known),
            None => setting.add_guessed_names(),
        }
        setting.set_forbidden();
        let rule = setting.language.count_rule();
        for (number, scene) in setting.scenes.iter_mut().enumerate() {
            // Targets as authors set them: rounded, and not exact.
            let length = count(&scene.text).total(rule);
            let off = [93, 97, 100, 104, 109][number % 5];
            scene.target = u32::try_from((length * off / 100).div_ceil(10) * 10).ok();
            scene.plan.story_time = format!("d{}", number + 1);
        }
        setting
    }

    /// Whether a rule applies to the novel.
    pub(super) fn applies(&self, rule: Rule) -> bool {
        match rule {
            Rule::Tense => self.language == Language::English,
            Rule::WrongCharacter | Rule::DeParticles | Rule::Doubled => self.language == Language::Chinese,
            Rule::PovDrift => self.bible.iter().any(|(_, field)| field.key == "pov"),
            _ => self.language != Language::Other,
        }
    }

    pub(super) fn characters(&self) -> usize {
        self.scenes.iter().map(|scene| scene.text.chars().count()).sum()
    }

    /// Returns the number of the scene with an id.
    pub(super) fn scene_number(&self, id: SceneId) -> usize {
        usize::try_from(id.get() - 1).unwrap_or_default()
    }

    pub(super) fn book(&self) -> Book<'_> {
        let scenes = (1_i64..).zip(&self.scenes).map(|(id, scene)| Scene {
            id: id.into(),
            chapter: id.into(),
            text: &scene.text,
            plan: Some(&scene.plan),
            target: scene.target,
        });
        Book {
            language: None,
            scenes: scenes.collect(),
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

    /// Returns the entity with a name, creating it if needed.
    pub(super) fn entity(&mut self, name: &str, kind: EntityKind) -> EntityId {
        if let Some((id, _)) =
            self.entities.iter().find(|(_, entity)| entity.names().any(|other| other == name))
        {
            return *id;
        }
        let id = EntityId::from(self.entities.len() as i64 + 1);
        self.entities.push((id, EntityRecord { name: name.to_owned(), kind, ..EntityRecord::default() }));
        id
    }

    /// Adds a fact in words that holds from one scene until before another, both counted from 1.
    pub(super) fn fact(
        &mut self,
        (subject, predicate, object): (EntityId, &str, FactObject),
        span: (Option<usize>, Option<usize>),
    ) {
        let id = FactId::from(self.facts.len() as i64 + 1);
        let scene = |number: Option<usize>| number.map(|number| SceneId::from(number as i64));
        let assertion =
            Assertion { valid_from: scene(span.0), valid_to: scene(span.1), ..Assertion::default() };
        self.facts.push((id, FactRecord { subject, predicate: predicate.to_owned(), object, assertion }));
    }

    /// Returns the characters.
    pub(super) fn people(&self) -> impl Iterator<Item = &EntityRecord> {
        self.entities.iter().map(|(_, entity)| entity).filter(|entity| entity.kind == EntityKind::Character)
    }

    fn add_known(&mut self, known: &KnownNovel) {
        for names in known.people {
            let mut names = names.split(' ').map(|name| name.replace('_', " "));
            let id = EntityId::from(self.entities.len() as i64 + 1);
            let name = names.next().unwrap_or_default();
            let record = EntityRecord { name, aliases: names.collect(), ..EntityRecord::default() };
            self.entities.push((id, record));
        }
        for place in known.places {
            self.entity(&place.replace('_', " "), EntityKind::Location);
        }
        for (subject, predicate, object, from, until) in known.facts {
            let (subject, object) = (subject.replace('_', " "), object.replace('_', " "));
            let holds = matches!(*predicate, "持有" | "owns");
            let subject = self.entity(&subject, EntityKind::Character);
            let object = if holds {
                FactObject::Entity(self.entity(&object, EntityKind::Item))
            } else {
                FactObject::Text(object)
            };
            let number = |at: usize| (at > 0).then_some(at);
            self.fact((subject, predicate, object), (number(*from), number(*until)));
        }
        for (title, payoff) in known.threads {
            self.thread(title, *payoff);
        }
        for (title, scene) in known.events {
            let id = TimelineEventId::from(self.events.len() as i64 + 1);
            let record = TimelineEventRecord {
                title: (*title).to_owned(),
                key: Some(TimeKey(vec![0, 0, *scene as i64])),
                scene: Some(SceneId::from(*scene as i64)),
                ..TimelineEventRecord::default()
            };
            self.events.push((id, record));
        }
        for (name, content) in known.lore {
            let id = LoreEntryId::from(self.lore.len() as i64 + 1);
            let record = LoreRecord {
                title: name.replace('_', " "),
                kind: LoreKind::Character,
                content: (*content).to_owned(),
                locked: true,
                ..LoreRecord::default()
            };
            self.lore.push((id, record));
        }
        for (key, value) in [("pov", known.pov), ("tense", known.tense)] {
            if !value.is_empty() {
                let id = BibleFieldId::from(self.bible.len() as i64 + 1);
                let field = BibleFieldRecord { key: key.to_owned(), value: value.to_owned(), locked: true };
                self.bible.push((id, field));
            }
        }
        for (mark, pov) in known.plans {
            for scene in self.scenes.iter_mut().filter(|scene| scene.text.contains(mark)) {
                scene.plan.pov = (*pov).to_owned();
            }
        }
    }

    fn thread(&mut self, title: &str, payoff: usize) {
        let Some(scene) = self.scenes.get(payoff.wrapping_sub(1)) else { return };
        let quote: String = scene.text.chars().take(6).collect();
        let id = ThreadId::from(self.threads.len() as i64 + 1);
        let anchor = ThreadAnchorRecord {
            thread: id,
            role: AnchorRole::Payoff,
            scene: SceneId::from(payoff as i64),
            version: VersionNo::FIRST,
            range: CharRange::new(0, quote.chars().count()),
            quote,
            gone: false,
            note: String::new(),
        };
        let record = ThreadRecord {
            title: title.to_owned(),
            status: ThreadStatus::Resolved,
            ..ThreadRecord::default()
        };
        self.threads.push((id, record, vec![(ThreadAnchorId::from(id.get()), anchor)]));
    }

    /// Adds prominent names of an unknown novel as characters.
    fn add_guessed_names(&mut self) {
        /// The maximum number of names.
        const MAX_NAMES: usize = 30;
        let texts = self.scenes.iter().enumerate().map(|(number, scene)| (number, scene.text.as_str()));
        let hints = name_hints(texts, &Lexicon::new([]));
        let new =
            hints.iter().filter(|hint| hint.kind == NameHintKind::New && hint.total >= 20).take(MAX_NAMES);
        for name in new.map(|hint| hint.name.clone()).collect::<Vec<_>>() {
            self.entity(&name, EntityKind::Character);
        }
    }

    /// Sets forbidden words that such novels do not use, although their characters may occur in sequence by
    /// chance.
    fn set_forbidden(&mut self) {
        let words: &[&str] = match self.language {
            Language::English => &[
                "okay",
                "awesome",
                "cell phone",
                "internet",
                "basically",
                "guys",
                "selfie",
                "wow",
                "teenager",
            ],
            _ => &[
                "手机",
                "微博",
                "内卷",
                "卧槽",
                "老铁",
                "打工人",
                "给力",
                "电脑",
                "公众号",
                "直播",
                "粉丝",
                "网红",
                "吐槽",
                "躺平",
            ],
        };
        self.forbidden = words.iter().map(|word| (*word).to_owned()).collect();
    }
}
