//! Measures whole novels, chapter by chapter, and the limits that each novel gets from the others.

use super::super::narrated::{Subject, sentences};
use super::super::{LIMITS, Limits, MIN_SENTENCES, Person, block_shares, decide, share};
use crate::NovelLanguage::{self, En, Ja, Zh};
use crate::corpus::corpus;

/// A novel and the person of its chapters.
struct Novel {
    name: &'static str,
    /// The person of the whole novel; `None` for a collection.
    person: Option<Person>,
    chapters: Vec<Chapter>,
}

struct Chapter {
    title: String,
    person: Person,
    subjects: Vec<Subject>,
}

/// The stories of 彷徨 and their persons.
const STORIES: [(&str, Person); 11] = [
    ("祝福", Person::First),
    ("在酒楼上", Person::First),
    ("幸福的家庭", Person::Third),
    ("肥皂", Person::Third),
    ("长明灯", Person::Third),
    ("示众", Person::Third),
    ("高老夫子", Person::Third),
    ("孤独者", Person::First),
    ("伤逝", Person::First),
    ("弟兄", Person::Third),
    ("离婚", Person::Third),
];

/// The five novels; `None` if one is absent.
fn novels() -> Option<Vec<Novel>> {
    let third = |_: &str| Person::Third;
    let dream = corpus("hongloumeng.zh-Hans.txt")?;
    let ah_q = corpus("aq-zhengzhuan.zh-Hans.txt")?;
    let stories = corpus("panghuang.zh-Hans.txt")?;
    let heart = corpus("kokoro.ja.aozora.txt")?;
    let pride = unwrapped(&corpus("pride-and-prejudice.en.raw.txt")?);
    let story =
        |title: &str| STORIES.iter().find(|(story, _)| *story == title.trim()).map(|(_, person)| *person);
    let is_numbered = |line: &str, unit: char| {
        line.starts_with('第') && line.split_whitespace().next().is_some_and(|word| word.ends_with(unit))
    };
    Some(vec![
        novel(("红楼梦", Zh, Some(Person::Third)), &dream, |line| is_numbered(line, '回'), third),
        novel(
            ("阿Ｑ正传", Zh, Some(Person::Third)),
            &ah_q,
            |line| is_numbered(line, '章'),
            |title| {
                if title.contains("序") { Person::First } else { Person::Third }
            },
        ),
        novel(("彷徨", Zh, None), &stories, |line| story(line).is_some(), |title| story(title).unwrap()),
        novel(
            ("こころ", Ja, Some(Person::First)),
            &heart,
            |line| line.contains("中見出し"),
            |_| Person::First,
        ),
        novel(("Pride and Prejudice", En, Some(Person::Third)), &pride, is_chapter, third),
    ])
}

fn is_chapter(line: &str) -> bool {
    line.to_uppercase().starts_with("CHAPTER ") && line.chars().count() < 20
}

fn novel(
    (name, language, person): (&'static str, NovelLanguage, Option<Person>),
    text: &str,
    is_heading: impl Fn(&str) -> bool,
    person_of: impl Fn(&str) -> Person,
) -> Novel {
    let mut parts: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if is_heading(line) {
            parts.push((line.to_owned(), String::new()));
        } else if let Some((_, part)) = parts.last_mut() {
            part.push_str(line);
            part.push('\n');
        }
    }
    let chapters = parts.into_iter().map(|(title, text)| {
        let person = person_of(&title);
        Chapter { title, person, subjects: sentences(&text, language) }
    });
    Novel {
        name,
        person,
        chapters: chapters.filter(|chapter| chapter.subjects.len() >= MIN_SENTENCES).collect(),
    }
}

/// A hard-wrapped text with one paragraph per line.
fn unwrapped(text: &str) -> String {
    text.split("\n\n").map(|paragraph| paragraph.trim().replace('\n', " ") + "\n").collect()
}

impl Chapter {
    fn first(&self) -> f64 {
        share(&self.subjects, |sentence| sentence.first)
    }
}

/// The limits that chapters yield: one third and two thirds of the gap between the two persons.
fn limits<'a>(novels: impl Iterator<Item = &'a Novel>) -> Limits {
    let (mut third, mut first) = (0_f64, 1_f64);
    for chapter in novels.flat_map(|novel| &novel.chapters) {
        match chapter.person {
            Person::First => first = first.min(chapter.first()),
            Person::Third => third = third.max(chapter.first()),
        }
    }
    assert!(third < first, "no gap between {third:.3} and {first:.3}");
    let step = (first - third) / 3.0;
    Limits { third: third + step, first: third + 2.0 * step }
}

/// The measures behind the guess, formatted for reading.
pub(super) fn shares(subjects: &[Subject]) -> String {
    let blocks = if subjects.is_empty() { Vec::new() } else { block_shares(subjects) };
    let lowest = blocks.iter().copied().fold(1.0, f64::min);
    let highest = blocks.iter().copied().fold(0.0, f64::max);
    format!(
        "I {:.3} (blocks {lowest:.2} to {highest:.2}), we {:.3}, you {:.3}, they {:.3}",
        share(subjects, |sentence| sentence.first),
        share(subjects, |sentence| sentence.doubtful),
        share(subjects, |sentence| sentence.you),
        share(subjects, |sentence| sentence.third),
    )
}

#[test]
fn limits_from_other_novels_classify_each_novel() {
    let Some(novels) = novels() else { return };
    for (at, novel) in novels.iter().enumerate() {
        let others = novels.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, novel)| novel);
        let limits = limits(others);
        let whole: Vec<Subject> =
            novel.chapters.iter().flat_map(|chapter| &chapter.subjects).copied().collect();
        eprintln!("{}: {} sentences, {}", novel.name, whole.len(), shares(&whole));
        let of_chapters =
            |person| novel.chapters.iter().filter(move |c| c.person == person).map(Chapter::first);
        let highest = of_chapters(Person::Third).reduce(f64::max);
        let lowest = of_chapters(Person::First).reduce(f64::min);
        eprintln!("  third-person chapters up to {highest:.3?}, first-person chapters from {lowest:.3?}");
        eprintln!("  by the others: third up to {:.3}, first from {:.3}", limits.third, limits.first);
        for limits in [limits, LIMITS] {
            let (mut right, mut open, mut wrong) = (0, Vec::new(), Vec::new());
            for chapter in &novel.chapters {
                match decide(&chapter.subjects, limits) {
                    Some(person) if person == chapter.person => right += 1,
                    None => open.push(format!("{} {}", chapter.title, shares(&chapter.subjects))),
                    Some(_) => wrong.push(format!("{} {}", chapter.title, shares(&chapter.subjects))),
                }
            }
            let book = decide(&whole, limits);
            eprintln!("  chapters: {right} right, {} open, {} wrong; book {book:?}", open.len(), wrong.len());
            if limits == LIMITS {
                open.iter().for_each(|chapter| eprintln!("    open: {chapter}"));
            }
            assert_eq!(wrong, Vec::<String>::new(), "{}", novel.name);
            assert_eq!(book, novel.person, "{}", novel.name);
        }
    }
}

#[test]
fn the_limits_match_the_novels() {
    let Some(novels) = novels() else { return };
    let limits = limits(novels.iter());
    eprintln!("by all: third up to {:.3}, first from {:.3}", limits.third, limits.first);
    assert!(
        (limits.third - LIMITS.third).abs() < 0.01 && (limits.first - LIMITS.first).abs() < 0.01,
        "{limits:?}"
    );
}
