//! Errors of style: repetition, openings, overused words, punctuation, length.

use wenfang_text::{CharRange, TextIndex, count};

use super::{Change, Edit, PlantedNovel, openings as sentences};
use crate::chance::Chance;
use crate::setting::Setting;
use wenfang_checks::rules::Language;

/// Repeats sentences and phrases.
pub(super) fn repetitions(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let english = setting.language == Language::English;
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let index = TextIndex::new(&source.text);
        let all = sentences(&source.text);
        for (at, sentence) in all.iter().enumerate() {
            let text = index.slice(*sentence);
            if text.contains(['“', '”', '：']) || !chance.percent(20) {
                continue;
            }
            if chance.percent(35) {
                changes.extend(phrase(scene, (*sentence, text), (setting.language, chance)));
                continue;
            }
            let len = text.chars().count();
            if !(if english { 40..200 } else { 12..70 }).contains(&len) {
                continue;
            }
            let Some(target) = all.get(at + 1 + chance.below(3)) else { continue };
            if target.start().get() - sentence.end().get() > if english { 900 } else { 300 } {
                continue;
            }
            let words = if chance.percent(30) {
                with_changed_word(text, (setting.language, chance))
            } else {
                text.to_owned()
            };
            let words = if english { format!("{words} ") } else { words };
            let start = target.start().get();
            changes.push(vec![Edit { scene, range: CharRange::new(start, start), words, margin: (0, 0) }]);
        }
    }
    changes
}

/// Replaces one word of a sentence.
fn with_changed_word(text: &str, (language, chance): (Language, &mut Chance)) -> String {
    let english = language == Language::English;
    if english {
        let mut words: Vec<&str> = text.split(' ').collect();
        let at = chance.below(words.len());
        words[at] = "again";
        return words.join(" ");
    }
    let mut chars: Vec<char> = text.chars().collect();
    let at = chance.below(chars.len().saturating_sub(1));
    chars[at] = '又';
    chars.into_iter().collect()
}

/// Repeats a phrase of a sentence immediately.
fn phrase(
    scene: usize,
    (sentence, text): (CharRange, &str),
    (language, chance): (Language, &mut Chance),
) -> Option<Change> {
    let english = language == Language::English;
    let start = sentence.start().get();
    if english {
        let words: Vec<&str> = text.split(' ').collect();
        let len = 2 + chance.below(4);
        let from = chance.below(words.len().checked_sub(len + 1)?);
        let twice = words[from..from + len].join(" ");
        if !twice.chars().all(|c| c.is_alphanumeric() || c == ' ') {
            return None;
        }
        let at = start + words[..from].iter().map(|word| word.chars().count() + 1).sum::<usize>();
        return Some(vec![Edit {
            scene,
            range: CharRange::new(at, at),
            words: format!("{twice} "),
            margin: (0, 0),
        }]);
    }
    let chars: Vec<char> = text.chars().collect();
    let len = 4 + chance.below(5);
    let from = chance.below(chars.len().checked_sub(len + 1)?);
    let twice = &chars[from..from + len];
    twice.iter().all(|c| c.is_alphabetic()).then(|| {
        let at = start + from;
        // Either of the two may be reported.
        vec![Edit {
            scene,
            range: CharRange::new(at, at + len),
            words: twice.iter().chain(twice).collect(),
            margin: (0, 0),
        }]
    })
}

/// Makes consecutive sentences begin alike.
pub(super) fn openings(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let chinese = [
        "于是", "这时", "那时", "此时", "他便", "她又", "我就", "只见", "然后", "宝玉", "接着", "忽然",
        "众人", "不久",
    ];
    let english = ["Then", "Suddenly", "And", "So", "Now", "But", "Perhaps", "Soon", "Again", "Still"];
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let index = TextIndex::new(&source.text);
        let all = sentences(&source.text);
        let every = wenfang_text::sentences(&source.text);
        for at in 0..all.len() {
            if !chance.percent(15) {
                continue;
            }
            let wanted = 4 + chance.below(3);
            let Some(run) = all.get(at..at + wanted) else { continue };
            // The sentences must follow each other directly.
            let first = every.iter().position(|range| range == &run[0]);
            let is_run = first.is_some_and(|first| every.get(first..first + wanted) == Some(run));
            if !is_run {
                continue;
            }
            let opening = if setting.language == Language::English {
                chance.pick(&english)
            } else {
                chance.pick(&chinese)
            };
            let Some(opening) = opening else { continue };
            let edits = run.iter().map(|sentence| {
                let start = sentence.start().get();
                let first = index.slice(CharRange::new(start, start + 1));
                let words = match setting.language {
                    Language::English => format!("{opening} {}", first.to_lowercase()),
                    _ => format!("{opening}{first}"),
                };
                Edit { scene, range: CharRange::new(start, start + 1), words, margin: (0, 1) }
            });
            changes.push(edits.collect());
        }
    }
    changes
}

