//! Matches new findings to known ones.
//!
//! Findings match if the same rule found the same words at the known passage's current position, or if the
//! words there were edited slightly and everything else is equal. Equal words alone are not enough: a doubled
//! comma elsewhere is a new finding, unless its surrounding text moved along. A model says the same thing in other words
//! each time, so its findings also match if nothing in them contradicts.

use wenfang_story::check::{ErrorKind, FindingRecord, FoundBy};
use wenfang_text::{CharRange, TextIndex, contradict, is_same_value, ngram_similarity};

use super::standing::Located;

/// How well a known finding, with its current position, matches a new one; `None` if it does not.
type Test = dyn Fn(&FindingRecord, Option<&Located>, &FindingRecord) -> Option<f64>;

/// The least likeness of two values in other words, as a share of common character pairs. A choice, between 右手 in two
/// phrases (0.15) and values of other matters, which mostly share no pair.
const MIN_LIKENESS: f64 = 0.12;

/// Returns for each new finding the index of the known one it matches. Known findings come with their current
/// positions.
pub(super) fn pair(known: &[(&FindingRecord, Option<Located>)], new: &[FindingRecord]) -> Vec<Option<usize>> {
    let mut pairs: Vec<Option<usize>> = vec![None; new.len()];
    let mut matched = vec![false; known.len()];
    let tests: [&Test; 5] = [
        &|known, now, new| fits(range(new) == now.map(|now| now.range) && known.key() == new.key()),
        &|known, now, new| fits(is_at(new, now) && known.key() == new.key()),
        &|known, now, new| fits(is_at(new, now) && is_same_claim(known, new)),
        &|known, now, new| {
            let is_there = now.is_some_and(|now| now.has_same_words && covers(new, now.range));
            (is_there && is_rephrased(known, new)).then(|| likeness(known, new))
        },
        &|known, _, new| fits(known.rule.is_about_the_whole() && known.key() == new.key()),
    ];
    for test in tests {
        let mut fitting: Vec<(usize, usize, f64)> = Vec::new();
        for (at, new) in new.iter().enumerate().filter(|(at, _)| pairs[*at].is_none()) {
            let left = known.iter().enumerate().filter(|(place, _)| !matched[*place]);
            let fits =
                left.filter_map(|(place, (known, now))| Some((at, place, test(known, now.as_ref(), new)?)));
            fitting.extend(fits);
        }
        // The best first; of equally good ones, the first.
        fitting.sort_by(|one, other| other.2.total_cmp(&one.2));
        for (at, place, _) in fitting {
            if pairs[at].is_none() && !matched[place] {
                matched[place] = true;
                pairs[at] = Some(place);
            }
        }
    }
    pairs
}

fn fits(is_same: bool) -> Option<f64> {
    is_same.then_some(1.0)
}

/// How alike the values and the passages of two findings are, 0 to 3.
fn likeness(known: &FindingRecord, new: &FindingRecord) -> f64 {
    let quotes = known.passage().zip(new.passage());
    ngram_similarity(&known.expected, &new.expected)
        + ngram_similarity(&known.found, &new.found)
        + quotes.map_or(0.0, |(known, new)| ngram_similarity(&known.quote, &new.quote))
}

fn range(record: &FindingRecord) -> Option<CharRange> {
    record.passage().map(|passage| passage.range)
}

fn is_at(new: &FindingRecord, now: Option<&Located>) -> bool {
    now.is_some_and(|now| overlaps(new, now.range))
}

fn overlaps(record: &FindingRecord, there: CharRange) -> bool {
    range(record).is_some_and(|range| range == there || range.overlaps(there))
}

/// Whether the passages of two findings share at least half of the shorter one: a model quotes now a clause, now the
/// sentence.
fn covers(new: &FindingRecord, there: CharRange) -> bool {
    range(new).is_some_and(|range| {
        let shared =
            range.end().min(there.end()).get().saturating_sub(range.start().max(there.start()).get());
        2 * shared >= range.len().min(there.len()).max(1)
    })
}

