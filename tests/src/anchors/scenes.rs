//! Scenes for the evaluation, from chapters of the shared corpus.

use std::fs;
use std::path::{Path, PathBuf};

/// Minimum and maximum length of a scene, in characters; longer chapters are cut at a paragraph.
const SIZE: (usize, usize) = (1_500, 12_000);

/// Files of the corpus and their line format.
const BOOKS: [(&str, Lines); 5] = [
    ("hongloumeng.zh-Hans.txt", Lines::Paragraphs),
    ("panghuang.zh-Hans.txt", Lines::Paragraphs),
    ("aq-zhengzhuan.zh-Hans.txt", Lines::Paragraphs),
    ("pride-and-prejudice.en.raw.txt", Lines::HardWrapped),
    ("kokoro.ja.aozora.txt", Lines::Paragraphs),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    Paragraphs,
    HardWrapped,
}

/// One half of the corpus: every second scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// For development and tuning.
    Development,
    /// For the reported figures.
    HeldOut,
}

/// A chapter or a part of one.
#[derive(Clone, Debug)]
pub struct Scene {
    pub book: usize,
    pub text: Vec<char>,
}

/// The corpus folder, if this machine has one.
pub fn corpus() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    folder.is_dir().then_some(folder)
}

/// The scenes of one half of the corpus in `folder`; missing books are skipped.
pub fn scenes(folder: &Path, half: Half) -> Vec<Scene> {
    let mut scenes = Vec::new();
    for (book, (file, lines)) in BOOKS.iter().enumerate() {
        let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
        let text = if *lines == Lines::HardWrapped { unwrapped(&text) } else { text };
        let parity = usize::from(half == Half::HeldOut);
        let texts = cut(&text).into_iter().enumerate().filter(|(index, _)| index % 2 == parity);
        scenes.extend(texts.map(|(_, text)| Scene { book, text: text.chars().collect() }));
    }
    scenes
}

/// Joins the lines of each paragraph; a blank line ends a paragraph.
fn unwrapped(text: &str) -> String {
    let paragraphs = text.split("\n\n").map(|paragraph| paragraph.lines().collect::<Vec<_>>().join(" "));
    paragraphs.map(|paragraph| paragraph.trim().to_owned() + "\n").filter(|line| line.len() > 1).collect()
}

fn cut(text: &str) -> Vec<String> {
    let mut scenes = vec![String::new()];
    let mut size = 0;
    for line in text.lines() {
        let chars = line.chars().count();
        if (is_heading(line) && size >= SIZE.0) || size + chars > SIZE.1 {
            scenes.push(String::new());
            size = 0;
        }
        if let Some(scene) = scenes.last_mut() {
            scene.push_str(line);
            scene.push('\n');
        }
        size += chars + 1;
    }
    scenes.retain(|scene| scene.chars().count() >= SIZE.0);
    scenes
}

fn is_heading(line: &str) -> bool {
    let chapter = line.starts_with('第') && line.chars().take(8).any(|c| c == '回' || c == '章');
    let english = line.starts_with("CHAPTER ");
    let aozora = line.starts_with("［＃") && line.contains("見出し");
    let story =
        !line.is_empty() && line.chars().count() <= 6 && !line.ends_with(['。', '！', '？', '”', '…', '」']);
    chapter || english || aozora || story
}
