//! Distribution of rows over tiles.

use std::ops::Range;

/// Splits `rows` into as few pieces of at most `most` as possible, of nearly equal size: a last tile with a single
/// row would use the arithmetic units poorly.
pub(super) fn tiles(rows: usize, most: usize) -> impl Iterator<Item = Range<usize>> {
    let count = rows.div_ceil(most).max(1);
    (0..count).map(move |tile| tile * rows / count..(tile + 1) * rows / count).filter(|tile| !tile.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_consecutive_and_not_too_large() {
        assert_eq!(tiles(0, 6).count(), 0);
        for rows in 1..80 {
            for most in 1..13 {
                let cut: Vec<_> = tiles(rows, most).collect();
                assert_eq!(cut.len(), rows.div_ceil(most));
                assert!(cut.iter().all(|tile| (1..=most).contains(&tile.len())));
                assert!(cut.windows(2).all(|pair| pair[0].end == pair[1].start));
                assert_eq!((cut[0].start, cut[cut.len() - 1].end), (0, rows));
            }
        }
    }
}