/// Whether a model makes the same claim in other words: of the same kind, about the same item if both name one, and
/// with values that do not contradict each other.
pub(super) fn is_rephrased(known: &FindingRecord, new: &FindingRecord) -> bool {
    let is_by_model = |record: &FindingRecord| matches!(record.found_by, FoundBy::Model { .. });
    is_by_model(known)
        && is_by_model(new)
        && known.rule == new.rule
        && known.against.zip(new.against).is_none_or(|(one, other)| one == other)
        && !contradict(&known.expected, &new.expected, None)
        && !contradict(&known.found, &new.found, None)
        && (is_alike(&known.expected, &new.expected) || is_alike(&known.found, &new.found))
}

/// Whether two values share some of their words. Without it, two matters of one sentence would be the same.
fn is_alike(one: &str, other: &str) -> bool {
    is_same_value(one, other, None) || ngram_similarity(one, other) >= MIN_LIKENESS
}

/// Whether two findings make the same claim about a passage. A different value is a different claim: the author
/// waived an age of 17, not of 19. For rules of style the words are the claim, so different words are an edit.
fn is_same_claim(known: &FindingRecord, new: &FindingRecord) -> bool {
    known.rule == new.rule
        && known.against == new.against
        && known.expected == new.expected
        && (known.found == new.found || known.rule.kind() == ErrorKind::Style)
}

/// Passages of at least this length, in chars, hardly ever occur twice.
const UNIQUE_CHARS: usize = 12;
/// Number of equal characters around a short passage, before and after it together, that identify it elsewhere.
const CONTEXT_CHARS: usize = 6;

/// Whether a passage moved from one text to another: its words are equal, and so is the text around it.
pub(super) fn is_moved((old, before): (Option<&str>, CharRange), (new, after): (&str, CharRange)) -> bool {
    if before.len() >= UNIQUE_CHARS {
        return true;
    }
    let Some(old) = old else { return false };
    let (old, new) = (TextIndex::new(old), TextIndex::new(new));
    let context = |index: &TextIndex<'_>, range: CharRange| -> (Vec<char>, Vec<char>) {
        let (start, end) = (range.start().get(), range.end().get());
        let ahead = index.get(CharRange::new(start.saturating_sub(CONTEXT_CHARS), start)).unwrap_or_default();
        let behind = index.get(CharRange::new(end, (end + CONTEXT_CHARS).min(index.len()).max(end)));
        (ahead.chars().rev().collect(), behind.unwrap_or_default().chars().collect())
    };
    let common = |one: &[char], other: &[char]| {
        one.iter()
            .zip(other)
            .take_while(|(one, other)| one == other)
            .filter(|(c, _)| !c.is_whitespace())
            .count()
    };
    let (was, is) = (context(&old, before), context(&new, after));
    common(&was.0, &is.0) + common(&was.1, &is.1) >= CONTEXT_CHARS
}

#[cfg(test)]
mod tests {
    use wenfang_story::canon::Evidence;
    use wenfang_story::check::{Against, FoundBy, Rule, Severity};

    use super::*;

    fn finding(rule: Rule, start: usize, (quote, found): (&str, &str)) -> FindingRecord {
        FindingRecord {
            rule,
            severity: Severity::Low,
            evidence: vec![Evidence {
                scene: 1.into(),
                version: 1.into(),
                range: CharRange::new(start, start + quote.chars().count()),
                quote: quote.to_owned(),
            }],
            against: None,
            expected: String::new(),
            found: found.to_owned(),
            replacement: None,
            confidence: 0.9,
            found_by: FoundBy::Rule,
            missed: false,
        }
    }

    fn located(start: usize, end: usize) -> Option<Located> {
        Some(Located { range: CharRange::new(start, end), has_same_words: true, reanchored: None })
    }

