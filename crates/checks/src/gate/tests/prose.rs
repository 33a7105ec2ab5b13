//! Prose for the properties: novels of the shared corpus, our own passages, and text composed of difficult
//! parts.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

const NOVELS: [&str; 5] = [
    "hongloumeng.zh-Hans.txt",
    "hongloumeng.zh-Hant.raw.txt",
    "panghuang.zh-Hans.txt",
    "kokoro.ja.aozora.txt",
    "pride-and-prejudice.en.raw.txt",
];

const PASSAGES: [&str; 3] = [
    "　　雨下到后半夜才停。老周把门推开一条缝，外面黑得什么也看不见。“谁？”他问。没有人回答。\n　　“是我。”过了很久，\
     墙根下才有个声音说，“别点灯。他们还在巷口——三个，也许四个。”\n　　老周没有动。他想起许多年前的那个晚上：同样的雨，\
     同样的声音，同样的一句“别点灯”。那一次他点了灯……后来的事，镇上的人都知道。\n　　“你把手伸出来。”他终于说，“让我看看，\
     是不是还少一根指头？”\n",
    "　雨がやんだのは、夜も更けてからだった。「誰だ。」と老人は言った。返事はない。\n「私です。灯りをつけないでください。\
     『三人いる』と聞きました。」\n　老人は動かなかった。あの晩のことを、いまでも覚えている。同じ雨、同じ声、同じ言葉……。\
     そして、誰も戻らなかったのである。\n",
    "The rain stopped long after midnight. Mr. Lowe opened the door an inch, and saw nothing at all. “Who’s there?” he asked.\n\
     “Only me,” said a voice by the wall. “Don’t light the lamp. There are three of them, perhaps four; No. 7 is watched.”\n\
     He did not move: he was thinking of another night, the same rain, the same words. \"Show me your hand,\" he said at last. \
     \"All of it. Is one finger missing still?\"\n",
];

/// Returns the available novels, and our own passages repeated a few times.
pub(super) fn books() -> Vec<Vec<char>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let novels = NOVELS.into_iter().filter_map(|name| {
        let text = fs::read_to_string(folder.join(name)).ok();
        if text.is_none() {
            eprintln!("skipped: no {name} in the corpus; using our own passages instead");
        }
        text
    });
    novels.chain(PASSAGES.map(|passage| passage.repeat(4))).map(|text| text.chars().collect()).collect()
}

/// Parts of prose in all scripts.
const PARTS: [&str; 60] = [
    "雨",
    "停了",
    "老周走进屋里",
    "说",
    "他问",
    "行こう",
    "した",
    "カ",
    "か\u{3099}",
    "한",
    "각",
    "rain",
    "Mr",
    "No",
    "I",
    "a",
    "7",
    "3",
    "Ｑ",
    "。",
    "。",
    "。",
    "！",
    "？",
    "……",
    "…",
    "?!",
    ".",
    ".",
    ". ",
    "，",
    "，",
    "、",
    "；",
    "：",
    "——",
    ",",
    ":",
    "“",
    "”",
    "“",
    "”",
    "‘",
    "’",
    "「",
    "」",
    "『",
    "』",
    "\"",
    "（",
    "）",
    "》",
    " ",
    "　",
    "\n",
    "\n　　",
    "\r\n",
    "👩\u{200d}👧",
    "e\u{301}",
    "\u{fe0f}",
];

/// Markdown markup, and other text that lowers counts or settles late.
const SPECIAL_PARTS: [&str; 13] =
    ["*", "**", "***", "# ", "> ", "---", "-", "\\*", "'", "🇨🇳", "\u{200b}", "\u{200d}", "\u{600}"];

/// Parts of dialogue.
const SPEECH_PARTS: [&str; 8] = ["雨", "停了", "。", "，", "“", "”", "走。", "。”"];

/// Generates text of up to ninety parts.
pub(super) fn generated() -> impl Strategy<Value = String> {
    let texts = |parts: Vec<&'static str>| {
        prop::collection::vec(prop::sample::select(parts), 4..90).prop_map(|parts| parts.concat())
    };
    let all = PARTS.into_iter().chain(SPECIAL_PARTS).collect();
    prop_oneof![3 => texts(all), 2 => texts(PARTS.to_vec()), 1 => texts(SPEECH_PARTS.to_vec())]
}

/// Splits a text into deltas: whole, by characters, or of up to five or forty characters.
pub(super) fn split(text: &str, mut seed: u64) -> Vec<&str> {
    let longest = [usize::MAX, 1, 5, 40][(seed % 4) as usize];
    let mut deltas = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        // Knuth's multiplier (MMIX).
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let length = if longest == usize::MAX { longest } else { 1 + (seed >> 33) as usize % longest };
        let end = rest.char_indices().nth(length).map_or(rest.len(), |(at, _)| at);
        let (delta, after) = rest.split_at(end);
        deltas.push(delta);
        rest = after;
    }
    deltas
}
