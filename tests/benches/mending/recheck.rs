//! Whether a re-check says the truth: errors of which it is known by construction what became of them.

use std::collections::HashMap;

use anyhow::Result;
use wenfang_checks::mending::{Known, Place, Recheck, Scale, Trace, Verdict, judge_by_model, judge_by_rule};
use wenfang_checks::rules::{
    Book as Prose, Canon, Found, Prepared, Scene, check, overlay, prepare, with_texts,
};
use wenfang_story::canon::{
    Assertion, BibleFieldRecord, EntityKind, EntityRecord, Evidence, FactObject, FactRecord,
};
use wenfang_story::check::{Against, FindingRecord, FoundBy, Rule, Severity};
use wenfang_story::mend::{IssueAnchor, IssueEvent, IssueRecord, Verification};
use wenfang_story::{BibleFieldId, EntityId, FactId, SceneId, VersionNo};
use wenfang_tests::measure::Report;
use wenfang_tests::mending::{Book, Language, Planted, RULES};
use wenfang_text::{CharRange, ContentHash, Method, NovelLanguage, TextIndex};

/// What was done with an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Done {
    PutBack,
    Untouched,
    Reworded,
    Half,
    Moved,
    Deleted,
    OtherError,
    /// The same matter with another wrong value. Whether that is the same issue is a question of words: it is told, and
    /// not counted.
    OtherValue,
}

const ALL: [(Done, &str, IssueEvent); 8] = [
    (Done::PutBack, "original put back", IssueEvent::VerifiedGone),
    (Done::Untouched, "untouched", IssueEvent::FoundAgain),
    (Done::Reworded, "reworded, the error kept", IssueEvent::FoundAgain),
    (Done::Half, "half of several places", IssueEvent::VerifiedPartly),
    (Done::Moved, "moved", IssueEvent::FoundAgain),
    (Done::Deleted, "deleted", IssueEvent::VerifiedGone),
    (Done::OtherError, "another error in its place", IssueEvent::VerifiedGone),
    (Done::OtherValue, "another wrong value, not counted: told as gone", IssueEvent::VerifiedGone),
];

/// A judgement beside the truth.
struct Pair {
    done: Done,
    rule: Rule,
    truth: IssueEvent,
    said: IssueEvent,
    score: f64,
}

pub(super) fn measure(report: &mut Report, books: &[Book]) -> Result<()> {
    let mut pairs = Vec::new();
    for book in books {
        of_book(book, &mut pairs)?;
    }
    report.section(&format!("Re-check: {} labelled pairs", pairs.len()));
    let share = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    for (done, name, _) in ALL {
        let own: Vec<&Pair> = pairs.iter().filter(|pair| pair.done == done).collect();
        let right = own.iter().filter(|pair| pair.said == pair.truth).count();
        report.figure(name, &format!("{right} of {}", own.len()));
        let mut wrong: HashMap<(&str, &str), usize> = HashMap::new();
        for pair in own.iter().filter(|pair| pair.said != pair.truth) {
            *wrong.entry((pair.rule.as_str(), pair.said.as_str())).or_default() += 1;
        }
        let mut wrong: Vec<_> = wrong.into_iter().collect();
        wrong.sort();
        for ((rule, said), number) in wrong {
            report.figure(&format!("    {rule}: {said}"), &number.to_string());
        }
    }
    pairs.retain(|pair| pair.done != Done::OtherValue);
    let right = pairs.iter().filter(|pair| pair.said == pair.truth).count();
    let (gone, again) = (IssueEvent::VerifiedGone, IssueEvent::FoundAgain);
    let false_gone = pairs.iter().filter(|pair| pair.said == gone && pair.truth != gone).count();
    let false_again = pairs.iter().filter(|pair| pair.said == again && pair.truth == gone).count();
    report.at_least("labelled pairs", (pairs.len() as f64, 2_000.0), "");
    report.at_least("agreement", (share(right, pairs.len()), 97.0), "%");
    report.at_most("falsely resolved", (share(false_gone, pairs.len()), 0.5), "%");
    report.at_most("falsely found again", (share(false_again, pairs.len()), 2.0), "%");
    report.at_least("AUROC of the score", (auroc(&pairs), 0.98), "");
    Ok(())
}

