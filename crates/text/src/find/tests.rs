use proptest::prelude::*;

use super::*;

fn pattern(pattern: &str, matching: Matching) -> Pattern {
    Pattern::new(pattern, matching, Case::Ignore).unwrap()
}

fn found(text: &str, wanted: &Pattern) -> Vec<String> {
    let index = TextIndex::new(text);
    wanted.hits(text).map(|range| index.slice(range).to_owned()).collect()
}

fn replaced(text: &str, wanted: &Pattern, words: &str) -> String {
    wanted.replace(text, &Replacement::new(words, wanted).unwrap(), |_| true).0
}

#[test]
fn a_plain_pattern_is_literal() {
    let wanted = pattern("a.c", Matching::Plain);
    assert_eq!(found("abc a.c A.C", &wanted), ["a.c", "A.C"]);
    assert_eq!(replaced("a.c", &wanted, "$1"), "$1");
    let exact = Pattern::new("a.c", Matching::Plain, Case::Exact).unwrap();
    assert_eq!(found("abc a.c A.C", &exact), ["a.c"]);
}

#[test]
fn words_are_found_however_they_are_typeset() {
    let plain = |words: &str| pattern(words, Matching::Plain);
    assert_eq!(found("“You’re late.” You're", &plain("you're")), ["You’re", "You're"]);
    assert_eq!(found("“You’re late.”", &plain("\"you")), ["“You"]);
    assert_eq!(found("阿Ｑ、阿Q、阿ｑ，１９１８年", &plain("阿Q")), ["阿Ｑ", "阿Q", "阿ｑ"]);
    assert_eq!(found("１９１８年，1918年", &plain("１９18年")), ["１９１８年", "1918年"]);
    assert_eq!(found("“a” \"b\" ‘c’", &plain("\"")), ["\"", "\""], "marks alone find themselves");
    let exact = Pattern::new("You're", Matching::Plain, Case::Exact).unwrap();
    assert_eq!(found("You’re, You're", &exact), ["You're"]);
    let long = "a'".repeat(MAX_PATTERN_LEN / 2);
    assert_eq!(found(&long.replace('\'', "’"), &plain(&long)).len(), 1);
}

#[test]
fn whole_word_search_does_not_split_words() {
    let whole = |words: &str| pattern(words, Matching::Plain).in_whole_words(true);
    assert_eq!(found("The father, the other. Then THE", &whole("the")), ["The", "the", "THE"]);
    assert_eq!(found("Tom's tomboy Tom’s", &whole("tom")), ["Tom", "Tom"]);
    assert_eq!(found("café caf", &whole("caf")), ["caf"], "letters with accents are letters");
    assert_eq!(found("阿Ｑ在the里", &whole("the")), ["the"], "adjacent Han does not extend a word");
    assert_eq!(found("渡口的狗", &whole("口的")), ["口的"], "Han has no word borders");
    assert_eq!(found("xa a a", &whole("a a")), ["a a"], "a rejected match does not hide the next one");
    assert_eq!(found("aa.b a.b", &whole("a.b")), ["a.b"]);
    assert_eq!(replaced("the other", &whole("the"), "a"), "a other");
    let regex = pattern("o.", Matching::Regex).in_whole_words(true);
    assert_eq!(found("other", &regex), ["ot"], "a regular expression marks word ends itself");
}

#[test]
fn ranges_count_scalars_not_bytes() {
    let hits: Vec<CharRange> = pattern("老周", Matching::Plain).hits("𠮷老周𠮷𠮷老周").collect();
    assert_eq!(hits, [CharRange::new(1, 3), CharRange::new(5, 7)]);
}

#[test]
fn anchors_match_at_line_ends() {
    assert_eq!(found("甲说\n乙说", &pattern("^.说$", Matching::Regex)), ["甲说", "乙说"]);
    assert_eq!(found("甲\n\n乙", &pattern("\n\n", Matching::Plain)), ["\n\n"]);
    assert_eq!(found("甲\n乙", &pattern("甲\r\n乙", Matching::Plain)), ["甲\n乙"]);
}

#[test]
fn empty_matches_are_ignored() {
    for empty in ["x*", "^", "$", "", "|", r"\b"] {
        let Ok(wanted) = Pattern::new(empty, Matching::Regex, Case::Ignore) else { continue };
        assert_eq!(found("渡口 a\n", &wanted), Vec::<String>::new(), "{empty}");
        assert_eq!(replaced("渡口 a\n", &wanted, "灯"), "渡口 a\n", "{empty}");
    }
    assert_eq!(found("axxb", &pattern("x*", Matching::Regex)), ["xx"]);
}

#[test]
fn replacements_can_refer_to_groups() {
    let wanted = pattern("(?<name>老.)(说|问)", Matching::Regex);
    assert_eq!(replaced("老周说", &wanted, "${name}低声$2道"), "老周低声说道");
    assert_eq!(replaced("老周说", &wanted, "$0$$1 ${2}$"), "老周说$1 说$");
    assert_eq!(replaced("老周说", &wanted, "${"), "${");
    for wrong in ["$3", "${nobody}", "${1x}"] {
        assert!(matches!(Replacement::new(wrong, &wanted), Err(PatternError::NoGroup { .. })), "{wrong}");
    }
}

