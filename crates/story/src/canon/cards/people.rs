//! Reads the people listed in a bible: the names at the beginnings of the lines of its field `characters`.

/// The greatest length of a name in a script without spaces, in characters.
const MAX_LEN: usize = 12;
/// The greatest length of a name alone on a line, in characters; longer lines are sentences.
const MAX_LEN_ALONE: usize = 5;
/// The greatest number of words of a name in a script with spaces.
const MAX_WORDS: usize = 4;

wenfang_text::words! {
    const LABELS = "people/labels";
}

/// The names of the people in a list such as 「林晚：药铺的学徒」, one per line, in order and without duplicates. Lines that do
/// not begin with a name, such as sentences, yield none.
pub fn bible_people(value: &str) -> Vec<String> {
    let mut people: Vec<String> = Vec::new();
    for name in value.lines().flat_map(names_of) {
        if !people.iter().any(|known| known == name) {
            people.push(name.to_owned());
        }
    }
    people
}

fn names_of(line: &str) -> Vec<&str> {
    let line = line.trim_start_matches(is_mark).trim();
    let (head, rest) = split_head(line);
    let (head, is_introduced) = match rest {
        Some(rest) if is_label(head) => {
            (split_head(rest.trim()).0.split(['，', ',']).next().unwrap_or_default(), true)
        }
        rest => (head, rest.is_some()),
    };
    let names: Vec<&str> = head.split(['、', '/', '／']).map(str::trim).collect();
    if names.iter().all(|name| is_name(name) && (is_introduced || fits_alone(name))) {
        names
    } else {
        Vec::new()
    }
}

/// Splits a line at the first sign that introduces a description, into the part before and the part after it.
fn split_head(line: &str) -> (&str, Option<&str>) {
    let signs = [":", "：", "——", "—", "–", " - ", "（", "(", "\t"];
    let first = signs.iter().filter_map(|sign| Some((line.find(sign)?, *sign))).min_by_key(|(at, _)| *at);
    match first {
        Some((at, sign)) => {
            let (head, rest) = line.split_at(at);
            (head.trim(), rest.strip_prefix(sign))
        }
        None => (line, None),
    }
}

/// List marks, list numbers and heading marks.
fn is_mark(c: char) -> bool {
    c.is_whitespace()
        || c.is_ascii_digit()
        || matches!(c, '-' | '*' | '•' | '·' | '#' | '.' | '、' | '．' | '●' | '○' | '【' | '】')
}

fn is_label(head: &str) -> bool {
    LABELS.contains(&head.to_lowercase().as_str())
}

fn is_name(name: &str) -> bool {
    let is_letters =
        name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '·' | '\'' | '’' | '.' | '-'));
    let length =
        if is_spaced(name) { name.split(' ').count() <= MAX_WORDS } else { name.chars().count() <= MAX_LEN };
    !name.is_empty() && is_letters && length && !is_label(name) && name.chars().any(char::is_alphabetic)
}

fn fits_alone(name: &str) -> bool {
    match is_spaced(name) {
        true => name.split(' ').all(|word| word.chars().next().is_some_and(char::is_uppercase)),
        false => name.chars().count() <= MAX_LEN_ALONE,
    }
}

/// Whether a name is in a script with spaces between words.
fn is_spaced(name: &str) -> bool {
    name.chars().next().is_some_and(|c| c.is_lowercase() || c.is_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_the_beginnings_of_lines() {
        let value =
            "主角：林晚，药铺学徒\n- 沈砚（抄书人）：话少\n3. 阿芷——摆渡的女儿\n顾南舟、老周\n林晚：又一行";
        assert_eq!(bible_people(value), ["林晚", "沈砚", "阿芷", "顾南舟", "老周"]);
    }

    #[test]
    fn sentences_yield_no_names() {
        let value = "他是个少年，住在山下。\n人物不要太多\n所有人都姓林，但没有一个人是亲戚：这是设定。";
        assert_eq!(bible_people(value), Vec::<String>::new());
    }

    #[test]
    fn names_in_spaced_scripts_are_read() {
        let value = "Elizabeth Bennet: the second of five\nMr. Darcy\nshe walks a lot\n";
        assert_eq!(bible_people(value), ["Elizabeth Bennet", "Mr. Darcy"]);
    }
}