/// The share of pairs of an issue that is there and one that is gone whose scores are in the right order.
fn auroc(pairs: &[Pair]) -> f64 {
    let scores = |truth| pairs.iter().filter(move |pair| pair.truth == truth).map(|pair| pair.score);
    let mut gone: Vec<f64> = scores(IssueEvent::VerifiedGone).collect();
    gone.sort_by(f64::total_cmp);
    let (mut sum, mut number) = (0.0, 0_usize);
    for score in scores(IssueEvent::FoundAgain) {
        let less = gone.partition_point(|other| *other < score);
        let same = gone.partition_point(|other| *other <= score) - less;
        sum += less as f64 + same as f64 / 2.0;
        number += gone.len();
    }
    sum / number.max(1) as f64
}

fn of_book(book: &Book, pairs: &mut Vec<Pair>) -> Result<()> {
    let (entities, facts, bible) = canon(book.language);
    let texts: Vec<String> =
        book.chapters.iter().map(|chapter| long_run(book.language, &chapter.wrong)).collect();
    let scenes = texts.iter().zip(1_i64..).map(|(text, number)| Scene {
        id: SceneId::from(number),
        chapter: number.into(),
        text,
        plan: None,
        target: None,
    });
    let prose = Prose {
        language: Some(match book.language {
            Language::Chinese => NovelLanguage::Zh,
            Language::English => NovelLanguage::En,
        }),
        scenes: scenes.collect(),
        canon: Canon { entities: &entities, facts: &facts, bible: &bible, ..Canon::default() },
        forbidden: &[],
    };
    let rules: Vec<Rule> = RULES.iter().map(|rule| rule.parse()).collect::<Result<_, _>>()?;
    let base = prepare(&prose);
    for ((chapter, text), number) in book.chapters.iter().zip(&texts).zip(1_i64..) {
        let scene = SceneId::from(number);
        let before = check(&base, &rules, scene);
        let of_chapter = Chapter { base: &base, prose: &prose, rules: &rules, scene, text, before };
        for error in &chapter.errors {
            of_chapter.judge(error, pairs)?;
        }
        of_chapter.judge_run(pairs);
    }
    Ok(())
}

/// Adds a paragraph of seven sentences that begin alike, of which some can be mended.
fn long_run(language: Language, text: &str) -> String {
    format!("{text}\n{}", run(language).concat())
}

fn run(language: Language) -> [&'static str; 7] {
    match language {
        Language::Chinese => [
            "他在桥头站住。",
            "他看见河水涨了。",
            "他想起从前的事。",
            "他把帽子摘下来。",
            "他数了数台阶。",
            "他慢慢走下去。",
            "他又走回来了。",
        ],
        Language::English => [
            "He stopped at the old bridge. ",
            "He saw that the river was high. ",
            "He thought of former days there. ",
            "He took off his hat at last. ",
            "He counted the wet steps below. ",
            "He went down them very slowly. ",
            "He came back up again soon. ",
        ],
    }
}

/// A chapter in its prepared book.
struct Chapter<'a> {
    base: &'a Prepared<'a>,
    prose: &'a Prose<'a>,
    rules: &'a [Rule],
    scene: SceneId,
    text: &'a str,
    /// What the rules find in it.
    before: Vec<Found>,
}

