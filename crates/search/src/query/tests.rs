use proptest::prelude::*;

use super::*;

fn marked(typed: &str, text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    Query::parse(typed).marks(text).into_iter().map(|mark| chars[mark.as_range()].iter().collect()).collect()
}

#[test]
fn all_words_are_required() {
    for (typed, text, wanted) in [
        ("宝玉 黛玉", "宝玉见了黛玉", true),
        ("宝玉 黛玉", "宝玉见了宝钗", false),
        ("宝玉　黛玉", "黛玉，宝玉", true),
        ("玉", "宝玉", true),
        ("-宝钗 宝玉", "宝玉见了宝钗", false),
        ("宝玉 NOT 宝钗", "宝玉见了宝钗", false),
        ("宝玉 NOT 宝钗", "宝玉见了黛玉", true),
        ("－宝钗", "宝玉见了黛玉", true),
        ("not", "It is NOT so", true),
        ("NOT", "It is not so", true),
        ("宝玉 NOT", "宝玉 not", true),
        ("宝玉 -", "宝玉", true),
        ("-“宝 玉” 人", "宝玉人", true),
    ] {
        assert_eq!(Query::parse(typed).matches(text), wanted, "{typed} in {text}");
    }
}

#[test]
fn spaced_scripts_match_whole_words() {
    for (typed, text, wanted) in [
        ("eliza", "Elizabeth", false),
        ("eliza*", "Elizabeth", true),
        ("ELIZABETH", "said Ｅｌｉｚａｂｅｔｈ.", true),
        ("bet", "Elizabeth", false),
        ("bet*", "Elizabeth", false),
        ("don't", "I don’t know", true),
        ("well-known", "a well-known man", true),
        ("well-known", "well known", false),
        ("阿q", "阿Ｑ正传", true),
        ("阿q", "阿Quixote", false),
        ("阿q", "阿，Q", false),
        ("1,000", "1,000 years", true),
        ("1,000", "1 000 years", false),
        ("café", "CAFÉ", true),
        ("cafe", "café", false),
        ("宝*", "贾宝玉", true),
        ("*", "a * b", true),
    ] {
        assert_eq!(Query::parse(typed).matches(text), wanted, "{typed} in {text}");
    }
}

#[test]
fn phrases_are_matched_as_written() {
    for (typed, text, wanted) in [
        ("“雨停了。他走”", "雨停了。他走了", true),
        ("雨停了。他走", "雨停了，他走了", false),
        ("「雨停了,他」", "雨停了，他走了", true),
        ("\"truth universally\"", "a truth  universally acknowledged", true),
        ("\"truth universally\"", "a truth, universally", false),
        ("“去哪", "他问：去哪？", true),
        ("「去哪", "他问：去哪？", true),
        ("去哪？”他问", "“去哪？”他问。", true),
        ("\"\" 雨", "雨", true),
        ("……", "他说……", true),
        ("😀", "他笑😀", true),
        ("-…… 雨", "雨……", false),
        ("\"「\"", "他说「好」", true),
    ] {
        assert_eq!(Query::parse(typed).matches(text), wanted, "{typed} in {text}");
    }
}

#[test]
fn an_empty_query_matches_nothing() {
    for typed in ["", "  ", "\"\"", "「", "- -", "“ ”", "”"] {
        let query = Query::parse(typed);
        assert!(
            query.is_empty() && !query.matches("任何文字") && query.lookup() == Lookup::Nothing,
            "{typed}"
        );
    }
    assert!(Query::parse("-雨").only_leaves_out());
    assert_eq!(Query::parse("-雨").lookup(), Lookup::Scan);
}

#[test]
fn a_query_becomes_an_fts5_expression() {
    for (typed, wanted, exact) in [
        ("雨", "(\"雨\" *)", true),
        ("雨停", "(\"雨停\")", true),
        ("雨停了", "(\"雨停 停了\")", true),
        ("雨停了。他", "(\"雨停 停了 了 他\" *)", false),
        ("阿q", "(\"阿 q\")", false),
        ("q版", "(\"q 版\" *)", false),
        ("eliz*", "(\"eliz\" *)", true),
        ("Mr. Darcy -Bingley", "(\"mr\" AND \"darcy\") NOT (\"bingley\")", false),
        ("雨 -停。", "(\"雨\" *)", false),
        ("雨停 雨停 ……", "(\"雨停\")", false),
    ] {
        let lookup = Lookup::Match { expression: wanted.to_owned(), is_exact: exact };
        assert_eq!(Query::parse(typed).lookup(), lookup, "{typed}");
    }
}

#[test]
fn marks_cover_the_words_found() {
    assert_eq!(marked("宝玉 玉笑", "宝玉笑道：宝玉"), ["宝玉笑", "宝玉"]);
    assert_eq!(marked("哈哈", "哈哈哈"), ["哈哈哈"]);
    assert_eq!(marked("eliz*", "Eliza and Elizabeth’s"), ["Eliza", "Elizabeth"]);
    assert_eq!(marked("雨 -雪", "雨夹雪"), ["雨"]);
    assert_eq!(Query::parse("雨 雪 “风。”").found_in("风雨"), ["雨"]);
    assert_eq!(Query::parse("雨夜 -雪 “风 声”").plain(), "雨夜 风 声");
}

proptest! {
    #[test]
    fn a_piece_of_a_text_is_found_in_it(text in "[甲乙丙。，“” ab]{1,30}", from in 0usize..30, len in 1usize..9) {
        let chars: Vec<char> = text.chars().collect();
        let piece: String = chars.iter().skip(from).take(len).filter(|c| !"ab".contains(**c)).collect();
        prop_assume!(!piece.trim().is_empty() && text.contains(&piece));
        let typed = format!("\"{piece}\"");
        let query = Query::parse(&typed);
        prop_assert!(query.matches(&text));
        prop_assert!(!query.marks(&text).is_empty());
    }

    #[test]
    fn every_input_is_a_valid_query(typed in "[甲a\"“”「」\\-*NOT －　 。]{0,30}", text in "\\PC{0,30}") {
        let query = Query::parse(&typed);
        let marks = query.marks(&text);
        let mut last = 0;
        for mark in &marks {
            prop_assert!(mark.start().get() >= last && !mark.is_empty());
            last = mark.end().get();
        }
        prop_assert!(last <= text.chars().count());
        if query.matches(&text) && !query.only_leaves_out() {
            prop_assert!(!marks.is_empty());
        }
    }
}
