//! Directions without a model, from the plan, the outline, waiting threads and recent events.
//!
//! Pure. Nothing is invented: every direction combines what the author wrote elsewhere and names its source.

use std::collections::HashSet;

use wenfang_drafting::prompts::Language;
use wenfang_text::parse_numeral;

use super::super::Took;
use super::super::summary::ending;
use super::{MAX_DIRECTIONS, Suggested, Suggestion, SuggestionMaterial, ThreadRef, Waiting};
use wenfang_recall::summaries::WorkSource;

/// Maximum length of a title taken from a line, in chars.
const MAX_TITLE_CHARS: usize = 16;
/// Characters of the chapter's end quoted if it has no summary.
const ENDING_CHARS: usize = 60;
/// Share of an outline line's character pairs, in percent, that the chapter must contain for the line to count
/// as written.
const WRITTEN_PERCENT: usize = 50;

/// Suggests one to three directions.
pub(super) fn suggest(material: &SuggestionMaterial) -> Suggested {
    let suggester = Suggester { material, last: last_event(material) };
    let mut items: Vec<Suggestion> = Vec::new();
    items.extend(suggester.planned());
    items.extend(suggester.outlined());
    items.extend(material.threads.iter().map(|waiting| suggester.thread(waiting)));
    items.extend(suggester.events());
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(item.outline.clone()));
    items.truncate(MAX_DIRECTIONS);
    Suggested { chapter: material.chapter.id, items, texts: material.chapter.hash(), took: Took::default() }
}

/// The last key event of the chapter, else its last words.
fn last_event(material: &SuggestionMaterial) -> String {
    let event = material.summary.as_ref().and_then(|summary| summary.key_events.last());
    event.map_or_else(|| ending(&material.chapter, ENDING_CHARS), |event| event.text.clone())
}

struct Suggester<'a> {
    material: &'a SuggestionMaterial,
    last: String,
}

