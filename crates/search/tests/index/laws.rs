//! Word search must find exactly the paragraphs that reading every paragraph finds.

use std::collections::BTreeSet;

use crate::kit::{corpus, index, run, scene};
use proptest::prelude::*;
use wenfang_search::{Index, ParagraphId, Query, Scope, Source};
use wenfang_text::{Paragraph, paragraphs};

/// A seeded random number generator (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// Finds paragraphs by reading all of them; each is identified by its source and its index in it.
fn read(
    all: &[(i64, Paragraph<'_>)],
    query: &Query,
    scenes: Option<&BTreeSet<i64>>,
) -> BTreeSet<(i64, usize)> {
    let inside = all.iter().filter(|(scene, _)| scenes.is_none_or(|scenes| scenes.contains(scene)));
    let found = inside.filter(|(_, paragraph)| query.matches(paragraph.text));
    found.map(|(scene, paragraph)| (*scene, paragraph.idx)).collect()
}

/// Every paragraph with its scene.
fn all(texts: &[(i64, String)]) -> Vec<(i64, Paragraph<'_>)> {
    texts.iter().flat_map(|(scene, text)| paragraphs(text).map(|paragraph| (*scene, paragraph))).collect()
}

async fn searched(index: &Index, query: &Query, scenes: Option<&BTreeSet<i64>>) -> BTreeSet<(i64, usize)> {
    let scope = scenes.map_or(Scope::Everything, |scenes| Scope::sources(scenes.iter().map(|id| scene(*id))));
    let found = index.search_text(query, &scope, usize::MAX).await.unwrap();
    let ids: Vec<ParagraphId> = found.hits.iter().map(|hit| hit.paragraph).collect();
    assert_eq!(found.total, ids.len());
    assert!(found.hits.is_sorted_by(|one, other| one.score >= other.score));
    let passages = index.paragraphs(&ids).await.unwrap();
    passages.into_iter().map(|passage| (passage.source.id, passage.idx)).collect()
}

/// Splits a novel into scenes of about 5,000 characters.
fn scenes(novel: &str, first: i64) -> Vec<(i64, String)> {
    let mut scenes = vec![(first, String::new())];
    for line in novel.lines() {
        let (id, text) = scenes.last_mut().unwrap();
        text.push_str(line);
        text.push('\n');
        if text.len() > 15_000 {
            let next = *id + 1;
            scenes.push((next, String::new()));
        }
    }
    scenes
}

/// A query as an author may type it: a piece of the text, two pieces, one without the other, a phrase, a prefix.
fn typed(chance: &mut Chance, chars: &[char]) -> String {
    let mut stretch = |length: usize| {
        let from = chance.below(chars.len() - length);
        chars[from..from + length].iter().collect::<String>().replace(['\n', '\r'], " ")
    };
    let [one, two, three, eight] = [1, 2, 3, 8].map(&mut stretch);
    let word = stretch(30).split_whitespace().nth(1).unwrap_or("雨").to_owned();
    let another = stretch(2);
    match chance.below(12) {
        0 => one,
        1 => two,
        2 => three,
        3 => eight,
        4 => format!("“{eight}”"),
        5 => format!("「{three}」 {one}"),
        6 => format!("{two} {another}"),
        7 => format!("{two} -{one}"),
        8 => format!("{one} NOT {two}"),
        9 => format!("{}*", word.chars().take(4).collect::<String>()),
        10 => word,
        _ => format!("\"{eight}{one}\" -“{three}”"),
    }
}

#[test]
fn a_thousand_queries_find_what_reading_finds() {
    let (Some(dream), Some(pride)) =
        (corpus("hongloumeng.zh-Hans.txt"), corpus("pride-and-prejudice.en.raw.txt"))
    else {
        return;
    };
    let mut texts = scenes(&dream, 0);
    let first = texts.len() as i64;
    texts.extend(scenes(&pride, first));
    let (dream, pride): (Vec<char>, Vec<char>) = (dream.chars().collect(), pride.chars().collect());
    let ids: BTreeSet<i64> = texts.iter().map(|(id, _)| *id).collect();
    let all = all(&texts);
    run(async {
        let (_folder, index) = index().await;
        for some in texts.chunks(16) {
            let sources: Vec<Source<'_>> =
                some.iter().map(|(id, text)| Source::new(scene(*id), text)).collect();
            index.put(&sources).await.unwrap();
        }
        let mut chance = Chance(20_261_122);
        let (mut hits, mut with_hits) = (0, 0);
        for at in 0..1_000 {
            let from = if at % 4 == 3 { &pride } else { &dream };
            let typed = typed(&mut chance, from);
            let query = Query::parse(&typed);
            let some: Option<BTreeSet<i64>> =
                (at % 3 == 2).then(|| ids.iter().copied().filter(|_| chance.below(4) == 0).collect());
            let wanted = read(&all, &query, some.as_ref());
            let found = searched(&index, &query, some.as_ref()).await;
            assert!(found == wanted, "{typed}: found {}, wanted {}", found.len(), wanted.len());
            hits += wanted.len();
            with_hits += usize::from(!wanted.is_empty());
        }
        // Guards against a test that compares empty results. Pieces of English words rightly find nothing.
        assert!(with_hits > 600 && hits > 100_000, "{with_hits} {hits}");
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_query_finds_what_reading_finds(
        texts in prop::collection::vec("[甲乙丙𠮷の。，—“”Aaé１1'\\- \n😀]{0,60}", 1..6),
        queries in prop::collection::vec("[甲乙丙𠮷の。，“”\"Aaé1'\\-* NOT😀]{0,8}", 12),
        edits in prop::collection::vec((0usize..6, "[甲乙丙。aA \n]{0,40}"), 0..4),
    ) {
        run(async {
            let (_folder, index) = index().await;
            let mut texts: Vec<(i64, String)> = (0..).zip(texts).collect();
            let sources: Vec<Source<'_>> = texts.iter().map(|(id, text)| Source::new(scene(*id), text)).collect();
            index.put(&sources).await.unwrap();
            for (at, edited) in edits {
                let at = at % texts.len();
                texts[at].1 = edited;
                index.put(&[Source::new(scene(texts[at].0), &texts[at].1)]).await.unwrap();
            }
            for typed in queries {
                let query = Query::parse(&typed);
                let scenes: BTreeSet<i64> = [0, 2, 4].into();
                for scenes in [None, Some(&scenes)] {
                    assert_eq!(searched(&index, &query, scenes).await, read(&all(&texts), &query, scenes), "{typed}");
                }
            }
        });
    }
}
