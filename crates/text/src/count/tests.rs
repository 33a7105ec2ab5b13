use super::*;
use proptest::prelude::*;

#[track_caller]
fn check(text: &str, expected: Counts) {
    let counts = count(text);
    assert_eq!(counts, Counts { scalars: text.chars().count(), ..expected }, "{text}");
}

const NONE: Counts = Counts {
    han: 0,
    kana: 0,
    hangul: 0,
    cjk_punctuation: 0,
    letters: 0,
    words: 0,
    digits: 0,
    numbers: 0,
    punctuation: 0,
    whitespace: 0,
    line_ends: 0,
    other: 0,
    markup: 0,
    notes: 0,
    attached: 0,
    scalars: 0,
};

#[test]
fn each_line_decides_the_class_of_shared_marks() {
    check("“好…”", Counts { han: 1, cjk_punctuation: 3, ..NONE });
    check("“ok…”", Counts { letters: 2, words: 1, punctuation: 3, ..NONE });
    check("“……”", Counts { cjk_punctuation: 4, ..NONE });
    check(
        "“好”\n“ok”",
        Counts { han: 1, letters: 2, words: 1, cjk_punctuation: 2, punctuation: 2, line_ends: 1, ..NONE },
    );
}

#[test]
fn apostrophe_hyphen_and_point_join_words() {
    for word in ["don't", "don’t", "well-known", "U.S.A", "GPT4", "4x4", "café", "cafe\u{301}s", "snake_case"]
    {
        let counts = count(word);
        assert_eq!((counts.words, counts.numbers), (1, 0), "{word}");
    }
    for number in ["1,024", "3.14", "10:30", "2024-05-01", "24/7", "１２"] {
        let counts = count(number);
        assert_eq!((counts.words, counts.numbers), (0, 1), "{number}");
    }
    for two in ["a,b", "a b", "a中b", "end. Next", "a:b"] {
        assert_eq!(count(two).words, 2, "{two}");
    }
}

#[test]
fn emphasis_needs_two_equal_runs_in_a_line() {
    let markup = |text| count(text).markup;
    assert_eq!(markup("他*真的*走了"), 2);
    assert_eq!(markup("他**真的**走了"), 4);
    assert_eq!(markup("他**真的*走了"), 0);
    assert_eq!(markup("他*真的\n走了*"), 0);
    assert_eq!(markup("5 * 3 * 2"), 0);
    assert_eq!(markup("\\*真的*"), 1, "the backslash is a mark");
    assert_eq!(markup("****"), 4, "a line of asterisks is a rule");
}

#[test]
fn line_marks_count_only_at_a_line_start() {
    let markup = |text| count(text).markup;
    assert_eq!(markup("## 雨夜"), 2);
    assert_eq!(markup("　　> > 雨夜"), 2);
    assert_eq!(markup("> # 雨夜"), 2);
    assert_eq!(markup("雨 # 夜 > 里"), 0);
    assert_eq!(markup("####### 雨"), 0);
    assert_eq!(markup("* 雨"), 1);
    assert_eq!(markup("--"), 0);
    assert_eq!(markup("- - -"), 3);
    assert_eq!(markup("--- 雨"), 0);
}

#[test]
fn an_emoji_counts_once() {
    check("👨\u{200d}👩\u{200d}👧", Counts { other: 1, attached: 4, ..NONE });
    check("🇨🇳🇨🇳", Counts { other: 2, attached: 2, ..NONE });
    check("1\u{fe0f}\u{20e3}", Counts { digits: 1, numbers: 1, attached: 2, ..NONE });
    check("葛\u{e0100}城", Counts { han: 2, attached: 1, ..NONE });
}

#[test]
fn rules_round_trip_through_their_names() {
    for rule in CountRule::ALL {
        assert_eq!(rule.as_str().parse(), Ok(rule));
        assert_eq!(serde_json::to_string(&rule).unwrap(), format!("\"{rule}\""));
    }
    assert_eq!("words".parse::<CountRule>(), Err(UnknownCountRule));
}

/// Lines with every kind of character that the walk treats specially.
pub(super) fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            4 => "[一二a1é]",
            2 => "[*#> -]{1,4}",
            2 => prop_oneof![Just("｜"), Just("《"), Just("》"), Just("《《"), Just("》》"), Just("^["), Just("]"), Just("\\"),
                Just("^"), Just(">> "), Just("<<"), Just("<"), Just("＊＊＊"), Just("*")].prop_map(str::to_owned),
            2 => "[“”‘’…—·.,:/'_\\\\]",
            2 => Just("\n".to_owned()),
            1 => Just("👩\u{200d}👧".to_owned()),
            1 => "[\u{301}\u{200d}\u{fe0f}\u{200b}\u{3099}🇨🇳か각Яي\u{600}\r\t\u{3000}]",
            1 => "\\PC",
        ],
        0..60,
    )
    .prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn every_scalar_is_in_one_class(text in text()) {
        prop_assert_eq!(count(&text).scalars, text.chars().count());
    }

    #[test]
    fn counts_add_up_over_lines(text in text()) {
        let line_end = count("\n");
        let mut sum: Counts = text.split('\n').map(count).sum();
        for _ in 0..text.matches('\n').count() {
            sum += line_end;
        }
        prop_assert_eq!(sum, count(&text));
    }

    #[test]
    fn subtraction_undoes_addition(a in text(), b in text()) {
        let (a, b) = (count(&a), count(&b));
        prop_assert_eq!(a + b - b, a);
    }

    #[test]
    fn rule_totals_are_ordered(text in text()) {
        let counts = count(&text);
        let total = |rule| counts.total(rule);
        prop_assert!(total(CountRule::Han) <= total(CountRule::Word));
        prop_assert!(total(CountRule::Word) <= total(CountRule::Standard));
        prop_assert!(total(CountRule::Standard) <= total(CountRule::All));
    }
}

#[test]
fn a_line_is_counted_alike_around_its_marks() {
    // The words of a line are counted in parts around its marks; plain neighbours show what each part must give.
    let cases = [
        ("彼は｜生《い》きる“a”。", "彼は生きる“a”。", 4),
        ("他说“｜饕餮《tāo》abc”，走了", "他说“饕餮abc”，走了", 6),
        ("字*b*c", "字bc", 2),
        ("字*一*c d", "字一c d", 2),
        ("字｜一《い》、*二*！12", "字一、二！12", 6),
        ("字\\*3 *二*三", "字*3 二三", 3),
        ("“a” 字*…*", "“a” 字…", 2),
        ("一**e\u{301}**二", "一e\u{301}二", 4),
    ];
    for (marked, plain, markup) in cases {
        let (found, wanted) = (count(marked), count(plain));
        assert_eq!(found.markup, markup, "{marked}");
        assert_eq!(Counts { markup: 0, scalars: 0, ..found }, Counts { scalars: 0, ..wanted }, "{marked}");
    }
}
