use proptest::prelude::*;

use super::*;

type Book = Vec<(LoreEntryId, LoreRecord)>;

fn list(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// An entry with title, aliases, keywords, and additional required words.
fn entry(id: i64, title: &str, words: [&str; 3]) -> (LoreEntryId, LoreRecord) {
    let [aliases, keywords, and_keywords] = words.map(list);
    let title = title.to_owned();
    (id.into(), LoreRecord { title, aliases, keywords, and_keywords, ..Default::default() })
}

fn shown(found: &[Triggered]) -> String {
    let one = |found: &Triggered| {
        let by = match &found.by {
            Trigger::Constant => "constant".to_owned(),
            Trigger::Name(name) => format!("name {name}"),
            Trigger::Keyword(word) => format!("keyword {word}"),
        };
        format!("{} {by} {}", found.entry, found.hits)
    };
    found.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[track_caller]
fn check(book: &Book, texts: &[&str], expected: &str) {
    assert_eq!(shown(&triggered(book, texts)), expected);
}

#[test]
fn names_and_keywords_trigger_an_entry() {
    let book =
        vec![entry(1, "青云门", ["青云 道门", "问剑 掌门", ""]), entry(2, "Ashford", ["", "harbour", ""])];
    check(&book, &["他回了青云门。", "掌门不在青云门"], "1 name 青云门 3");
    check(&book, &["青云之上，掌门问剑。"], "1 name 青云 3");
    check(&book, &["掌门去问剑。"], "1 keyword 问剑 2");
    check(&book, &["They reached Ashford by the harbour."], "2 name Ashford 2");
    check(&book, &["harbours of Ashfordshire"], "");
    check(&book, &[], "");
}

#[test]
fn all_and_keywords_must_be_present() {
    let book = vec![entry(1, "沈砚", ["", "", "断剑 雨夜 雨夜"])];
    check(&book, &["沈砚握着断剑。"], "");
    check(&book, &["沈砚握着断剑。", "那个雨夜"], "1 name 沈砚 1");
    check(&book, &["雨夜，断剑。"], "");
}

#[test]
fn a_longer_name_hides_shorter_names_but_not_keywords() {
    let book = vec![
        entry(1, "宝玉", ["", "", ""]),
        entry(2, "贾宝玉", ["", "", ""]),
        entry(3, "玉器", ["", "玉", ""]),
    ];
    check(&book, &["贾宝玉"], "2 name 贾宝玉 1, 3 keyword 玉 1");
}

#[test]
fn constant_entries_come_first_and_disabled_ones_are_omitted() {
    let mut book = vec![
        entry(1, "甲镇", ["", "", ""]),
        entry(2, "乙镇", ["", "", ""]),
        entry(3, "丙镇", ["", "", ""]),
        entry(4, "规矩", ["", "", "从未"]),
        entry(5, "丁镇", ["", "", ""]),
        entry(6, "戊镇", ["", "", ""]),
    ];
    book[2].1.priority = 9;
    book[3].1.constant = true;
    book[3].1.priority = 1;
    book[4].1.disabled = true;
    book[5].1.constant = true;
    book[5].1.disabled = true;
    let text = "甲镇、乙镇、丙镇、丁镇、戊镇，又到乙镇。";
    check(&book, &[text], "4 constant 0, 3 name 丙镇 1, 2 name 乙镇 2, 1 name 甲镇 1");
}

#[test]
fn shared_words_count_once_per_entry_and_trigger_both() {
    let book = vec![entry(1, "铁令", ["", "铁令  ", ""]), entry(2, "令牌", ["铁令", "", ""])];
    check(&book, &["铁令"], "1 name 铁令 1, 2 name 铁令 1");
    check(&vec![entry(1, " ", ["", "", ""])], &[" "], "");
}

/// Words without common characters, so that plain search finds the same as the lexicon.
const WORDS: [&str; 6] = ["甲乙", "丙丁", "戊己", "庚辛", "壬癸", "子丑"];

fn some_words(most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(&WORDS[..]), 0..most)
}

proptest! {
    #[test]
    fn triggered_entries_match_plain_search(
        entries in prop::collection::vec((some_words(3), some_words(3), some_words(2), 1..4_u8, 0..6_u8), 0..6),
        texts in prop::collection::vec(some_words(5), 0..3),
    ) {
        let book: Book = (1..).zip(&entries).map(|(id, (names, keywords, needed, priority, state))| {
            let (id, mut record) = entry(id, "", [&names.join(" "), &keywords.join(" "), &needed.join(" ")]);
            (record.priority, record.constant, record.disabled) = (*priority, *state == 1, *state == 2);
            (id, record)
        }).collect();
        let joined: Vec<String> = texts.iter().map(|words| words.join("，")).collect();
        let texts: Vec<&str> = joined.iter().map(String::as_str).collect();
        let count = |word: &str| joined.iter().map(|text| text.matches(word).count()).sum::<usize>();
        let is_present = |word: &&&str| count(word) > 0;
        let mut expected = Vec::new();
        for (id, (names, keywords, needed, priority, state)) in (1_i64..).zip(&entries) {
            let name = names.iter().find(is_present).map(|word| Trigger::Name((*word).to_owned()));
            let keyword = keywords.iter().find(is_present).map(|word| Trigger::Keyword((*word).to_owned()));
            let by = match state {
                1 => Some(Trigger::Constant),
                2 => None,
                _ if needed.iter().all(|word| count(word) > 0) => name.or(keyword),
                _ => None,
            };
            let own: BTreeSet<&str> = names.iter().chain(keywords).copied().collect();
            let hits = own.into_iter().map(count).sum::<usize>();
            expected.extend(by.map(|by| ((*state != 1, 10 - priority, usize::MAX - hits, id), by, hits)));
        }
        expected.sort_by_key(|(place, ..)| *place);
        let expected: Vec<Triggered> = expected
            .into_iter()
            .map(|((.., id), by, hits)| Triggered { entry: id.into(), by, hits })
            .collect();
        prop_assert_eq!(triggered(&book, &texts), expected);
    }
}

#[test]
#[ignore = "a measurement, for release builds"]
#[allow(clippy::print_stdout, reason = "the test prints its measurements")]
fn five_thousand_entries_are_searched_quickly() {
    use std::time::Instant;
    let word = |number: u32| -> String {
        [number % 97, number / 97 % 89, number % 83]
            .iter()
            .filter_map(|add| char::from_u32(0x4e00 + add))
            .collect()
    };
    let book: Book = (0..5000_u32)
        .map(|id| entry(i64::from(id), &word(id), [&word(id + 7000), &word(id + 14_000), ""]))
        .collect();
    let text: String = (0..3000).map(|at| word(at * 7919)).collect();
    let begun = Instant::now();
    let triggers = LoreTriggers::new(&book);
    println!("built in {:?}", begun.elapsed());
    let begun = Instant::now();
    let found = triggers.triggered(&[&text, &text]).len();
    println!("{found} entries in two scenes of 9,000 characters in {:?}", begun.elapsed());
}
