use proptest::prelude::*;

use super::*;

#[track_caller]
fn check(lines: &[(&str, &str)]) {
    for (words, expected) in lines {
        let found = TimeKey::of_words(words).map_or_else(|| "-".to_owned(), |key| key.to_string());
        assert_eq!(found, *expected, "{words}");
    }
}

#[test]
fn reigns_months_and_days_are_parsed() {
    check(&[
        ("康熙五十一年三月十五", "51-3-15"),
        ("康熙五十一年三月十五日", "51-3-15"),
        ("康熙五十一年闰三月十五", "51-闰3-15"),
        ("康熙五十一年閏三月", "51-闰3"),
        ("大清雍正元年正月初五", "1-1-5"),
        ("元年腊月廿三", "1-12-23"),
        ("二年冬月三十", "2-11-30"),
        ("天启七年，八月", "7-8"),
        ("在天启七年", "7"),
        ("民国二十六年七月七日", "26-7-7"),
        ("第三年二月", "3-2"),
        ("第1204年", "1204"),
        ("三年三月三", "3-3-3"),
        ("三年三月三夜", "3-3-3"),
        ("三年八月望日", "3-8-15"),
        ("万历十五年九月朔", "15-9-1"),
        ("三年初", "3"),
        ("三年末", "3"),
        ("三年三月中旬", "3-3"),
        ("三年初五", "3"),
    ]);
}

#[test]
fn years_of_real_and_invented_calendars_are_parsed() {
    check(&[
        ("2024年3月5日 14:30", "2024-3-5-14-30"),
        ("２０２４年３月５日　１４：３０", "2024-3-5-14-30"),
        ("2024 年 3 月 5 日", "2024-3-5"),
        ("二〇二四年三月", "2024-3"),
        ("一九八四年", "1984"),
        ("公元前 200 年", "-200"),
        ("公元前二二一年三月", "-221-3"),
        ("公元79年", "79"),
        ("第三纪元1204年霜月七日", "1204"),
        ("第三纪元一二〇四年七月霜日", "1204-7"),
        ("星历3021年13月40日", "3021-13-40"),
    ]);
}

#[test]
fn traditional_and_modern_hours_are_parsed() {
    check(&[
        ("元年正月初一子时", "1-1-1-0"),
        ("元年正月初一午时三刻", "1-1-1-11-45"),
        ("元年正月初一，亥時", "1-1-1-21"),
        ("2024年3月5日下午3点半", "2024-3-5-15-30"),
        ("2024年3月5日14时5分", "2024-3-5-14-5"),
        ("2024年3月5日晚上八点", "2024-3-5-20"),
        ("2024年3月5日凌晨两点一刻", "2024-3-5-2-15"),
        // Ambiguous: before or after midnight.
        ("2024年3月5日晚上12点", "2024-3-5"),
        ("2024年3月5日深夜", "2024-3-5"),
        ("2024年3月5日25:00", "2024-3-5"),
        ("2024年3月14:30", "2024-3"),
    ]);
}

#[test]
fn seasons_sort_at_their_beginning() {
    check(&[
        ("第三年春", "3-春"),
        ("第三年的秋天", "3-秋"),
        ("康熙五十一年暮春", "51-春"),
        ("2024年夏季", "2024-夏"),
        ("三年春正月", "3-1"),
        ("三年秋八月初五", "3-8-5"),
        ("三年冬至", "3"),
        ("三年冬月", "3-11"),
    ]);
    let key = |words: &str| TimeKey::of_words(words).unwrap();
    assert!(
        [
            "第三年",
            "第三年春",
            "第三年正月",
            "第三年三月",
            "第三年夏",
            "第三年四月",
            "第三年秋",
            "第三年冬",
            "第三年腊月"
        ]
        .map(key)
        .is_sorted()
    );
    assert!(["2024年2月", "2024年春", "2024年3月"].map(key).is_sorted());
    assert!(["三年三月三十", "三年闰三月", "三年闰三月初一", "三年四月初一"].map(key).is_sorted());
}

#[test]
fn dates_in_digits_are_parsed() {
    check(&[
        ("2024-03-05", "2024-3-5"),
        ("2024/3/5 14:30", "2024-3-5-14-30"),
        ("2024-03-05T06:07:08Z", "2024-3-5-6-7"),
        ("2024.3.5 下午3点", "2024-3-5-15"),
        ("1204-10", "1204-10"),
        ("1914-18", "-"),
        ("2024-02-40", "-"),
        ("192.16.1.1", "-"),
        ("3-5", "-"),
    ]);
}

