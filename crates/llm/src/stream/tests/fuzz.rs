//! Streams that no server would send: dialects truncated, altered, spliced and concatenated.

use super::endings::first_end_mark;
use super::*;

/// A pseudo-random number generator (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
}

const INSERTIONS: [&[u8]; 16] = [
    b"\n",
    b"\r",
    b"\r\n\r\n",
    b"data: ",
    b"\"",
    b"{",
    b"}",
    b"[DONE]",
    b"\\",
    b"\xFF",
    b"<think>",
    b"</think>",
    b"error: x\n",
    b": c\n",
    b"\xEF\xBB\xBF",
    b"\\ud83d",
];

/// Changes a stream in one to four places.
fn mutate(stream: &mut Vec<u8>, others: &[Dialect], numbers: &mut Numbers) {
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(stream.len() + 1);
        match numbers.below(6) {
            0 => stream.truncate(at),
            1 if at < stream.len() => stream[at] ^= 1 << numbers.below(8),
            2 => {
                let added = INSERTIONS[numbers.below(INSERTIONS.len())];
                stream.splice(at..at, added.iter().copied());
            }
            3 => {
                let end = (at + numbers.below(40)).min(stream.len());
                stream.drain(at..end);
            }
            4 => {
                let other = &others[numbers.below(others.len())].bytes;
                let from = numbers.below(other.len() + 1);
                stream.truncate(at);
                stream.extend_from_slice(&other[from..]);
            }
            _ => {
                let end = (at + numbers.below(80)).min(stream.len());
                let again = stream[at..end].to_vec();
                stream.splice(at..at, again);
            }
        }
    }
}

/// Reads a stream in pieces of random size.
fn read_in_pieces(stream: &[u8], numbers: &mut Numbers) -> Answer {
    let mut pieces = Vec::new();
    let mut rest = stream;
    while !rest.is_empty() {
        let (piece, left) = rest.split_at((1 + numbers.below(300)).min(rest.len()));
        pieces.push(piece);
        rest = left;
    }
    read(Decoder::new(AnswerKind::EventStream), pieces)
}

/// Whether a stream certainly contains a broken event, determined independently from the lines before any `[DONE]`:
/// `data: {…` between two empty lines that is not JSON (half a surrogate pair is accepted, so such escapes are
/// excluded), or a piece of an answer in a field whose name resembles `data`.
fn has_broken_event(stream: &[u8]) -> bool {
    let text = String::from_utf8_lossy(stream).replace("\r\n", "\n").replace('\r', "\n");
    let end = ["[DONE]", "[done]"].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let mut lines: Vec<&str> = text[..end].split('\n').map(str::trim).collect();
    // Text before the marker on its line is not an empty line.
    lines.pop();
    // A bare value that never ends contains the following lines; one after the stop may be truncated.
    if let Some(value) = lines.iter().position(|line| line.starts_with(['{', '['])) {
        lines.truncate(value);
    }
    let misnamed = |line: &&str| {
        line.split_once(':').is_some_and(|(field, data)| {
            let near =
                !field.is_empty() && field.len() < 5 && field.bytes().all(|byte| byte.is_ascii_alphabetic());
            near && !field.eq_ignore_ascii_case("data")
                && !matches!(field, "event" | "id")
                && data.contains("\"choices\"")
        })
    };
    lines.iter().any(misnamed)
        || lines.windows(3).any(|window| {
            let [before, line, after] = window else { return false };
            let Some(data) = line.strip_prefix("data:").map(str::trim) else { return false };
            before.is_empty()
                && after.is_empty()
                && data.starts_with('{')
                && !data.contains("\\u")
                && serde_json::from_str::<serde_json::Value>(data).is_err()
        })
}

/// The outcomes of the fuzzed streams.
#[derive(Debug, Default)]
struct Ends {
    complete: usize,
    incomplete: usize,
    failed: usize,
    /// Streams that certainly contain a broken event.
    surely_broken: usize,
}

fn fuzz(seed: u64, streams: usize) -> Ends {
    let all = dialects::all();
    let mut numbers = Numbers(seed);
    let mut ends = Ends::default();
    for round in 0..streams {
        let mut stream = all[numbers.below(all.len())].bytes.clone();
        mutate(&mut stream, &all, &mut numbers);
        let answer = read_in_pieces(&stream, &mut numbers);
        let as_text = || String::from_utf8_lossy(&stream).into_owned();
        if round % 16 == 0 {
            assert_eq!(answer, read_whole(&stream), "in different pieces: {}", as_text());
        }
        let broken = has_broken_event(&stream);
        ends.surely_broken += usize::from(broken);
        match answer.end {
            StreamEnd::Complete { .. } => {
                assert!(first_end_mark(&stream).is_some(), "complete without an end marker: {}", as_text());
                assert!(!broken, "complete with a broken event: {}", as_text());
                ends.complete += 1;
            }
            StreamEnd::Incomplete => ends.incomplete += 1,
            StreamEnd::Failed(_) => ends.failed += 1,
        }
        let error = read_error_body(500, None, &stream);
        assert!(error.message.chars().count() <= MAX_ERROR_CHARS, "{}", as_text());
    }
    ends
}

#[test]
fn mutated_streams_are_complete_only_with_an_end_marker() {
    let ends = fuzz(1, 20_000);
    let counts = [ends.complete, ends.incomplete, ends.failed, ends.surely_broken];
    assert!(counts.iter().all(|count| *count > 500), "every outcome occurs: {ends:?}");
}

#[test]
#[ignore = "slow, a million streams: cargo test -p wenfang-llm --release --lib a_million -- --ignored --nocapture"]
fn a_million_mutated_streams() {
    let start = std::time::Instant::now();
    let ends = fuzz(2, 1_000_000);
    eprintln!("{ends:?} in {:?}", start.elapsed());
}

#[test]
#[ignore = "a measurement: bytes per second"]
fn throughput() {
    let chunk = |content: &str| {
        let value = serde_json::json!({
            "id": "chatcmpl-7QyqpwdfhqwajicIEznoc6Q47XAyW", "object": "chat.completion.chunk", "created": 1_767_225_600,
            "model": "deepseek-chat", "system_fingerprint": "fp_8802369eaa",
            "choices": [{"index": 0, "delta": {"content": content}, "logprobs": null, "finish_reason": null}],
        });
        format!("data: {value}\n\n")
    };
    let long = "雨停了，檐下的水还在滴。".repeat(300);
    let whole =
        serde_json::json!({"choices": [{"message": {"content": long.repeat(200)}, "finish_reason": "stop"}]});
    for (name, stream, repeats) in [
        ("deltas of two characters", chunk("雨停").repeat(100_000), 5),
        ("deltas of 3,600 characters", chunk(&long).repeat(2_000), 5),
        ("a whole answer of 2 MB", whole.to_string(), 50),
    ] {
        for piece in [1_400, 16_384] {
            let start = std::time::Instant::now();
            for _ in 0..repeats {
                let answer = read(Decoder::new(AnswerKind::Unknown), stream.as_bytes().chunks(piece));
                assert!(!answer.events.is_empty());
            }
            let megabytes = (stream.len() * repeats) as f64 / 1e6;
            eprintln!(
                "{name}, pieces of {piece} bytes: {:.0} MB/s",
                megabytes / start.elapsed().as_secs_f64()
            );
        }
    }
}