impl Suggester<'_> {
    fn words(&self, zh: String, en: String) -> String {
        if self.material.language == Language::Zh { zh } else { en }
    }

    /// The starting point of every direction.
    fn of_this_chapter(&self) -> String {
        let last = sentence(&self.last);
        self.words(format!("接着这里写起：{last}"), format!("Go on from here: {last}"))
    }

    fn direction(
        &self,
        title: &str,
        (outline, why): (String, String),
        threads: Vec<ThreadRef>,
    ) -> Suggestion {
        Suggestion {
            id: 0,
            title: short(title),
            outline,
            threads,
            why,
            source: WorkSource::Local,
            accepted_as: None,
        }
    }

    /// The threads named in a text.
    fn named_in(&self, words: &str) -> Vec<ThreadRef> {
        let threads = self.material.threads.iter().map(|waiting| &waiting.thread);
        threads.filter(|thread| words.contains(&thread.title)).cloned().collect()
    }

    /// The author's plan of the next chapter.
    fn planned(&self) -> Option<Suggestion> {
        let (title, lines) = self.material.planned.as_ref()?;
        let plan = lines.iter().map(|line| sentence(line)).collect::<String>();
        let outline = format!("{}\n{plan}", self.of_this_chapter());
        let why = self.words(
            "你已经这样计划了下一章。".to_owned(),
            "This is what you planned of the next chapter.".to_owned(),
        );
        let threads = self.named_in(&plan);
        Some(self.direction(bare_title(title), (outline, why), threads))
    }

    /// The outline's entry for the next chapter, or its first entry that is not written yet.
    fn outlined(&self) -> Option<Suggestion> {
        let material = self.material;
        let next = u32::try_from(material.chapter.index + 2).ok()?;
        let next_line = material.outline.iter().find(|line| number_of(line) == Some(next));
        let text: HashSet<(char, char)> =
            material.chapter.scenes.iter().flat_map(|scene| pairs(&scene.text)).collect();
        let is_written = |line: &String| {
            let line_pairs: Vec<(char, char)> = pairs(line).collect();
            let matching = line_pairs.iter().filter(|pair| text.contains(pair)).count();
            matching * 100 >= line_pairs.len() * WRITTEN_PERCENT
        };
        // The line after the last written one. An outline of which nothing is written does not say what is
        // next.
        let after_written = || {
            let last = material.outline.iter().rposition(is_written)?;
            material.outline.get(last + 1)
        };
        let numbered = material.outline.iter().any(|line| number_of(line).is_some());
        let line = next_line.or_else(|| if numbered { None } else { after_written() })?;
        let outline = format!("{}\n{}", self.of_this_chapter(), sentence(line));
        let why = self.words(
            format!("大纲接下来写的是：{}", sentence(line)),
            format!("The outline goes on: {}", sentence(line)),
        );
        Some(self.direction(bare_title(line), (outline, why), self.named_in(line)))
    }

    /// A thread that is waiting.
    fn thread(&self, waiting: &Waiting) -> Suggestion {
        let title = &waiting.thread.title;
        let mut outline = self.of_this_chapter();
        outline.push('\n');
        outline.push_str(
            &self.words(format!("让「{title}」往前走一步。"), format!("Take “{title}” one step further.")),
        );
        if !waiting.description.is_empty() {
            outline.push_str(
                &self.words(sentence(&waiting.description), format!(" {}", sentence(&waiting.description))),
            );
        }
        if !waiting.last.is_empty() {
            let last = &waiting.last;
            outline.push_str(&self.words(
                format!("上一次写到它的原文是：“{last}”。"),
                format!(" It was last seen here: “{last}”."),
            ));
        }
        let why = match (waiting.overdue, waiting.since) {
            (Some(overdue), _) => self.words(
                format!(
                    "这条伏笔已经 {} 章没有回应，超过了你定的 {} 章。",
                    overdue.chapters_since, overdue.due_after
                ),
                format!(
                    "The reader has waited {} chapters, more than the {} you allow.",
                    overdue.chapters_since, overdue.due_after
                ),
            ),
            (None, Some(since)) if since > 0 => self.words(
                format!("这条伏笔已经 {since} 章没有回应。"),
                format!("Nothing has come of it for {since} chapters."),
            ),
            _ => self.words("这条伏笔还没有收。".to_owned(), "It is still open.".to_owned()),
        };
        self.direction(title, (outline, why), vec![waiting.thread.clone()])
    }

    /// Consequences of the last event, and reactions to earlier ones, so that there is always a suggestion.
    /// Each asks a different question; two that differ in one sentence are no choice.
    fn events(&self) -> Vec<Suggestion> {
        let events = self.material.summary.as_ref().map(|summary| summary.key_events.as_slice());
        let earlier = events.unwrap_or_default().iter().rev().map(|event| event.text.as_str());
        let earlier = earlier.filter(|event| *event != self.last).take(1);
        let consequence = std::iter::once(self.consequence(&self.last));
        consequence.chain(earlier.map(|event| self.reaction(event))).collect()
    }

    fn consequence(&self, event: &str) -> Suggestion {
        let event_sentence = sentence(event);
        let outline = self.words(
            format!("写这件事的后果：{event_sentence}谁因此改变了打算，谁必须马上做点什么。"),
            format!("Tell what comes of this: {event_sentence} Who changes their mind, and who has to act at once?"),
        );
        let why = self.words(
            "它是本章最后一件要紧的事。".to_owned(),
            "It is the last important event of the chapter.".to_owned(),
        );
        self.direction(event, (outline, why), self.named_in(event))
    }

    fn reaction(&self, event: &str) -> Suggestion {
        let event_sentence = sentence(event);
        let outline = self.words(
            format!("换一个人来看这件事：{event_sentence}谁还不知道，谁会反对，谁想借它做文章。"),
            format!("Show this through another person: {event_sentence} Who does not know yet, who objects, and who can use it?"),
        );
        let why = self
            .words("它是本章要紧的事。".to_owned(), "It is an important event of the chapter.".to_owned());
        self.direction(event, (outline, why), self.named_in(event))
    }
}

/// A text with a punctuation mark at its end.
fn sentence(words: &str) -> String {
    let words = words.trim();
    let is_ended = words.ends_with(['。', '！', '？', '…', '”', '」', '.', '!', '?']);
    let is_latin = words.chars().next_back().is_none_or(|last| last.is_ascii());
    match (is_ended, is_latin) {
        (true, _) => words.to_owned(),
        (false, true) => format!("{words}."),
        (false, false) => format!("{words}。"),
    }
}

/// The beginning of a text up to the first punctuation mark, as a title.
fn short(words: &str) -> String {
    let marks = ['，', '。', '！', '？', '；', '：', '、', ',', '.', '!', '?', ';', ':', '\n'];
    let first = words.trim().split(marks).find(|part| !part.trim().is_empty()).unwrap_or_default().trim();
    let most = if first.is_ascii() { 3 * MAX_TITLE_CHARS } else { MAX_TITLE_CHARS };
    first.chars().take(most).collect()
}

/// A title without its number: 护官符 for 第四回 护官符.
fn bare_title(line: &str) -> &str {
    let line = line.trim();
    let Some((_, rest)) = numbered(line) else { return line };
    let rest = rest.trim_start_matches([' ', '　', '：', ':', '.', '、', '，']);
    if rest.is_empty() { line } else { rest }
}

/// The chapter number at the start of an outline line.
fn number_of(line: &str) -> Option<u32> {
    numbered(line.trim()).map(|(number, _)| number)
}