    #[test]
    fn equal_findings_are_distinguished_by_position() {
        let mark = |start| finding(Rule::Punctuation, start, ("，，", "，，"));
        let (first, second) = (mark(3), mark(9));
        let known = [(&first, located(5, 7)), (&second, located(11, 13))];
        assert_eq!(pair(&known, &[mark(11), mark(5), mark(20)]), [Some(1), Some(0), None]);
        assert_eq!(pair(&known[..1], &[mark(11)]), [None]);
        assert_eq!(pair(&[(&first, None)], &[mark(3)]), [None]);
    }

    #[test]
    fn a_passage_edited_in_place_is_the_same_finding() {
        let known = finding(Rule::Repetition, 3, ("他又看了看他又看了看", "2"));
        let edited = finding(Rule::Repetition, 4, ("他又望了望他又望了望", "3"));
        assert_eq!(pair(&[(&known, located(4, 14))], std::slice::from_ref(&edited)), [Some(0)]);
        assert_eq!(pair(&[(&known, located(40, 50))], &[edited]), [None]);
    }

    #[test]
    fn a_finding_about_the_whole_text_ignores_position() {
        let worn = |start, count: &str| FindingRecord {
            expected: count.to_owned(),
            ..finding(Rule::Overused, start, ("忽然", count))
        };
        let known = worn(3, "7");
        assert_eq!(pair(&[(&known, None)], &[worn(90, "8")]), [Some(0)]);
        assert_eq!(pair(&[(&known, None)], &[finding(Rule::Overused, 3, ("突然", "7"))]), [None]);
    }

    #[test]
    fn a_different_value_is_a_different_finding() {
        let age = |quote: &str, found: &str| FindingRecord {
            against: Some(Against::Fact(1.into())),
            expected: "16".into(),
            ..finding(Rule::Attribute, 3, (quote, found))
        };
        let known = age("十七岁", "17");
        assert_eq!(pair(&[(&known, located(3, 6))], &[age("十九岁", "19")]), [None]);
        assert_eq!(pair(&[(&known, located(3, 6))], &[age("才十七岁", "17")]), [Some(0)]);
    }

    #[test]
    fn a_model_may_say_the_same_in_other_words() {
        let says = |start, quote: &str, (expected, found): (&str, &str)| FindingRecord {
            expected: expected.to_owned(),
            found_by: FoundBy::Model { model: "m".into() },
            ..finding(Rule::ModelSetting, start, (quote, found))
        };
        let known = says(3, "今年十七岁", ("16", "17"));
        let again = |new: FindingRecord| pair(&[(&known, located(3, 8))], &[new]);
        assert_eq!(again(says(3, "今年十七岁", ("十六岁", "十七岁"))), [Some(0)]);
        assert_eq!(again(says(0, "沈砚说今年十七岁了", ("应为十六岁", "写成17岁"))), [Some(0)]);
        assert_eq!(again(says(3, "今年十七岁", ("15", "17"))), [None], "another age");
        assert_eq!(again(says(3, "今年十七岁", ("青衫", "红衣"))), [None], "another matter");
        let edited = [(&known, Some(Located { has_same_words: false, ..located(3, 8).unwrap() }))];
        assert_eq!(
            pair(&edited, &[says(3, "今年十七岁", ("十六岁", "十七岁"))]),
            [None],
            "the author edited it"
        );
        assert_eq!(again(says(8, "，穿着红衣", ("十六岁", "十七岁"))), [None], "another place");
        let of = |id: i64| FindingRecord {
            against: Some(Against::Fact(id.into())),
            ..says(3, "今年十七岁", ("十六岁", "十七岁"))
        };
        assert_eq!(pair(&[(&of(1), located(3, 8))], &[of(2)]), [None], "another item of the canon");
        assert_eq!(again(of(1)), [Some(0)], "the item was not named before");
    }