impl Chapter<'_> {
    /// Judges what becomes of an error in every way.
    fn judge(&self, error: &Planted, pairs: &mut Vec<Pair>) -> Result<()> {
        let rule: Rule = error.rule.parse()?;
        let index = TextIndex::new(self.text);
        let Some(byte) = self.text.find(&error.wrong) else { return Ok(()) };
        let place = index.range_of(byte..byte + error.wrong.len());
        let record = if rule.needs_model() {
            by_model(rule, error, place, self.text)
        } else {
            let is_it = |found: &&Found| {
                found.rule == rule && found.places.first().is_some_and(|one| one.range.overlaps(place))
            };
            let Some(found) = self.before.iter().find(is_it) else { return Ok(()) };
            issue(&finding(found, self.text), self.text)
        };
        for (done, _, truth) in ALL {
            let Some(text) = self.done(done, error) else { continue };
            let judged = self.judged(&record, &text, (error, truth));
            pairs.push(Pair { done, rule, truth, said: judged.0, score: judged.1 });
        }
        Ok(())
    }

    /// Judges a run of sentences of which two no longer begin alike.
    fn judge_run(&self, pairs: &mut Vec<Pair>) {
        let Some(found) = self.before.iter().rfind(|found| found.rule == Rule::Openings) else { return };
        let record = issue(&finding(found, self.text), self.text);
        let is_english = self.text.contains("He came back up again soon.");
        let text = match is_english {
            true => {
                self.text.replace("He stopped at", "And stopped at").replace("He saw that", "Then saw that")
            }
            false => self.text.replace("他在桥头", "人在桥头").replace("他看见河水", "河水"),
        };
        if text == self.text || record.evidence.len() != 6 {
            return;
        }
        let none = Planted {
            rule: "openings",
            paragraph: 0,
            wrong: String::new(),
            right: String::new(),
            other: None,
        };
        let truth = IssueEvent::VerifiedPartly;
        let (said, score) = self.judged(&record, &text, (&none, truth));
        pairs.push(Pair { done: Done::Half, rule: Rule::Openings, truth, said, score });
    }

    /// The chapter after something was done with an error; `None` if it cannot be done with this one.
    fn done(&self, done: Done, error: &Planted) -> Option<String> {
        let (before, after) = self.text.split_once(&error.wrong)?;
        // A slip is shown with its neighbours, which stay when it is moved or deleted.
        let is_sentence = error.wrong.trim_end().ends_with(['。', '.', '”']) && error.rule != "repetition";
        let space = if error.wrong.starts_with(' ') { " " } else { "" };
        let is_english = self.prose.language == Some(NovelLanguage::En);
        match done {
            Done::PutBack => Some(format!("{before}{}{after}", error.right)),
            Done::Untouched => Some(self.text.to_owned()),
            Done::Reworded => {
                let words = if is_english { "It was late by then." } else { "那时天已经晚了。" };
                is_sentence.then(|| format!("{before}{space}{words}{}{after}", error.wrong))
            }
            Done::Moved => {
                let (rest, last) = after.split_once('\n')?;
                is_sentence.then(|| format!("{before}{rest}\n{last}{}", error.wrong))
            }
            Done::Deleted => is_sentence.then(|| format!("{before}{after}")),
            Done::OtherError => {
                let words =
                    if is_english { " The rain,, it seemed, was over." } else { "雨，，好像停了。" };
                (is_sentence && error.rule != "punctuation")
                    .then(|| format!("{before}{}{words}{after}", error.right))
            }
            Done::OtherValue => Some(format!("{before}{}{after}", error.other.as_ref()?)),
            Done::Half => None,
        }
    }

    fn judged(
        &self,
        record: &IssueRecord,
        text: &str,
        (error, truth): (&Planted, IssueEvent),
    ) -> (IssueEvent, f64) {
        let trace = Trace::of_texts(self.text, text);
        let mapped = trace.map(record.anchor.range);
        let place = Place { range: Some(mapped.range), sureness: 1.0, is_unchanged: mapped.is_unchanged };
        let known = Known { record, place, has_changed_canon: false };
        let scale = Scale::default();
        let judgement = if record.rule.needs_model() {
            self.judged_by_model(&known, text, (error, truth), &scale)
        } else {
            let changed = with_texts(self.prose, &HashMap::from([(self.scene, text)]));
            let laid = overlay(self.base, &changed);
            let found = check(&laid, self.rules, self.scene);
            let after: Vec<FindingRecord> = found.iter().map(|found| finding(found, text)).collect();
            let before: Vec<FindingRecord> =
                self.before.iter().map(|found| finding(found, self.text)).collect();
            judge_by_rule(&known, &Recheck { before: &before, after: &after, trace: &trace }, &scale)
        };
        (judgement.event, judgement.score)
    }

    /// The verdict of a judge that tells the truth, with the words that prove it.
    fn judged_by_model(
        &self,
        known: &Known<'_>,
        text: &str,
        (error, truth): (&Planted, IssueEvent),
        scale: &Scale<'_>,
    ) -> wenfang_checks::mending::Judgement {
        let standing = [Some(&error.wrong), Some(&error.right), error.other.as_ref()];
        let quote =
            standing.into_iter().flatten().map(|words| words.trim()).find(|words| text.contains(words));
        let quote = quote.unwrap_or_else(|| text.lines().next().unwrap_or_default());
        let outcome = match truth {
            IssueEvent::VerifiedGone => Verification::Passed,
            IssueEvent::FoundAgain => Verification::Recurrence,
            _ => Verification::Partial,
        };
        // It reports another error as a new problem.
        let other = error.other.as_deref().map(str::trim).filter(|words| text.contains(words));
        let problem = other.map(|words| {
            let byte = text.find(words).unwrap_or_default();
            let range = TextIndex::new(text).range_of(byte..byte + words.len());
            FindingRecord {
                rule: known.record.rule,
                severity: Severity::High,
                evidence: vec![evidence(self.scene, range, words)],
                against: None,
                expected: known.record.expected.clone(),
                found: words.to_owned(),
                replacement: None,
                confidence: 0.9,
                found_by: FoundBy::Model { model: String::new() },
                missed: false,
            }
        });
        let verdict = Verdict { outcome, quote };
        judge_by_model(known, text, Some(&verdict), problem.as_slice(), scale)
    }
}

