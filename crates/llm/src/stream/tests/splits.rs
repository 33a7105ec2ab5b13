//! The chunking of the bytes does not matter.

use super::*;
use proptest::prelude::*;

fn decoder() -> Decoder {
    Decoder::new(AnswerKind::EventStream)
}

#[test]
fn splitting_at_any_byte_changes_no_event() {
    for dialect in &dialects::all() {
        let whole = read_whole(&dialect.bytes);
        for at in 0..=dialect.bytes.len() {
            let (first, second) = dialect.bytes.split_at(at);
            assert_eq!(read(decoder(), [first, second]), whole, "{} cut at {at}", dialect.name);
        }
    }
}

#[test]
fn reading_byte_by_byte_changes_no_event() {
    for dialect in &dialects::all() {
        assert_eq!(read(decoder(), dialect.bytes.chunks(1)), read_whole(&dialect.bytes), "{}", dialect.name);
    }
}

#[test]
fn prefixes_give_a_prefix_of_the_events() {
    for dialect in &dialects::all() {
        let whole = read_whole(&dialect.bytes).events;
        let mut decoder = decoder();
        let mut events = Vec::new();
        for byte in dialect.bytes.chunks(1) {
            events.extend(decoder.push(byte));
            assert!(whole.starts_with(&events), "{}", dialect.name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_splits_change_no_event(cuts in prop::collection::vec(1_usize..60, 1..40)) {
        for dialect in &dialects::all() {
            let mut pieces = Vec::new();
            let mut rest = dialect.bytes.as_slice();
            for cut in cuts.iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (piece, left) = rest.split_at((*cut).min(rest.len()));
                pieces.push(piece);
                rest = left;
            }
            prop_assert_eq!(read(decoder(), pieces), read_whole(&dialect.bytes), "{}", dialect.name);
        }
    }
}

proptest! {
    #[test]
    fn random_bytes_read_the_same_however_split(
        bytes in prop::collection::vec(prop::sample::select(b"data: {}[]\"\\\n\r,:<\xEF\xBB\xBF1error".to_vec()), 0..200),
        at in 0_usize..200,
    ) {
        let (first, second) = bytes.split_at(at.min(bytes.len()));
        prop_assert_eq!(read(decoder(), [first, second]), read_whole(&bytes));
        prop_assert_eq!(read(decoder(), bytes.chunks(1)), read_whole(&bytes));
    }
}
