use proptest::prelude::*;

use super::Lexicon;
use super::border::is_word;
use crate::marks::Plain;
use crate::{CharRange, TextIndex};

/// `text` with the mentions of `names` marked in it.
fn marked(names: &[&str], text: &str) -> String {
    let lexicon = Lexicon::new((0..).zip(names.iter().copied()));
    let index = TextIndex::new(text);
    let (mut marked, mut behind) = (String::new(), 0);
    for mention in lexicon.mentions(text) {
        let name = index.slice(mention.range);
        assert_eq!(lexicon.name(mention.name), Some(name));
        marked += index.slice(CharRange::new(behind, mention.range.start().get()));
        marked += &format!("[{name}]");
        behind = mention.range.end().get();
    }
    marked + index.slice(CharRange::new(behind, index.len()))
}

#[test]
fn only_the_longest_name_is_mentioned() {
    let names = ["宝玉", "贾宝玉", "玉儿", "宝二爷", "二爷"];
    let cases = [
        ("贾宝玉听了，宝玉笑道", "[贾宝玉]听了，[宝玉]笑道"),
        ("宝玉儿", "[宝玉]儿"),
        ("贾宝贾宝玉儿", "贾宝[贾宝玉]儿"),
        ("宝二爷和琏二爷", "[宝二爷]和琏[二爷]"),
        ("贾宝", "贾宝"),
        ("", ""),
    ];
    for (text, expected) in cases {
        assert_eq!(marked(&names, text), expected);
    }
}

#[test]
fn names_of_spaced_scripts_match_whole_words() {
    let names = ["Ann", "Anna", "Elizabeth", "Miss Bennet", "Анна", "7", "Zoë", "Ελένη"];
    let cases = [
        ("Ann, Anna and Annabel", "[Ann], [Anna] and Annabel"),
        ("Elizabeth's Elizabeth’s elizabeth", "[Elizabeth]'s [Elizabeth]’s elizabeth"),
        ("“Elizabeth”—Elizabeth_", "“[Elizabeth]”—[Elizabeth]_"),
        ("用Ann的，Ann跑了", "用[Ann]的，[Ann]跑了"),
        ("Miss Bennet; Miss Bennets; Miss  Bennet", "[Miss Bennet]; Miss Bennets; Miss  Bennet"),
        ("Анна Аннам анна", "[Анна] Аннам анна"),
        ("7号 77号 x7 第7个", "[7]号 77号 x7 第[7]个"),
        ("Zoë Zoe Zoës, Ελένης Ελένη", "[Zoë] Zoe Zoës, Ελένης [Ελένη]"),
        ("Ann\u{301} Ann² Ann①", "Ann\u{301} [Ann]² [Ann]①"),
    ];
    for (text, expected) in cases {
        assert_eq!(marked(&names, text), expected);
    }
}

#[test]
fn each_end_of_a_mixed_name_follows_its_script() {
    let names = ["阿Q", "X博士", "阿Ｑ", "Q"];
    let cases = [
        ("阿Q说阿Qs阿Q", "[阿Q]说阿Qs[阿Q]"),
        ("见X博士们", "见[X博士]们"),
        ("EX博士 9X博士", "EX博士 9X博士"),
        ("阿Ｑ正传，阿ＱＱ", "[阿Ｑ]正传，阿ＱＱ"),
    ];
    for (text, expected) in cases {
        assert_eq!(marked(&names, text), expected);
    }
}

#[test]
fn a_name_without_valid_borders_does_not_hide_others() {
    let cases: [(&[&str], &str, &str); 6] = [
        (&["Ann", "Ann Lee"], "Ann Leeds", "[Ann] Leeds"),
        (&["Ann Lee", "Lee"], "JoAnn Lee", "JoAnn [Lee]"),
        (&["Ann Le", "Lee"], "Ann Lee", "Ann [Lee]"),
        (&["甲Q", "Q", "甲"], "甲Qx", "[甲]Qx"),
        (&["甲Q乙R", "乙"], "甲Q乙Rx", "甲Q[乙]Rx"),
        (&["A B C D", "A B C", "A", "B C", "D"], "A B CD", "[A] B CD"),
    ];
    for (names, text, expected) in cases {
        assert_eq!(marked(names, text), expected);
    }
}