fn evidence(scene: SceneId, range: CharRange, quote: &str) -> Evidence {
    Evidence { scene, version: VersionNo::FIRST, range, quote: quote.to_owned() }
}

fn finding(found: &Found, text: &str) -> FindingRecord {
    let index = TextIndex::new(text);
    let places = found
        .places
        .iter()
        .map(|place| evidence(place.scene, place.range, index.get(place.range).unwrap_or_default()));
    FindingRecord {
        rule: found.rule,
        severity: found.severity,
        evidence: places.collect(),
        against: found.against,
        expected: found.expected.clone(),
        found: found.found.clone(),
        replacement: found.replacement.clone(),
        confidence: found.confidence,
        found_by: FoundBy::Rule,
        missed: false,
    }
}

fn issue(finding: &FindingRecord, text: &str) -> IssueRecord {
    let passage = finding.passage().cloned().unwrap_or_else(|| evidence(1.into(), CharRange::new(0, 0), ""));
    IssueRecord {
        rule: finding.rule,
        severity: finding.severity,
        anchor: IssueAnchor {
            text_hash: ContentHash::of(text.as_bytes()).to_string(),
            range: passage.range,
            checksum: ContentHash::of(passage.quote.as_bytes()).to_string(),
            quote: passage.quote,
            method: Method::ExactMatch,
            confidence: 1.0,
            attempts: Vec::new(),
        },
        evidence: finding.evidence.iter().skip(1).cloned().collect(),
        against: finding.against,
        expected: finding.expected.clone(),
        found: finding.found.clone(),
        replacement: finding.replacement.clone(),
        confidence: finding.confidence,
        found_by: finding.found_by.clone(),
        round: 0,
        run: None,
        is_elsewhere: false,
        by_author: false,
        canon_hash: None,
        related: Vec::new(),
        reason: None,
        proposal: None,
        qc: None,
    }
}

/// An issue of a model at the words of an error.
fn by_model(rule: Rule, error: &Planted, place: CharRange, text: &str) -> IssueRecord {
    let quote = error.wrong.trim();
    let start = place.end().get() - quote.chars().count();
    let finding = FindingRecord {
        rule,
        severity: Severity::High,
        evidence: vec![evidence(1.into(), CharRange::new(start, place.end().get()), quote)],
        against: Some(Against::Entity(2.into())),
        expected: error.right.trim().to_owned(),
        found: quote.to_owned(),
        replacement: None,
        confidence: 0.9,
        found_by: FoundBy::Model { model: String::new() },
        missed: false,
    };
    issue(&finding, text)
}

type OwnCanon =
    (Vec<(EntityId, EntityRecord)>, Vec<(FactId, FactRecord)>, Vec<(BibleFieldId, BibleFieldRecord)>);

/// The canon that the planted errors contradict.
fn canon(language: Language) -> OwnCanon {
    let (names, eyes, colour, state, dead, taboo) = match language {
        Language::Chinese => (["沈砚", "柳含章", "顾长庚"], "眼睛", "碧绿", "状态", "死亡", "手机、电脑"),
        Language::English => (
            ["Edmund Vane", "Harriet Blythe", "Tobias Crake"],
            "eyes",
            "green",
            "state",
            "dead",
            "smartphone, computer",
        ),
    };
    let entity = |(name, id): (&str, i64)| {
        let record =
            EntityRecord { name: name.to_owned(), kind: EntityKind::Character, ..EntityRecord::default() };
        (EntityId::from(id), record)
    };
    let fact = |id: i64, subject: i64, predicate: &str, object: &str| {
        let object = FactObject::Text(object.to_owned());
        let record = FactRecord {
            subject: subject.into(),
            predicate: predicate.to_owned(),
            object,
            assertion: Assertion::default(),
        };
        (FactId::from(id), record)
    };
    let bible =
        BibleFieldRecord { key: "taboo".to_owned(), value: taboo.to_owned(), ..BibleFieldRecord::default() };
    (
        names.into_iter().zip(1..).map(entity).collect(),
        vec![fact(1, 1, eyes, colour), fact(2, 3, state, dead)],
        vec![(1.into(), bible)],
    )
}
