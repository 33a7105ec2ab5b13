//! A novel of 900,000 characters: its text, its lines, its memory.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed claim")]

mod kit;

use kit::{bare, chapter, has_font, has_poppler, job, line_starts, pages, run};
use serde_json::json;

const CHARACTERS: usize = 900_000;
const CHAPTERS: usize = 300;

/// The most memory, in MiB.
const MOST: u64 = 700;

/// Marks that begin no line.
const CLOSING: &str = "。，、；：！？」』）》”’…";

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }
}

/// A paragraph of narration or speech.
fn paragraph(numbers: &mut Numbers) -> String {
    const WORDS: &str = "的一是了我不在人他有这上们来到时大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学么之都好看起发当没成只如事把还用第样道想作种开";
    let words: Vec<char> = WORDS.chars().collect();
    let mut text = String::new();
    let is_speech = numbers.below(3) == 0;
    text.push_str(if is_speech { ["“", "「", "『"][numbers.below(3)] } else { "" });
    let close = match text.as_str() {
        "“" => "”",
        "「" => "」",
        "『" => "』",
        _ => "",
    };
    for _ in 0..1 + numbers.below(6) {
        let clause: String = (0..2 + numbers.below(18)).map(|_| words[numbers.below(words.len())]).collect();
        text.push_str(&clause);
        text.push_str(
            ["，", "，", "、", "；", "……", "——", "，OK，", "《史记》、", "（三）"][numbers.below(9)],
        );
    }
    text.push_str(["。", "！", "？", "……"][numbers.below(4)]);
    text + close
}

#[test]
fn a_long_novel_is_complete_and_well_broken() {
    if !has_font() || !has_poppler() {
        return;
    }
    let mut numbers = Numbers(7);
    let mut expected = String::from("渡口林河");
    let mut chapters = Vec::new();
    for number in 1..=CHAPTERS {
        let title = format!("第{number}章");
        let mut paragraphs = Vec::new();
        let mut length = 0;
        while length < CHARACTERS / CHAPTERS {
            let text = paragraph(&mut numbers);
            length += text.chars().count();
            paragraphs.push(text);
        }
        expected.push_str(&title);
        expected.push_str(&paragraphs.concat());
        chapters.push(chapter(number, &title, &paragraphs));
    }
    let job = job("zh", json!([{ "title": "", "chapters": chapters }]));
    let run = run(job.to_string().as_bytes(), &["--memory", "1200"]);
    assert!(run.status.success(), "{}", run.said);
    let report = run.last();
    eprintln!(
        "{CHARACTERS} characters: {} pages, {:.1} s, at most {} MiB, {:.1} MB",
        report["pages"],
        run.took.as_secs_f64(),
        run.peak,
        run.pdf.len() as f64 / 1e6
    );
    assert!(run.peak <= MOST, "{} MiB", run.peak);
    let pages = pages(&run.pdf, true);
    let printed = bare(&pages.concat().concat());
    let expected = bare(&expected);
    let at = printed.chars().zip(expected.chars()).position(|(a, b)| a != b);
    let around =
        |text: &str| text.chars().skip(at.unwrap_or(0).saturating_sub(20)).take(60).collect::<String>();
    assert_eq!(around(&printed), around(&expected), "at {at:?}");
    assert_eq!(printed.chars().count(), expected.chars().count());
    let starts = line_starts(&run.pdf);
    assert!(starts.len() > CHARACTERS / 60, "{}", starts.len());
    let wrong: Vec<&String> =
        starts.iter().filter(|start| start.starts_with(|c| CLOSING.contains(c))).collect();
    assert!(
        wrong.is_empty(),
        "{} lines begin with a closing mark: {:?}",
        wrong.len(),
        &wrong[..wrong.len().min(5)]
    );
}
