//! Maps traditional characters to simplified ones.
//!
//! One scalar maps to one scalar, so a folded text has the offsets of the original. Use it for comparison only: pairs
//! that depend on the word are folded to the simplified side.

crate::pairs! {
    const PAIRS = "anchor/variants";
}

/// Pairs of a traditional and a simplified character.
pub(crate) fn pairs() -> impl Iterator<Item = (char, char)> {
    let first = |word: &str| word.chars().next();
    PAIRS.iter().filter_map(move |(traditional, simplified)| Some((first(traditional)?, first(simplified)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_is_idempotent() {
        assert!(PAIRS.iter().all(|pair| pair.0.chars().count() == 1 && pair.1.chars().count() == 1));
        let from: Vec<char> = pairs().map(|(traditional, _)| traditional).collect();
        assert!(pairs().all(|(_, simplified)| !from.contains(&simplified)));
    }
}
