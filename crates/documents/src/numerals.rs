//! Numbers as word processors write them, by the names of Word's formats.

/// Writes a number in one of Word's formats. Formats that are no number (bullets) are empty.
pub(crate) fn written(number: u32, format: &str) -> String {
    match format {
        "none" | "bullet" => String::new(),
        "decimalZero" => format!("{number:02}"),
        "upperRoman" => roman(number),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperLetter" => letters(number, 'A'),
        "lowerLetter" => letters(number, 'a'),
        "ordinal" => format!("{number}{}", ordinal_ending(number)),
        "cardinalText" => english(number),
        "decimalFullWidth" | "decimalFullWidth2" => {
            number.to_string().chars().map(|digit| shifted('０', digit as u32 - '0' as u32)).collect()
        }
        "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" if (1..=20).contains(&number) => {
            shifted('①', number - 1).to_string()
        }
        "chineseCounting" | "taiwaneseCounting" if number >= 100 => digits(number, '○'),
        "chineseCounting"
        | "chineseCountingThousand"
        | "taiwaneseCounting"
        | "taiwaneseCountingThousand"
        | "japaneseCounting"
        | "koreanCounting" => counted(number, &PLAIN),
        "chineseLegalSimplified" => counted(number, &LEGAL),
        "ideographLegalTraditional" | "japaneseLegal" => counted(number, &LEGAL_TRADITIONAL),
        "ideographDigital" | "japaneseDigitalTenThousand" | "taiwaneseDigital" => digits(number, '〇'),
        "ideographTraditional" => from_row("甲乙丙丁戊己庚辛壬癸", number),
        "ideographZodiac" => from_row("子丑寅卯辰巳午未申酉戌亥", number),
        "aiueo" | "aiueoFullWidth" => from_row("アイウエオカキクケコサシスセソタチツテトナニヌネノ", number),
        "iroha" | "irohaFullWidth" => from_row("イロハニホヘトチリヌルヲワカヨタレソツネナラム", number),
        _ => number.to_string(),
    }
}

fn shifted(base: char, by: u32) -> char {
    char::from_u32(base as u32 + by).unwrap_or(base)
}

fn from_row(row: &str, number: u32) -> String {
    let nth = (number as usize).checked_sub(1).and_then(|at| row.chars().nth(at));
    nth.map_or_else(|| number.to_string(), String::from)
}

fn roman(mut number: u32) -> String {
    const PARTS: [(u32, &str); 13] = [
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number == 0 || number >= 5000 {
        return number.to_string();
    }
    let mut text = String::new();
    for (value, sign) in PARTS {
        while number >= value {
            text.push_str(sign);
            number -= value;
        }
    }
    text
}

/// A, B … Z, AA, BB …
fn letters(number: u32, first: char) -> String {
    if number == 0 || number > 26 * 20 {
        return number.to_string();
    }
    let letter = shifted(first, (number - 1) % 26);
    std::iter::repeat_n(letter, ((number - 1) / 26 + 1) as usize).collect()
}

fn ordinal_ending(number: u32) -> &'static str {
    match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

fn english(number: u32) -> String {
    const ONES: [&str; 20] = [
        "Zero",
        "One",
        "Two",
        "Three",
        "Four",
        "Five",
        "Six",
        "Seven",
        "Eight",
        "Nine",
        "Ten",
        "Eleven",
        "Twelve",
        "Thirteen",
        "Fourteen",
        "Fifteen",
        "Sixteen",
        "Seventeen",
        "Eighteen",
        "Nineteen",
    ];
    const TENS: [&str; 10] =
        ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"];
    match number {
        0..20 => ONES[number as usize].to_owned(),
        20..100 if number.is_multiple_of(10) => TENS[number as usize / 10].to_owned(),
        20..100 => {
            format!("{}-{}", TENS[number as usize / 10], ONES[number as usize % 10].to_lowercase())
        }
        _ => number.to_string(),
    }
}

/// Digits, and the signs of ten, hundred, thousand and ten thousand.
struct Signs {
    digits: [char; 10],
    units: [&'static str; 5],
    /// Whether ten is 十 and not 一十.
    bare_ten: bool,
}

const PLAIN: Signs = Signs {
    digits: ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'],
    units: ["", "十", "百", "千", "万"],
    bare_ten: true,
};

const LEGAL: Signs = Signs {
    digits: ['零', '壹', '贰', '叁', '肆', '伍', '陆', '柒', '捌', '玖'],
    units: ["", "拾", "佰", "仟", "万"],
    bare_ten: false,
};

const LEGAL_TRADITIONAL: Signs = Signs {
    digits: ['零', '壹', '貳', '參', '肆', '伍', '陸', '柒', '捌', '玖'],
    units: ["", "拾", "佰", "仟", "萬"],
    bare_ten: false,
};

fn counted(number: u32, signs: &Signs) -> String {
    if number == 0 {
        return signs.digits[0].to_string();
    }
    if number >= 100_000 {
        return number.to_string();
    }
    let text = number.to_string();
    let mut written = String::new();
    let mut skipped = false;
    for (at, digit) in text.bytes().map(|byte| usize::from(byte - b'0')).enumerate() {
        let unit = text.len() - 1 - at;
        if digit == 0 {
            skipped = true;
            continue;
        }
        if std::mem::take(&mut skipped) {
            written.push(signs.digits[0]);
        }
        let is_bare = signs.bare_ten && digit == 1 && unit == 1 && at == 0;
        if !is_bare {
            written.push(signs.digits[digit]);
        }
        written.push_str(signs.units[unit]);
    }
    written
}

fn digits(number: u32, zero: char) -> String {
    let digit = |byte: u8| if byte == b'0' { zero } else { PLAIN.digits[usize::from(byte - b'0')] };
    number.to_string().bytes().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::written;

    #[test]
    fn numbers_are_written_as_in_word() {
        for (number, format, text) in [
            (7, "decimal", "7"),
            (7, "decimalZero", "07"),
            (1994, "upperRoman", "MCMXCIV"),
            (28, "lowerLetter", "bb"),
            (12, "ordinal", "12th"),
            (21, "cardinalText", "Twenty-one"),
            (10, "chineseCounting", "十"),
            (99, "chineseCountingThousand", "九十九"),
            (105, "chineseCountingThousand", "一百零五"),
            (110, "japaneseCounting", "一百一十"),
            (105, "chineseCounting", "一○五"),
            (20, "chineseLegalSimplified", "贰拾"),
            (10_010, "chineseCountingThousand", "一万零一十"),
            (3, "ideographTraditional", "丙"),
            (12, "decimalFullWidth", "１２"),
            (3, "decimalEnclosedCircle", "③"),
            (3, "bullet", ""),
            (3, "unheardOf", "3"),
        ] {
            assert_eq!(written(number, format), text, "{number} {format}");
        }
    }
}
