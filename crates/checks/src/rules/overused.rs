//! A word that is far more frequent in a scene than in the rest of the book.
//!
//! Only words prone to overuse are counted, such as adverbs; the topic of a scene is naturally frequent in it.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;

const CHINESE: [&str; 72] = [
    "忽然",
    "突然",
    "不禁",
    "竟然",
    "似乎",
    "仿佛",
    "缓缓",
    "慢慢",
    "轻轻",
    "微微",
    "淡淡",
    "冷冷",
    "静静",
    "默默",
    "渐渐",
    "悄悄",
    "匆匆",
    "狠狠",
    "紧紧",
    "深深",
    "猛地",
    "猛然",
    "顿时",
    "瞬间",
    "立刻",
    "立即",
    "随即",
    "终于",
    "居然",
    "果然",
    "显然",
    "依然",
    "依旧",
    "仍然",
    "完全",
    "非常",
    "十分",
    "极其",
    "格外",
    "无比",
    "不由得",
    "不由自主",
    "情不自禁",
    "忍不住",
    "下意识",
    "莫名",
    "隐隐",
    "隐约",
    "略微",
    "稍稍",
    "一丝",
    "一抹",
    "些许",
    "嘴角",
    "眉头",
    "目光",
    "眼神",
    "心中一动",
    "一阵",
    "不知为何",
    "此刻",
    "与此同时",
    "毫无",
    "彻底",
    "瞬息",
    "恍惚",
    "赫然",
    "蓦地",
    "蓦然",
    "倏地",
    "陡然",
    "霎时",
];
const ENGLISH: [&str; 56] = [
    "suddenly",
    "just",
    "really",
    "very",
    "quite",
    "actually",
    "slightly",
    "slowly",
    "quickly",
    "softly",
    "quietly",
    "gently",
    "simply",
    "finally",
    "almost",
    "nearly",
    "somehow",
    "certainly",
    "definitely",
    "literally",
    "basically",
    "seriously",
    "obviously",
    "clearly",
    "carefully",
    "immediately",
    "instantly",
    "completely",
    "totally",
    "absolutely",
    "extremely",
    "utterly",
    "barely",
    "hardly",
    "merely",
    "truly",
    "perhaps",
    "somewhat",
    "apparently",
    "abruptly",
    "briefly",
    "deeply",
    "heavily",
    "sharply",
    "silently",
    "smirked",
    "chuckled",
    "grinned",
    "shrugged",
    "glanced",
    "sighed",
    "nodded",
    "gasped",
    "rather",
    "indeed",
    "however",
];

/// The minimum number of uses in one scene.
const MIN_USES: usize = 6;
/// The minimum ratio to the frequency in the rest of the book.
const MIN_RATIO: f64 = 6.0;

/// The uses of each word, and the length of the book in characters.
#[derive(Debug)]
pub(super) struct WordUse {
    automaton: Option<AhoCorasick>,
    words: &'static [&'static str],
    totals: HashMap<usize, usize>,
    chars: usize,
}

impl WordUse {
    fn new(prepared: &Prepared<'_>) -> Self {
        let words: &'static [&'static str] = match prepared.language {
            Language::Chinese => &CHINESE,
            Language::English => &ENGLISH,
            Language::Other => &[],
        };
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            .ascii_case_insensitive(true)
            .build(words)
            .ok()
            .filter(|_| !words.is_empty());
        let mut word_use = Self { automaton, words, totals: HashMap::new(), chars: 0 };
        for scene in &prepared.book.scenes {
            word_use.chars += scene.text.chars().count();
            for (word, _) in word_use.hits(scene.text) {
                *word_use.totals.entry(word).or_default() += 1;
            }
        }
        word_use
    }

    /// Returns the words in a text with their byte ranges.
    fn hits(&self, text: &str) -> Vec<(usize, std::ops::Range<usize>)> {
        let Some(automaton) = &self.automaton else { return Vec::new() };
        let is_letter = |c: char| c.is_ascii_alphabetic();
        let hits = automaton.find_iter(text).filter(|hit| {
            let is_latin = text[hit.range()].starts_with(is_letter);
            !is_latin
                || !text[..hit.start()].ends_with(is_letter) && !text[hit.end()..].starts_with(is_letter)
        });
        hits.map(|hit| (hit.pattern().as_usize(), hit.range())).collect()
    }
}

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let word_use = prepared.word_use.get_or_init(|| WordUse::new(prepared));
    let mut places: HashMap<usize, Vec<CharRange>> = HashMap::new();
    for (word, bytes) in word_use.hits(reading.scene.text) {
        places.entry(word).or_default().push(reading.index.range_of(bytes));
    }
    let scene_len = reading.chars.len();
    let mut found = Vec::new();
    for (word, places) in places {
        let count = places.len();
        let elsewhere = word_use.totals.get(&word).copied().unwrap_or_default().saturating_sub(count);
        // Smoothing: half a use for a book with too little text; one use per 5,000 characters is unremarkable.
        let rate = (elsewhere as f64 + 0.5) / (word_use.chars.saturating_sub(scene_len) as f64 + 5000.0);
        let expected = (rate * scene_len as f64).max(scene_len as f64 / 5000.0).max(0.25);
        if count < MIN_USES || (count as f64) < MIN_RATIO * expected {
            continue;
        }
        let mut ranges = places.iter().map(|range| reading.place(*range));
        let Some(first) = ranges.next() else { continue };
        let text = word_use.words.get(word).copied().unwrap_or_default();
        let mut one = Found::new(Rule::Overused, Severity::Low, first)
            .values(format!("{expected:.1}"), format!("{text} ×{count}"))
            .with_confidence(0.8);
        one.places.extend(ranges);
        found.push(one);
    }
    found
}