#[test]
fn an_invalid_pattern_reports_its_position() {
    let error = Pattern::new("渡口(", Matching::Regex, Case::Ignore).unwrap_err();
    assert_eq!(error.to_string(), "the pattern is invalid at character 3: unclosed group");
    assert_eq!(Pattern::new("", Matching::Plain, Case::Ignore).unwrap_err(), PatternError::Empty);
    let long = "渡".repeat(MAX_PATTERN_LEN + 1);
    let error = Pattern::new(&long, Matching::Plain, Case::Ignore).unwrap_err();
    assert_eq!(error, PatternError::TooLong { length: MAX_PATTERN_LEN + 1 });
    let large = Pattern::new(r"(\w{1000}){1000}", Matching::Regex, Case::Ignore);
    assert_eq!(large.unwrap_err(), PatternError::TooLarge);
    assert!(Pattern::new(&"渡".repeat(MAX_PATTERN_LEN), Matching::Plain, Case::Ignore).is_ok());
}

#[test]
fn an_excerpt_ends_at_line_ends() {
    let text = "第一行\n雾来得早，老周把船拴住。\n第三行";
    let hit = pattern("老周", Matching::Plain).hits(text).next().unwrap();
    let excerpt = Excerpt::new(&TextIndex::new(text), hit);
    let shown = (excerpt.before.as_str(), excerpt.found.as_str(), excerpt.after.as_str());
    assert_eq!(shown, ("雾来得早，", "老周", "把船拴住。"));
}

#[test]
fn an_excerpt_does_not_split_graphemes() {
    let family = "👨‍👩‍👧‍👦";
    let text = format!("{}老周{}", family.repeat(9), family.repeat(9));
    let hit = pattern("老周", Matching::Plain).hits(&text).next().unwrap();
    let excerpt = Excerpt::new(&TextIndex::new(&text), hit);
    assert_eq!((excerpt.before, excerpt.after), (family.repeat(8), family.repeat(8)));
}

/// Patterns with matches that overlap, are empty, or cover everything.
fn any_pattern() -> impl Strategy<Value = (String, Matching)> {
    let regexes =
        prop::sample::select(vec!["𠮷*", "[老周𠮷]+", "a|", ".", "(?s).{3}", "^", "周$", r"\n", "(老)(周)?"]);
    prop_oneof![
        "[老周𠮷aA\n]{1,3}".prop_map(|pattern| (pattern, Matching::Plain)),
        regexes.prop_map(|pattern| (pattern.to_owned(), Matching::Regex)),
    ]
}

proptest! {
    #[test]
    fn replacing_applies_the_hits_in_order(
        text in "[老周𠮷aA.\n]{0,60}",
        (wanted, matching) in any_pattern(),
        untouched in any::<u64>(),
    ) {
        let wanted = pattern(&wanted, matching);
        let index = TextIndex::new(&text);
        let hits: Vec<CharRange> = wanted.hits(&text).collect();
        let mut last = 0;
        for hit in &hits {
            prop_assert!(!hit.is_empty() && hit.start().get() >= last && index.contains(*hit));
            last = hit.end().get();
        }
        let takes = |at: usize| untouched >> (at % 64) & 1 == 0;
        let mut expected = String::new();
        let mut kept = 0;
        for (at, hit) in hits.iter().enumerate().filter(|(at, _)| takes(*at)) {
            expected.push_str(index.slice(CharRange::new(kept, hit.start().get())));
            expected.push_str(&format!("灯{at}"));
            kept = hit.end().get();
        }
        expected.push_str(index.slice(CharRange::new(kept, index.len())));
        // Gives each hit its own replacement by replacing one hit at a time, from last to first.
        let mut one_by_one = text.clone();
        for at in (0..hits.len()).filter(|at| takes(*at)).rev() {
            let words = Replacement::new(&format!("灯{at}"), &wanted).unwrap();
            let (next, count) = wanted.replace(&text, &words, |range| range == hits[at]);
            prop_assert_eq!(count, 1);
            let tail = index.len() - hits[at].end().get();
            let whole = TextIndex::new(&next);
            let head = whole.slice(CharRange::new(0, whole.len() - tail)).to_owned();
            let after = TextIndex::new(&one_by_one);
            let rest = after.slice(CharRange::new(hits[at].end().get(), after.len())).to_owned();
            one_by_one = head + &rest;
        }
        prop_assert_eq!(&one_by_one, &expected);
        let words = Replacement::new("灯", &wanted).unwrap();
        let mut offered = Vec::new();
        let (all, count) = wanted.replace(&text, &words, |range| { offered.push(range); true });
        prop_assert_eq!(&offered, &hits);
        prop_assert_eq!(count, hits.len());
        prop_assert_eq!(
            all.chars().count(),
            index.len() + hits.len() - hits.iter().map(|hit| hit.len()).sum::<usize>()
        );
    }
}

#[test]
fn marks_do_not_hide_words() {
    let pattern = Pattern::new("很累", Matching::Plain, Case::Ignore).unwrap();
    let text = "他*很*累。他很累。\n**很累**，｜很《ひん》累，很^[注]累";
    let index = TextIndex::new(text);
    let found: Vec<&str> = pattern.hits(text).map(|range| index.slice(range)).collect();
    assert_eq!(found, ["很*累", "很累", "很累", "很《ひん》累", "很^[注]累"]);
}

#[test]
fn a_replacement_keeps_marks_that_go_beyond_it() {
    let replaced = |text: &str| {
        let pattern = Pattern::new("很累", Matching::Plain, Case::Ignore).unwrap();
        let replacement = Replacement::new("困", &pattern).unwrap();
        pattern.replace(text, &replacement, |_| true)
    };
    assert_eq!(replaced("他*真很*累了"), ("他*真困*了".to_owned(), 1));
    assert_eq!(replaced("他很*累*了"), ("他困了".to_owned(), 1));
    assert_eq!(replaced("他很^[注]累了"), ("他困^[注]了".to_owned(), 1));
    assert_eq!(replaced("*他*很累"), ("*他*困".to_owned(), 1));
}
