//! The time to build a large pack.

use std::cell::Cell;

use super::*;

/// 5,000 candidates with 1 MB of text in total; 190 KB of it before the caret.
fn large() -> PackInput {
    let sentence = "他沿着长街走了很久，雪落在肩上，没有人认得他。";
    let mut candidates = vec![before(&sentence.repeat(2_800)), previous(9, &sentence.repeat(600))];
    for number in 0..5_000_usize {
        let text = format!("第{number}条。") + &sentence.repeat(2);
        let mut next = match number % 4 {
            0 => summary(number % 3, &text),
            1 => passage(number % 9, number * 100, &text),
            2 => lore(i64::try_from(number).unwrap(), "条目", &text),
            _ => fact(i64::try_from(number).unwrap(), &text),
        };
        next.rank = u32::try_from(number * 7_919 % 5_000).unwrap();
        next.cut = Cut::KeepStart;
        candidates.push(next);
    }
    input(28_000, candidates)
}

#[test]
fn each_candidate_is_counted_once() {
    let mut input = large();
    input.candidates.iter_mut().for_each(|candidate| candidate.cut = Cut::Whole);
    let counted = Cell::new(0);
    let count = |text: &str| {
        counted.set(counted.get() + 1);
        characters(text)
    };
    pack(&input, &count);
    assert_eq!(counted.get(), input.candidates.len() + 1);
}

#[test]
#[ignore = "a measurement: cargo test -p wenfang-drafting --release -- --ignored --nocapture measure"]
#[allow(clippy::print_stdout, clippy::disallowed_methods, reason = "a measurement")]
fn measure_a_large_pack() {
    let input = large();
    let bytes: usize = input.candidates.iter().map(|candidate| candidate.text.len()).sum();
    for _ in 0..3 {
        let start = std::time::Instant::now();
        let pack = pack(&input, &characters);
        let took = start.elapsed();
        println!("{} candidates, {bytes} bytes: {took:?}, {:?}", input.candidates.len(), used(&pack));
    }
}
