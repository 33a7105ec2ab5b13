//! Tests of values.

use super::*;

#[track_caller]
fn check(a: &str, b: &str, expected: bool) {
    let names = Lexicon::new([(0, "林黛玉"), (0, "颦儿"), (1, "薛宝钗"), (2, "Elizabeth"), (2, "Lizzy")]);
    assert_eq!(is_same_value(a, b, Some(&names)), expected, "{a} / {b}");
    assert_eq!(is_same_value(b, a, Some(&names)), expected, "{b} / {a}");
}

#[test]
fn numbers_are_compared_by_value() {
    check("十六岁", "16", true);
    check("十六岁", "今年１６岁", true);
    check("一百零三", "103", true);
    check("sixteen years old", "16", true);
    check("twenty-one", "21", true);
    check("十六岁", "17", false);
    check("三月初五", "3月5日", true);
    check("三月初五", "3月6日", false);
}

#[test]
fn what_is_counted_matters_where_both_say_it() {
    for (a, b) in [
        ("三十岁", "三十两"),
        ("30岁", "三十兩银子"),
        ("17 years", "17 pounds"),
        ("seventeen years old", "17 pounds of flour"),
        ("三十公里", "30公斤"),
        ("三年", "三天"),
        ("第三章", "三岁"),
        ("三十岁零五个月", "三十岁零五天"),
        ("林黛玉十六岁", "薛宝钗十六岁"),
        ("17-year-old", "17 miles"),
    ] {
        check(a, b, false);
    }
    for (a, b) in [
        ("十六岁", "16"),
        ("十六岁", "是16才对"),
        ("十六歲", "十六岁的少年"),
        ("十六周岁", "十六岁"),
        ("三十", "三十两"),
        ("五两", "5兩银子"),
        ("两百五十里", "250里"),
        ("三个人", "三人"),
        ("三十左右", "三十岁"),
        ("三十多岁", "三十岁"),
        ("17 years", "17-year-old"),
        ("sixteen years old", "aged 16"),
        ("17 pounds", "seventeen Pounds of flour"),
        ("5日", "5号"),
        ("颦儿十六岁", "林黛玉16"),
    ] {
        check(a, b, true);
    }
}

#[test]
fn values_contradict_by_their_numbers_and_names() {
    let names = Lexicon::new([(0, "林黛玉"), (0, "颦儿"), (1, "薛宝钗")]);
    let contradict = |a, b| contradict(a, b, Some(&names));
    assert!(contradict("十六岁", "17"));
    assert!(contradict("十六岁", "穿青衫"), "an age is no dress");
    assert!(contradict("林黛玉", "薛宝钗"));
    assert!(!contradict("林黛玉", "颦儿"));
    assert!(!contradict("应该是青色的衣裳", "前文写作青衫"));
    assert!(!contradict("十六岁", "今年16"));
    assert!(!contradict("十六岁", "应该是十六岁，见第一章"));
    assert!(!contradict("没有船", "这一带不通船"));
    assert!(contradict("16 years old", "17 years old"));
    assert!(contradict("sixteen", "seventeen"));
    assert!(contradict("17岁的少年", "19岁的少年"));
    assert!(contradict("三月初五的夜里", "三月初六的夜里"));
    assert!(!contradict("17岁的少年", "17岁的少年（见第三章）"));
}

#[test]
fn a_number_is_not_read_out_of_a_word() {
    assert_eq!(numbers("often attended"), Vec::<u32>::new());
    assert_eq!(numbers("ten o'clock"), [10]);
    assert_eq!(numbers("百"), [100]);
    assert_eq!(numbers(""), Vec::<u32>::new());
}

#[test]
fn names_of_one_bearer_are_the_same() {
    check("林黛玉", "颦儿", true);
    check("Elizabeth", "Lizzy", true);
    check("林黛玉", "薛宝钗", false);
    assert!(!is_same_value("林黛玉", "颦儿", None));
}

#[test]
fn marks_width_case_and_script_do_not_matter() {
    check("「蓝色的眼睛。」", "蓝色的 眼睛", true);
    check("Blue Eyes", "blue eyes", true);
    check("藍色", "蓝色", true);
    check("蓝色", "绿色", false);
    check("，，", "，", false);
    check("，，", "，， ", true);
    check("", "，", false);
}

/// Pairs of values with equal amounts, and whether they say the same. The rule was made on these.
const KNOWN: &[(&str, &str, bool)] = &[
    ("一双漆黑的眼睛", "一双湛蓝的眼睛", false),
    ("一双漆黑的眼睛", "她有一双漆黑明亮的眼睛", true),
    ("一个少年", "一个老人", false),
    ("一名少年", "一个少年", true),
    ("三个穿红衣的人", "三个穿绿衣的人", false),
    ("三个穿红衣的人", "3个人", true),
    ("十六岁", "今年16岁", true),
    ("今年十六岁的少年", "刚满16岁的少年", true),
    ("17岁的少年", "十七岁", true),
    ("one blue eye", "one green eye", false),
    ("one blue eye", "one pale blue eye", true),
    ("three men in red", "three men in green", false),
    ("three men in red", "3 men", true),
    ("17 years old", "seventeen years of age", true),
];

/// The same of values that the rule was not made on.
const UNSEEN: &[(&str, &str, bool)] = &[
    ("一把生锈的铁刀", "一把崭新的铁刀", false),
    ("一头乌黑的长发", "一头金色的长发", false),
    ("一头乌黑的长发", "一头长发", true),
    ("一座石桥", "一座木桥", false),
    ("一座石桥", "河上有一座石桥", true),
    ("一身青色长衫", "一身白色长衫", false),
    ("一只左眼失明", "一只右眼失明", false),
    ("一位老先生", "一个老先生", true),
    ("两扇朱漆大门", "两扇黑漆大门", false),
    ("两扇朱漆大门", "2扇大门", true),
    ("五匹枣红马", "五匹雪白马", false),
    ("二十年前的冬天", "20年前的夏天", false),
    ("三十里山路", "三十里水路", false),
    ("三十里山路", "30里路", true),
    ("四十岁上下", "40岁", true),
    ("住了十年", "10年", true),
    ("一岁", "1岁的孩子", true),
    ("十二个孩子，最小的三岁", "12个孩子，最小的3岁", true),
    ("one wooden bridge", "one stone bridge", false),
    ("one stone bridge", "one old stone bridge", true),
    ("one brass key", "one iron key", false),
    ("two black horses", "two white horses", false),
    ("two black horses", "2 horses", true),
    ("ten miles by road", "ten miles by river", false),
    ("ten years before the war", "10 years after the war", false),
    ("forty years old", "about 40", true),
    ("five silver coins", "5 gold coins", false),
    ("five silver coins", "five coins", true),
    ("twelve children", "12 small children", true),
    ("one-armed sailor", "one-legged sailor", false),
];

fn wrong<'a>(pairs: &[(&'a str, &'a str, bool)]) -> Vec<(&'a str, &'a str)> {
    let is_wrong = |(a, b, same): &&(&str, &str, bool)| {
        is_same_value(a, b, None) != *same || is_same_value(b, a, None) != *same
    };
    pairs.iter().filter(is_wrong).map(|(a, b, _)| (*a, *b)).collect()
}

#[test]
fn what_is_said_beside_an_amount_matters() {
    assert_eq!(wrong(KNOWN), []);
    check("颦儿今年十六岁", "林黛玉今年16", true);
}

#[test]
fn most_unseen_values_with_equal_amounts_are_told_apart() {
    assert_eq!(wrong(UNSEEN), []);
}
