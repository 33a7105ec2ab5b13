//! The codes of fields.

/// What a field does.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Code {
    Link {
        target: String,
    },
    Ruby {
        base: String,
        reading: String,
    },
    /// A character by its code.
    Symbol(char),
    Other,
}

/// Reads the code of a field.
pub(super) fn read(code: &str) -> Code {
    let code = code.trim();
    let (name, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
    if name.eq_ignore_ascii_case("HYPERLINK") {
        return Code::Link { target: link_target(rest) };
    }
    if name.eq_ignore_ascii_case("EQ") {
        return ruby(rest).unwrap_or(Code::Other);
    }
    if name.eq_ignore_ascii_case("SYMBOL") {
        let number = rest.split_whitespace().next().unwrap_or_default();
        let code = number
            .strip_prefix("0x")
            .map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
        return code.and_then(char::from_u32).filter(|c| !c.is_control()).map_or(Code::Other, Code::Symbol);
    }
    Code::Other
}

/// The target of a link: the first word that is no switch, with or without quotation marks.
fn link_target(rest: &str) -> String {
    let rest = rest.trim();
    let rest = rest.strip_prefix("\\l").map_or(rest, str::trim_start);
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or_default().to_owned(),
        None => rest.split_whitespace().next().unwrap_or_default().to_owned(),
    }
}

/// Word writes ruby as an equation: `EQ \* jc2 … \o\ad(\s\up 9(reading),base)`.
fn ruby(rest: &str) -> Option<Code> {
    let inside = rest.split_once("\\o")?.1.split_once("\\up")?.1;
    let (reading, after) = parenthesised(inside.split_once('(')?.1)?;
    let base = after.trim_start().strip_prefix([',', ';'])?;
    let (base, _) = parenthesised(base)?;
    if base.is_empty() || base.contains('\\') || reading.contains('\\') {
        return None;
    }
    Some(Code::Ruby { base: base.to_owned(), reading: reading.to_owned() })
}

/// Splits at the parenthesis that closes one before `text`.
fn parenthesised(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some((&text[..at], &text[at + 1..])),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_of_word_are_ruby() {
        let code = r#"EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(さくら),桜)"#;
        assert_eq!(read(code), Code::Ruby { base: "桜".into(), reading: "さくら".into() });
        assert_eq!(read(r"EQ \f(1,2)"), Code::Other);
    }

    #[test]
    fn links_name_their_targets() {
        assert_eq!(read(r#" HYPERLINK "scrivcmt://A1" "#), Code::Link { target: "scrivcmt://A1".into() });
        assert_eq!(read(r#"HYPERLINK \l "anchor""#), Code::Link { target: "anchor".into() });
        assert_eq!(read("SYMBOL 8212 \\u"), Code::Symbol('—'));
        assert_eq!(read("PAGE"), Code::Other);
    }
}
