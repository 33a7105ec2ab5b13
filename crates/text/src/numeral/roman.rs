//! Roman numerals, 1 to 3999, canonical form only.

const STEPS: [(u32, &str); 13] = [
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

/// U+2160 to U+216F, the numerals with a code point of their own; the lower-case ones follow 16 later.
const SIGNS: [&str; 16] =
    ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "L", "C", "D", "M"];

/// Parses a numeral in one case; `None` unless it is the canonical form of its number.
pub(super) fn parse(text: &str) -> Option<u32> {
    let upper = upper_case(text)?;
    let mut rest = upper.as_str();
    let mut value = 0;
    for (step, letters) in STEPS {
        while let Some(after) = rest.strip_prefix(letters) {
            value += step;
            rest = after;
        }
    }
    (rest.is_empty() && format(value)? == upper).then_some(value)
}

/// The numeral in ASCII capitals; `None` for other characters and for mixed case.
fn upper_case(text: &str) -> Option<String> {
    let mut upper = String::new();
    let (mut capitals, mut smalls) = (false, false);
    for c in text.chars() {
        match c {
            'I' | 'V' | 'X' | 'L' | 'C' | 'D' | 'M' => {
                capitals = true;
                upper.push(c);
            }
            'i' | 'v' | 'x' | 'l' | 'c' | 'd' | 'm' => {
                smalls = true;
                upper.push(c.to_ascii_uppercase());
            }
            '\u{2160}'..='\u{216f}' => {
                capitals = true;
                upper.push_str(SIGNS[c as usize - 0x2160]);
            }
            '\u{2170}'..='\u{217f}' => {
                smalls = true;
                upper.push_str(SIGNS[c as usize - 0x2170]);
            }
            _ => return None,
        }
    }
    (!upper.is_empty() && capitals != smalls).then_some(upper)
}

/// Formats `value` in capitals; `None` outside 1 to 3999.
pub(super) fn format(value: u32) -> Option<String> {
    if !(1..=3999).contains(&value) {
        return None;
    }
    let mut numeral = String::new();
    let mut rest = value;
    for (step, letters) in STEPS {
        while rest >= step {
            numeral.push_str(letters);
            rest -= step;
        }
    }
    Some(numeral)
}