#[test]
fn hangul_names_may_have_particles() {
    assert_eq!(marked(&["철수"], "철수가 영철수를"), "[철수]가 영[철수]를");
}

#[test]
fn names_and_their_owners_are_many_to_many() {
    let lexicon = Lexicon::new([(7, "太太"), (3, " 王夫人 "), (3, "太太"), (3, "太太"), (9, "  "), (9, "")]);
    assert_eq!(lexicon.names().collect::<Vec<_>>(), ["太太", "王夫人"]);
    assert_eq!((lexicon.name(1), lexicon.name(2)), (Some("王夫人"), None));
    assert_eq!((lexicon.owners(0), lexicon.owners(2)), (&[7, 3][..], &[][..]));
    let text = "王夫人即太太，太太";
    let mentions = lexicon.mentions(text);
    assert_eq!(mentions[0].owners, [3]);
    assert_eq!((mentions[1].owners, mentions[1].range), (&[7, 3][..], CharRange::new(4, 6)));
    assert_eq!(lexicon.count_by_owner(text).into_iter().collect::<Vec<_>>(), [(3, 3), (7, 2)]);
}

#[test]
fn an_empty_lexicon_finds_nothing() {
    let lexicon = Lexicon::new([(1, " \u{3000}")]);
    assert!(lexicon.is_empty());
    assert_eq!(lexicon.mentions("天地玄黄"), []);
    assert!(lexicon.count_by_owner("天地玄黄").is_empty());
}

/// A reference implementation that tries every name at every character, longest first.
fn reference(names: &[String], text: &str) -> Vec<(String, CharRange)> {
    let text: Vec<char> = text.chars().collect();
    let mut names: Vec<Vec<char>> = names.iter().map(|name| name.trim().chars().collect()).collect();
    names.retain(|name| !name.is_empty());
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let touch =
        |a: Option<&char>, b: Option<&char>| a.is_some_and(|a| is_word(*a)) && b.is_some_and(|b| is_word(*b));
    let matches_at = |name: &[char], at: usize| {
        text[at..].starts_with(name)
            && !touch(at.checked_sub(1).and_then(|at| text.get(at)), name.first())
            && !touch(name.last(), text.get(at + name.len()))
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        match names.iter().find(|name| matches_at(name, at)) {
            Some(name) => {
                found.push((name.iter().collect(), CharRange::new(at, at + name.len())));
                at += name.len();
            }
            None => at += 1,
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn mentions_match_the_reference_implementation(
        names in prop::collection::vec("[甲乙AbÉ1 ，]{1,5}", 0..12),
        text in "[甲乙AbÉ1 ，𠮷]{0,60}",
    ) {
        let lexicon = Lexicon::new((0..).zip(names.iter().map(String::as_str)));
        let mentions = lexicon.mentions(&text);
        let index = TextIndex::new(&text);
        for pair in mentions.windows(2) {
            prop_assert!(pair[0].range.end() <= pair[1].range.start());
        }
        for mention in &mentions {
            prop_assert_eq!(lexicon.name(mention.name), index.get(mention.range));
            prop_assert_eq!(mention.owners, lexicon.owners(mention.name));
        }
        let found: Vec<(String, CharRange)> =
            mentions.iter().map(|mention| (index.slice(mention.range).to_owned(), mention.range)).collect();
        prop_assert_eq!(found, reference(&names, &text));
    }

    #[test]
    fn finding_names_never_panics(names in prop::collection::vec(any::<String>(), 0..6), text in any::<String>()) {
        let lexicon = Lexicon::new((0..).zip(names.iter().map(String::as_str)));
        let all: String = names.concat() + &text;
        prop_assert_eq!(lexicon.mentions(&all).len(), reference(&names, Plain::of(&all).text()).len());
    }
}
