//! Times at the start of a sentence, in English and Japanese.

wenfang_text::words! {
    const STARTS = "times/english_starts";
    const FILLERS = "times/english_fillers";
    const UNITS = "times/english_units";
    const POINTING = "times/english_pointing";
    const COUNTS = "times/english_counts";
}

/// The length in bytes of the time at the start of an English sentence.
pub(super) fn english(sentence: &str) -> Option<usize> {
    /// The greatest number of words in a time.
    const MAX_LEN: usize = 7;
    let contains = |list: &[&str], word: &str| list.contains(&word);
    let mut words = sentence.split([' ', '\n']).take(MAX_LEN + 1);
    let first = words.next()?;
    if !contains(&STARTS, first) {
        return None;
    }
    let (mut length, mut is_point) = (first.len(), !matches!(first, "The" | "A"));
    let mut ended = None;
    for word in words {
        let bare = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
        let is_number = bare.chars().next().is_some_and(|c| c.is_ascii_digit());
        length += 1 + bare.len();
        is_point |= contains(&POINTING, bare);
        if contains(&UNITS, bare) {
            ended = Some(length);
        } else if ended.is_some() || !(contains(&FILLERS, bare) || is_number) {
            break;
        }
        if bare.len() < word.len() {
            break;
        }
    }
    let end = ended?;
    let rest = &sentence[end..];
    // A week later; two days after. A number of days alone is not a point in time.
    let later = [" later", " afterwards", " after", " passed"].iter().find(|later| rest.starts_with(**later));
    let is_count = contains(&COUNTS, first);
    match later {
        Some(later) if is_count => Some(end + later.len()),
        None if is_count => None,
        _ => is_point.then_some(end),
    }
}

wenfang_text::words! {
    const JAPANESE = "times/japanese";
}

/// The length in bytes of the time at the start of a Japanese sentence.
pub(super) fn japanese(sentence: &str) -> Option<usize> {
    wenfang_text::letters! {
        const NUMERALS = "times/japanese_numerals";
    }
    let ends = |length: usize| {
        let rest = &sentence[length..];
        (rest.starts_with(['、', 'は', 'に', 'の', 'も']) || rest.starts_with("私")).then_some(length)
    };
    let fixed = JAPANESE.iter().filter(|time| sentence.starts_with(**time)).map(|time| time.len()).max();
    if let Some(length) = fixed {
        return ends(length);
    }
    let number: usize = sentence.chars().take_while(|c| NUMERALS.contains(*c)).map(char::len_utf8).sum();
    if number == 0 {
        return None;
    }
    let rest = &sentence[number..];
    let unit = ["日後", "週間後", "カ月後", "ヶ月後", "年後", "時間後", "日目", "月"]
        .into_iter()
        .find(|unit| rest.starts_with(unit))?;
    ends(number + unit.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(sentence: &str) -> Option<&str> {
        Some(&sentence[..english(sentence).or_else(|| japanese(sentence))?])
    }

    #[test]
    fn points_in_time_are_recognised() {
        for (sentence, expected) in [
            ("The next morning Orla left.", "The next morning"),
            ("On the following Monday, Orla left.", "On the following Monday"),
            ("On the 14th of October, Orla left.", "On the 14th of October"),
            ("Two days later Orla came back.", "Two days later"),
            ("In the evening, Orla sang.", "In the evening"),
            ("翌日、ミレイは帰った。", "翌日"),
            ("三日後に水沢が来た。", "三日後"),
        ] {
            assert_eq!(time(sentence), Some(expected), "{sentence}");
        }
    }

    #[test]
    fn durations_and_general_days_are_not_points_in_time() {
        for sentence in [
            "The day was cold.",
            "Two days are enough.",
            "A week is long.",
            "One of them left.",
            "三人は帰った。",
            "",
        ] {
            assert_eq!(time(sentence), None, "{sentence}");
        }
    }
}