/// Repeats one word throughout a scene.
pub(super) fn overused(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let chinese = [
        "忽然",
        "不禁",
        "似乎",
        "缓缓",
        "微微",
        "淡淡",
        "竟然",
        "突然",
        "仿佛",
        "猛地",
        "顿时",
        "莫名",
        "不由得",
        "终于",
        "轻轻",
        "陡然",
        "幽幽",
        "无奈地",
    ];
    let english = [
        "suddenly",
        "really",
        "slowly",
        "just",
        "quite",
        "actually",
        "softly",
        "simply",
        "somehow",
        "clearly",
        "eventually",
    ];
    let is_english = setting.language == Language::English;
    let mut changes = Vec::new();
    for _ in 0..8 {
        for (scene, source) in setting.scenes.iter().enumerate() {
            let chars: Vec<char> = source.text.chars().collect();
            let mut gaps: Vec<usize> = Vec::new();
            for sentence in sentences(&source.text) {
                let marks: &[char] = if is_english { &[','] } else { &['，'] };
                let inside =
                    sentence.as_range().filter(|at| chars.get(*at).is_some_and(|c| marks.contains(c)));
                gaps.extend(inside.map(|at| at + 1).take(1));
            }
            chance.shuffle(&mut gaps);
            let wanted = 7 + chance.below(9);
            let word = if is_english { chance.pick(&english) } else { chance.pick(&chinese) };
            let (Some(word), true) = (word, gaps.len() >= wanted * 2) else { continue };
            let edits = gaps.iter().take(wanted).map(|at| Edit {
                scene,
                range: CharRange::new(*at, *at),
                words: if is_english { format!(" {word}") } else { (*word).to_owned() },
                margin: (0, 0),
            });
            changes.push(edits.collect());
        }
    }
    changes
}

/// Drops or doubles punctuation, or gives it the wrong width.
pub(super) fn punctuation(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let english = setting.language == Language::English;
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let chars: Vec<char> = source.text.chars().collect();
        for (at, c) in chars.iter().enumerate() {
            if !chance.percent(4) {
                continue;
            }
            let neighbours = [at.checked_sub(1).and_then(|before| chars.get(before)), chars.get(at + 1)];
            let is_alone = neighbours.iter().all(|c| c.is_some_and(|c| c.is_alphabetic() || *c == ' '));
            let words: Option<String> = match c {
                '“' | '”' | '《' | '》' | '（' | '）' | '(' | ')' if chance.percent(60) => {
                    Some(String::new())
                }
                '，' | '。' if is_alone => match chance.below(6) {
                    0 => Some(format!("{c}{c}")),
                    1 => Some("。，".to_owned()),
                    2 => Some(if *c == '，' { ",".to_owned() } else { ".".to_owned() }),
                    3 => Some("...".to_owned()),
                    4 => Some("，、".to_owned()),
                    _ => None,
                },
                '？' | '！' if is_alone => Some(if chance.percent(50) {
                    format!("。{c}")
                } else {
                    (if *c == '？' { "?" } else { "!" }).to_owned()
                }),
                ',' if english && is_alone => {
                    Some(if chance.percent(60) { ",,".to_owned() } else { ",.".to_owned() })
                }
                ';' if english && is_alone => Some(";,".to_owned()),
                _ => None,
            };
            if let Some(words) = words {
                changes.push(paired(scene, &chars, (at, words)));
            }
        }
    }
    changes
}

/// Changes one mark. If it is half of a pair and is dropped, the other half is part of the error.
fn paired(scene: usize, chars: &[char], (at, words): (usize, String)) -> Change {
    let edit = Edit { scene, range: CharRange::new(at, at + 1), words, margin: (0, 0) };
    let is_end = |c: char| c == '\n';
    let (start, end) = (
        chars[..at].iter().rposition(|c| is_end(*c)).map_or(0, |line| line + 1),
        chars[at..].iter().position(|c| is_end(*c)).map_or(chars.len(), |line| at + line),
    );
    let partner = match chars[at] {
        '“' => (at + 1..end).find(|other| chars[*other] == '”'),
        '”' => (start..at).rev().find(|other| chars[*other] == '“'),
        '《' => (at + 1..end).find(|other| chars[*other] == '》'),
        '》' => (start..at).rev().find(|other| chars[*other] == '《'),
        '（' => (at + 1..end).find(|other| chars[*other] == '）'),
        '）' => (start..at).rev().find(|other| chars[*other] == '（'),
        '(' => (at + 1..end).find(|other| chars[*other] == ')'),
        ')' => (start..at).rev().find(|other| chars[*other] == '('),
        _ => None,
    };
    let partner = partner.filter(|_| edit.words.is_empty()).and_then(|partner| {
        let words = chars.get(partner)?.to_string();
        Some(Edit { scene, range: CharRange::new(partner, partner + 1), words, margin: (0, 0) })
    });
    [edit].into_iter().chain(partner).collect()
}

/// Shortens scenes or stretches them beyond their target.
pub(super) fn lengths(setting: &Setting, (wanted, chance): (usize, &mut Chance)) -> PlantedNovel {
    let rule = setting.language.count_rule();
    let mut faulty = PlantedNovel { setting: setting.clone(), errors: Vec::new() };
    // A scene can be wrong in several ways, but not at once, so the novel is repeated several times.
    let rounds = wanted.div_ceil(setting.scenes.len().max(1));
    faulty.setting.scenes = (0..rounds).flat_map(|_| setting.scenes.iter().cloned()).collect();
    for number in 0..faulty.setting.scenes.len() {
        let scene = &mut faulty.setting.scenes[number];
        let length = count(&scene.text).total(rule);
        let target = scene.target.map_or(length, |target| target as usize).max(1);
        let part = if chance.percent(50) { 30 + chance.below(58) } else { 122 + chance.below(100) };
        let aim = target * part / 100;
        let lines: Vec<&str> = scene.text.lines().collect();
        let mut text = String::new();
        'fill: loop {
            for line in &lines {
                for sentence in line.split_inclusive('。') {
                    text.push_str(sentence);
                    if count(&text).total(rule) >= aim {
                        break 'fill;
                    }
                }
                text.push('\n');
            }
        }
        let now = count(&text).total(rule);
        // With long sentences the cut may miss its aim.
        if now * 10 >= target * 9 && now * 10 <= target * 12 {
            continue;
        }
        let chars = text.chars().count();
        scene.text = text;
        faulty.errors.push(vec![(number, CharRange::new(0, chars))]);
    }
    faulty
}