/// Parses 第四回…, 4. …, Chapter 4 …
fn numbered(line: &str) -> Option<(u32, &str)> {
    const UNITS: [char; 5] = ['章', '回', '节', '话', '幕'];
    if let Some(after) = line.strip_prefix('第') {
        let (digits, rest) = after.split_once(UNITS)?;
        return (digits.chars().count() <= 8)
            .then(|| parse_numeral(digits.trim()))?
            .map(|(it, _)| (it, rest));
    }
    let after = ["Chapter ", "chapter ", "CHAPTER "].iter().find_map(|word| line.strip_prefix(word));
    let (numbered, is_chapter) = (after.unwrap_or(line), after.is_some());
    let end = numbered.find(|c: char| !c.is_ascii_digit()).unwrap_or(numbered.len());
    let (digits, rest) = numbered.split_at(end);
    let is_number = is_chapter || rest.starts_with(['.', '、', '：', ':', '．']);
    is_number.then(|| digits.parse().ok())?.map(|number| (number, rest))
}

/// The adjacent pairs of letters.
fn pairs(text: &str) -> impl Iterator<Item = (char, char)> + '_ {
    let is_word = |c: char| c.is_alphanumeric();
    text.chars().zip(text.chars().skip(1)).filter(move |(a, b)| is_word(*a) && is_word(*b))
}

#[cfg(test)]
mod tests {
    use wenfang_story::{ChapterRecord, VersionNo};

    use super::super::super::chapter::{ChapterTexts, SceneText};
    use super::*;

    fn material(outline: &[&str]) -> SuggestionMaterial {
        let scene = SceneText {
            id: 1.into(),
            version: VersionNo::FIRST,
            text: "沈砚进了旧库，找到账本。外面有脚步声。".to_owned(),
            pov: String::new(),
        };
        let record = ChapterRecord { title: "第一章 旧库".to_owned(), ..ChapterRecord::default() };
        SuggestionMaterial {
            chapter: ChapterTexts { id: 1.into(), record, index: 0, scenes: vec![scene] },
            language: Language::Zh,
            summary: None,
            threads: Vec::new(),
            outline: outline.iter().map(|line| (*line).to_owned()).collect(),
            planned: None,
        }
    }

    fn thread(id: i64, title: &str) -> Waiting {
        Waiting {
            thread: ThreadRef { id: id.into(), title: title.to_owned() },
            description: "断成两截的铜秤是谁的".to_owned(),
            overdue: None,
            since: Some(3),
            last: "铜秤断成两截".to_owned(),
        }
    }

    #[test]
    fn plan_comes_before_outline_and_outline_before_threads() {
        let mut material = material(&["第一章 沈砚找到账本", "第二章 巡夜人堵门，铜秤现身", "第三章 沉船"]);
        material.threads = vec![thread(1, "铜秤"), thread(2, "沉船")];
        material.planned = Some(("第二章 堵门".to_owned(), vec!["沈砚从后窗逃走".to_owned()]));
        let items = suggest(&material).items;
        let titles: Vec<&str> = items.iter().map(|item| item.title.as_str()).collect();
        assert_eq!(titles, ["堵门", "巡夜人堵门", "铜秤"]);
        assert!(items[0].outline.ends_with("沈砚从后窗逃走。"), "{}", items[0].outline);
        assert_eq!(items[1].threads, [ThreadRef { id: 1.into(), title: "铜秤".to_owned() }]);
        assert!(items[2].why.contains("3 章") && items[2].outline.contains("“铜秤断成两截”"));
    }

    #[test]
    fn an_unnumbered_outline_continues_after_its_written_lines() {
        let items = suggest(&material(&["沈砚进旧库找账本", "巡夜人把他堵在里面", "天亮"])).items;
        assert_eq!(items[0].title, "巡夜人把他堵在里面");
        let unrelated = suggest(&material(&["皇帝南巡", "天下大赦"])).items;
        assert!(unrelated.iter().all(|item| !item.outline.contains("皇帝")));
    }

    #[test]
    fn a_bare_chapter_still_yields_a_suggestion() {
        let items = suggest(&material(&[])).items;
        assert!(items[0].outline.contains("外面有脚步声"), "{items:?}");
    }

    #[test]
    fn chapter_numbers_of_lines_are_parsed() {
        assert_eq!(number_of("第十二回 某某"), Some(12));
        assert_eq!(number_of("Chapter 3: The Chest"), Some(3));
        assert_eq!(number_of("4. 开箱"), Some(4));
        assert_eq!(number_of("1912年的冬天"), None);
        assert_eq!(number_of("第一次见面"), None);
        assert_eq!(bare_title("第四回 护官符"), "护官符");
    }
}