#[test]
fn english_words_are_parsed() {
    check(&[
        ("Year 3, month 4", "3-4"),
        ("Year 3, Month 4, Day 5, 14:30", "3-4-5-14-30"),
        ("3rd year, 4th month", "3-4"),
        ("Year III", "3"),
        ("Year 3, day 40", "3"),
        ("Year 1204 of the Third Age", "1204"),
        ("Year 3, autumn", "3-秋"),
        ("Year 3, March 5", "3-3-5"),
        ("Day 12", "d12"),
        ("Day 12, 2:30 pm", "d12-14-30"),
        ("3rd day", "d3"),
        ("5 March 1805", "1805-3-5"),
        ("on the 5th of March, 1805 at 9:15 a.m.", "1805-3-5-9-15"),
        ("March 5, 1805", "1805-3-5"),
        ("Tuesday, Sept 3, 1805", "1805-9-3"),
        ("March 1805", "1805-3"),
        ("in the spring of 1805", "1805-春"),
        ("winter 1204", "1204-冬"),
        ("1805", "1805"),
        ("AD 79", "79"),
        ("44 BC", "-44"),
        ("March 44 B.C.", "-44-3"),
    ]);
}

#[test]
fn uncertain_times_have_no_key() {
    check(&[
        // No year.
        ("三月初五", "-"),
        ("March 5", "-"),
        ("午时三刻", "-"),
        ("春", "-"),
        // Durations and relative times.
        ("三年后", "-"),
        ("三年之后", "-"),
        ("十年前", "-"),
        ("三年间", "-"),
        ("两年三个月", "-"),
        ("三年零两个月", "-"),
        ("过了三年", "-"),
        ("等了三年", "-"),
        ("三年时间", "-"),
        ("康熙五十一年三月后", "-"),
        ("康熙五十一年三月十五日前", "-"),
        ("two years later", "-"),
        ("3 years", "-"),
        ("before March 1805", "-"),
        ("12 men", "-"),
        // The following year or day.
        ("第二年", "-"),
        ("第二年春", "-"),
        ("第二天", "-"),
        ("第三天", "-"),
        ("次年三月", "-"),
        ("同年", "-"),
        ("甲子年三月", "-"),
        ("八十年代", "-"),
        ("他走的那天，正是天启三年", "-"),
        // A day of an unknown whole.
        ("Day 12 of Year 3", "-"),
        ("Day 5 of March", "-"),
        ("Day 3 after the siege", "-"),
        ("第12天后", "-"),
        ("", "-"),
        ("年", "-"),
        ("很久以前", "-"),
    ]);
    check(&[("第12天", "d12"), ("第 12 日 14:30", "d12-14-30")]);
}

proptest! {
    #[test]
    fn dates_in_words_round_trip(year in 1..3000_u32, month in 1..=12_u32, day in 1..=30_u32) {
        let expected = TimeKey([year, month, day].map(i64::from).to_vec());
        let chinese = |number| wenfang_text::format_numeral(number, wenfang_text::NumeralStyle::Chinese);
        let (y, m, d) = (chinese(year), chinese(month), chinese(day));
        let written = [
            format!("天佑{y}年{m}月{d}日"),
            format!("{year}年{month}月{day}日"),
            format!("Year {year}, month {month}, day {day}"),
        ];
        for words in written {
            prop_assert_eq!(TimeKey::of_words(&words), Some(expected.clone()), "{}", words);
        }
    }

    #[test]
    fn parsing_time_words_never_panics(words in "[一二三十第年月日闰春夏初后前个时点半:：0-9 ,年元公康熙dayearmonth]{0,14}") {
        if let Some(key) = TimeKey::of_words(&words) {
            prop_assert!(!key.0.is_empty());
            prop_assert_eq!(TimeKey::parse(&key.to_string()), Some(key));
        }
    }

    #[test]
    fn parsing_any_text_never_panics(words in "\\PC{0,12}") {
        let _ = TimeKey::of_words(&words);
    }
}

#[test]
fn yearless_dates_are_parsed() {
    let parsed = |words: &str| yearless(words);
    assert_eq!(parsed("三月初五"), Some(vec![3, 5]));
    assert_eq!(parsed("March 5"), Some(vec![3, 5]));
    assert_eq!(parsed("on the 5th of March"), Some(vec![3, 5]));
    for none in ["三个月后", "三月后", "夜里", "元年三月", "March 5, 1805", "March 44 BC", "later", ""]
    {
        assert_eq!(parsed(none), None, "{none}");
    }
}
