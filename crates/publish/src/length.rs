//! Figures of a book's length.

/// Returns a figure with its thousands apart.
pub(crate) fn grouped(figure: usize) -> String {
    let digits = figure.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Rounds the length of a manuscript as editors expect it: a story to hundreds, a novel to thousands.
pub(crate) fn rounded(words: usize) -> usize {
    let step = if words < 20_000 { 100 } else { 1_000 };
    (words + step / 2) / step * step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_their_thousands_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_novel_is_rounded_to_thousands() {
        assert_eq!([40, 60, 7_449, 83_501].map(rounded), [0, 100, 7_400, 84_000]);
    }
}