    /// What a model finds in one sentence: the words it is about, the expected value, and the value in the text.
    const MATTERS: [(&str, &str, &str); 8] = [
        ("今年十七岁的沈砚", "十六岁", "十七岁"),
        ("三月初五的夜里", "三月初六", "三月初五"),
        ("穿一件红棉袄", "青布长衫", "红棉袄"),
        ("从江北过来", "江南", "江北"),
        ("牵着四匹马", "三匹", "四匹"),
        ("他父亲坐在门口", "已经去世", "还活着"),
        ("左手缺了一根指头", "右手", "左手"),
        ("带着那把铜钥匙", "钥匙丢在河里", "钥匙在身上"),
    ];
    const PHRASES: [fn(&str) -> String; 6] = [
        |value| value.to_owned(),
        |value| format!("应为{value}"),
        |value| format!("{value}（见第一章）"),
        |value| format!("前文写作{value}"),
        |value| format!("是{value}才对"),
        |value| format!("设定里是“{value}”。"),
    ];

    /// A finding of a matter in its own words; `whole` quotes the sentence, which holds all matters.
    fn said(
        matter: usize,
        (expected, found): (usize, usize),
        whole: bool,
    ) -> (FindingRecord, Option<Located>) {
        let sentence: Vec<&str> = MATTERS.iter().map(|(words, ..)| *words).collect();
        let start: usize = sentence[..matter].iter().map(|words| words.chars().count() + 1).sum();
        let (words, should_be, is) = MATTERS[matter];
        let quote = if whole { sentence.join("，") } else { words.to_owned() };
        let start = if whole { 0 } else { start };
        let record = FindingRecord {
            expected: PHRASES[expected](should_be),
            found_by: FoundBy::Model { model: "m".into() },
            ..finding(Rule::ModelSetting, start, (&quote, &PHRASES[found](is)))
        };
        let end = start + quote.chars().count();
        (record, located(start, end))
    }

    #[test]
    fn findings_survive_a_thousand_rephrased_answers() {
        let (mut kept, mut asked, mut mixed_up) = (0, 0, 0);
        for (first, second) in (0..36).flat_map(|first| (0..36).map(move |second| (first, second))) {
            let phrases = |at: usize| (at / 6, at % 6);
            // The model reports all matters, then again in other words, each as a clause or as the sentence.
            let known: Vec<_> = (0..8).map(|at| said(at, phrases(first), first % 3 == 0)).collect();
            let again: Vec<_> = (0..8).map(|at| said(at, phrases(second), second % 4 == 0).0).collect();
            let known: Vec<_> = known.iter().map(|(record, now)| (record, now.clone())).collect();
            let paired = pair(&known, &again);
            asked += paired.len();
            kept += paired.iter().enumerate().filter(|(at, place)| **place == Some(*at)).count();
            mixed_up +=
                paired.iter().enumerate().filter(|(at, place)| place.is_some_and(|it| it != *at)).count();
        }
        assert!(asked > 10_000);
        // Bar M4 of mending; measured on these made answers.
        assert!(kept * 100 >= asked * 98, "{kept} of {asked} kept their id, {mixed_up} got another one's");
    }

    #[test]
    fn another_matter_of_the_sentence_takes_no_waiver() {
        // The first of two is missed, the second is said in other words: it is the second one again.
        let known: Vec<_> = [2, 6].map(|matter| said(matter, (0, 0), true)).into();
        let known: Vec<_> = known.iter().map(|(record, now)| (record, now.clone())).collect();
        let again = [said(6, (3, 1), true).0, said(7, (0, 0), true).0];
        assert_eq!(pair(&known, &again), [Some(1), None]);
    }

    #[test]
    fn a_moved_short_passage_is_recognized_by_its_context() {
        let old = "门开了。他停了一停，，又往前走。";
        let new = "夜里。他停了一停，，再没有动。那边也，，一样。";
        let was = CharRange::new(9, 11);
        assert!(is_moved((Some(old), was), (new, CharRange::new(8, 10))));
        assert!(!is_moved((Some(old), was), (new, CharRange::new(18, 20))));
        assert!(!is_moved((None, was), (new, CharRange::new(8, 10))));
        assert!(is_moved((None, CharRange::new(0, 12)), (new, CharRange::new(0, 12))));
    }
}
