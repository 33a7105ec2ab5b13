//! Encoding detection on short pieces of the corpus: windows of about 200 and 40 bytes.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed unwrap is a failed claim")]

mod kit;

use kit::corpus;
use wenfang_interchange::{Encoding, Undecodable, decode};

/// The number of windows per file and encoding.
const WINDOWS: usize = 400;

#[test]
fn two_hundred_bytes_are_detected_reliably() {
    assert!(worst_share(200) >= 0.99);
}

#[test]
fn forty_bytes_are_detected_mostly() {
    assert!(worst_share(40) >= 0.9);
}

/// Returns the smallest share of correctly detected windows of `size` bytes among all files and encodings.
fn worst_share(size: usize) -> f64 {
    let files = [
        "hongloumeng.zh-Hans.txt",
        "hongloumeng.zh-Hant.raw.txt",
        "panghuang.zh-Hans.txt",
        "kokoro.ja.aozora.txt",
        "pride-and-prejudice.en.raw.txt",
    ];
    let mut worst = 1.0_f64;
    for name in files {
        let Some(bytes) = corpus(name) else { return 1.0 };
        let text = String::from_utf8(bytes).unwrap();
        for case in kit::encoded(&text, name).into_iter().filter(|case| !case.label.contains("bom")) {
            let (right, all) = recognised(&case, size);
            let share = right as f64 / all as f64;
            eprintln!("{name} {}: {right} of {all} windows of {size} bytes", case.label);
            worst = worst.min(share);
        }
    }
    worst
}

/// Returns the number of correctly detected windows and the number of windows tried. Windows start at a
/// character; windows of ASCII only are skipped, because they are also valid UTF-8.
fn recognised(case: &kit::Encoded, size: usize) -> (usize, usize) {
    let (mut right, mut all) = (0, 0);
    let chars: Vec<char> = case.text.chars().collect();
    let step = chars.len() / WINDOWS;
    for start in (0..chars.len() - size).step_by(step.max(1)) {
        let bytes = window(&chars[start..], case.encoding, size);
        if bytes.is_ascii() && !bytes.contains(&0) {
            continue;
        }
        all += 1;
        right += usize::from(
            decode(&bytes, None, Undecodable::Refuse).is_ok_and(|found| found.encoding == case.encoding),
        );
    }
    (right, all)
}

/// Encodes as many characters as fit into `size` bytes.
fn window(chars: &[char], encoding: Encoding, size: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for c in chars {
        let c = c.to_string();
        let next: Vec<u8> = match encoding {
            Encoding::Utf16Le => c.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => c.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Encoding::Big5 => encoding_rs::BIG5.encode(&c).0.into_owned(),
            Encoding::ShiftJis => encoding_rs::SHIFT_JIS.encode(&c).0.into_owned(),
            _ => encoding_rs::GB18030.encode(&c).0.into_owned(),
        };
        if bytes.len() + next.len() > size {
            break;
        }
        bytes.extend(next);
    }
    bytes
}
