//! Control words that stand for characters.

/// The text of a control word; `None` if it stands for none.
pub(super) fn text(word: &str) -> Option<&'static str> {
    Some(match word {
        "tab" => "\t",
        "emdash" => "—",
        "endash" => "–",
        "lquote" => "‘",
        "rquote" => "’",
        "ldblquote" => "“",
        "rdblquote" => "”",
        "bullet" => "•",
        "emspace" => "\u{2003}",
        "enspace" => "\u{2002}",
        "qmspace" => "\u{2005}",
        "zwj" => "\u{200d}",
        "zwnj" => "\u{200c}",
        _ => return None,
    })
}

/// The text of a control symbol; `None` if it is no text. A soft hyphen (`\-`) is none: it is not visible.
pub(super) fn symbol(symbol: u8) -> Option<&'static str> {
    Some(match symbol {
        b'~' => "\u{a0}",
        b'_' => "\u{2011}",
        _ => return None,
    })
}

/// Whether a control word is part of the marks that Scrivener writes into its text.
pub(super) fn is_scrivener(word: &str) -> bool {
    matches!(word, "Scrv" | "end" | "text" | "color" | "R" | "G" | "B")
}
