//! Characters of symbol fonts.

/// The start of the private area in which symbol fonts have their characters.
const PRIVATE: u32 = 0xf000;

/// Codes of the font Symbol that are not ASCII, and their characters.
const SYMBOL: [(u32, char); 26] = [
    (0xa3, '≤'),
    (0xa5, '∞'),
    (0xa7, '♣'),
    (0xa8, '♦'),
    (0xa9, '♥'),
    (0xaa, '♠'),
    (0xab, '↔'),
    (0xac, '←'),
    (0xad, '↑'),
    (0xae, '→'),
    (0xaf, '↓'),
    (0xb0, '°'),
    (0xb1, '±'),
    (0xb3, '≥'),
    (0xb4, '×'),
    (0xb7, '•'),
    (0xb8, '÷'),
    (0xb9, '≠'),
    (0xba, '≡'),
    (0xbb, '≈'),
    (0xbc, '…'),
    (0xd0, '∠'),
    (0xd6, '√'),
    (0xd7, '⋅'),
    (0xde, '⇒'),
    (0xe0, '◊'),
];

/// Greek letters of the font Symbol, from `A` and from `a`.
const GREEK_UPPER: &str = "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ";
const GREEK_LOWER: &str = "αβχδεφγηιϕκλμνοπθρστυϖωξψζ";

/// Common characters of Wingdings.
const WINGDINGS: [(u32, char); 18] = [
    (0x21, '✏'),
    (0x4a, '☺'),
    (0x4c, '☹'),
    (0x6c, '●'),
    (0x6e, '■'),
    (0x71, '❑'),
    (0x75, '◆'),
    (0x76, '❖'),
    (0x77, '⬥'),
    (0x9f, '•'),
    (0xa7, '▪'),
    (0xab, '★'),
    (0xd8, '➢'),
    (0xdf, '←'),
    (0xe0, '→'),
    (0xe1, '↑'),
    (0xe2, '↓'),
    (0xfc, '✓'),
];

/// The character of a hexadecimal code in a font. `None` if it is not known.
pub(super) fn character(font: &str, code: &str) -> Option<char> {
    let code = u32::from_str_radix(code, 16).ok()?;
    let low = if (PRIVATE..PRIVATE + 0x100).contains(&code) { code - PRIVATE } else { code };
    match font.to_lowercase().as_str() {
        "symbol" => symbol(low),
        "wingdings" => WINGDINGS.iter().find(|(known, _)| *known == low).map(|(_, c)| *c),
        _ if low == code => char::from_u32(code).filter(|c| !c.is_control()),
        _ => None,
    }
}

fn symbol(code: u32) -> Option<char> {
    let letter = |row: &str, first: char| row.chars().nth((code - first as u32) as usize);
    match char::from_u32(code)? {
        'A'..='Z' => letter(GREEK_UPPER, 'A'),
        'a'..='z' => letter(GREEK_LOWER, 'a'),
        c @ '!'..='~' => Some(c),
        _ => SYMBOL.iter().find(|(known, _)| *known == code).map(|(_, c)| *c),
    }
}
