//! Directions without a model: what is planned, what the outline says next, who has been waiting, and what just happened.
//!
//! Pure. Nothing is made up: every direction puts together what the author wrote elsewhere and names where it comes from.

use std::collections::HashSet;

use wenfang_drafting::prompts::Language;
use wenfang_text::parse_numeral;

use super::super::summary::ending;
use super::super::{Took, WorkSource};
use super::{DIRECTIONS, Suggested, Suggestion, SuggestionMaterial, ThreadRef, Waiting};

/// Characters of a title that is taken out of a line.
const TITLE: usize = 16;
/// Characters of the chapter's end that are quoted where it has no summary.
const ENDING: usize = 60;
/// A line of the outline is told when so much of it, in percent, stands in the chapter.
const TOLD: usize = 50;

/// One to three directions.
pub(super) fn suggest(material: &SuggestionMaterial) -> Suggested {
    let teller = Suggester { material, last: last_event(material) };
    let mut items: Vec<Suggestion> = Vec::new();
    items.extend(teller.planned());
    items.extend(teller.outlined());
    items.extend(material.threads.iter().map(|waiting| teller.thread(waiting)));
    items.extend(teller.events());
    let mut seen = HashSet::new();
    items.retain(|item| seen.insert(item.outline.clone()));
    items.truncate(DIRECTIONS);
    Suggested { chapter: material.chapter.id, items, texts: material.chapter.hash(), took: Took::default() }
}

/// What the chapter leaves behind: its last key event, else its last words.
fn last_event(material: &SuggestionMaterial) -> String {
    let event = material.summary.as_ref().and_then(|summary| summary.key_events.last());
    event.map_or_else(|| ending(&material.chapter, ENDING), |event| event.text.clone())
}

struct Suggester<'a> {
    material: &'a SuggestionMaterial,
    last: String,
}

impl Suggester<'_> {
    fn words(&self, zh: String, en: String) -> String {
        if self.material.language == Language::Zh { zh } else { en }
    }

    /// Where every direction goes on from.
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

    /// The threads that words name.
    fn named_in(&self, words: &str) -> Vec<ThreadRef> {
        let threads = self.material.threads.iter().map(|waiting| &waiting.thread);
        threads.filter(|thread| words.contains(&thread.title)).cloned().collect()
    }

    /// What the author planned of the next chapter.
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

    /// What the outline says of the next chapter, or what of it is not told yet.
    fn outlined(&self) -> Option<Suggestion> {
        let material = self.material;
        let next = u32::try_from(material.chapter.index + 2).ok()?;
        let of_next = material.outline.iter().find(|line| number_of(line) == Some(next));
        let text: HashSet<(char, char)> =
            material.chapter.scenes.iter().flat_map(|of| pairs(&of.text)).collect();
        let is_told = |line: &String| {
            let of_line: Vec<(char, char)> = pairs(line).collect();
            let told = of_line.iter().filter(|pair| text.contains(pair)).count();
            told * 100 >= of_line.len() * TOLD
        };
        // The line after the last one that is told; an outline of which nothing is told says nothing about what is next.
        let after_told = || {
            let last = material.outline.iter().rposition(is_told)?;
            material.outline.get(last + 1)
        };
        let numbered = material.outline.iter().any(|line| number_of(line).is_some());
        let line = of_next.or_else(|| if numbered { None } else { after_told() })?;
        let outline = format!("{}\n{}", self.of_this_chapter(), sentence(line));
        let why = self.words(
            format!("大纲接下来写的是：{}", sentence(line)),
            format!("The outline goes on: {}", sentence(line)),
        );
        Some(self.direction(bare_title(line), (outline, why), self.named_in(line)))
    }

    /// A thread that waits.
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

    /// Where what just happened leads, and how others take what happened before: there is always something to go on from.
    /// Each asks another question, since two that differ in one sentence alone are no choice.
    fn events(&self) -> Vec<Suggestion> {
        let events = self.material.summary.as_ref().map(|summary| summary.key_events.as_slice());
        let earlier = events.unwrap_or_default().iter().rev().map(|event| event.text.as_str());
        let earlier = earlier.filter(|event| *event != self.last).take(1);
        let consequence = std::iter::once(self.consequence(&self.last));
        consequence.chain(earlier.map(|event| self.reaction(event))).collect()
    }

    fn consequence(&self, event: &str) -> Suggestion {
        let told = sentence(event);
        let outline = self.words(
            format!("写这件事的后果：{told}谁因此改变了打算，谁必须马上做点什么。"),
            format!("Tell what comes of this: {told} Who changes their mind, and who has to act at once?"),
        );
        let why = self.words(
            "它是本章最后一件要紧的事。".to_owned(),
            "It is the last important event of the chapter.".to_owned(),
        );
        self.direction(event, (outline, why), self.named_in(event))
    }

    fn reaction(&self, event: &str) -> Suggestion {
        let told = sentence(event);
        let outline = self.words(
            format!("换一个人来看这件事：{told}谁还不知道，谁会反对，谁想借它做文章。"),
            format!("Show this through another person: {told} Who does not know yet, who objects, and who can use it?"),
        );
        let why = self
            .words("它是本章要紧的事。".to_owned(), "It is an important event of the chapter.".to_owned());
        self.direction(event, (outline, why), self.named_in(event))
    }
}

/// Words with a mark at their end.
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

/// The beginning of words, up to the first mark, as a title.
fn short(words: &str) -> String {
    let marks = ['，', '。', '！', '？', '；', '：', '、', ',', '.', '!', '?', ';', ':', '\n'];
    let first = words.trim().split(marks).find(|part| !part.trim().is_empty()).unwrap_or_default().trim();
    let most = if first.is_ascii() { 3 * TITLE } else { TITLE };
    first.chars().take(most).collect()
}

/// A title without its number: 护官符 of 第四回 护官符.
fn bare_title(line: &str) -> &str {
    let line = line.trim();
    let Some((_, rest)) = numbered(line) else { return line };
    let rest = rest.trim_start_matches([' ', '　', '：', ':', '.', '、', '，']);
    if rest.is_empty() { line } else { rest }
}

/// The number of the chapter that a line of an outline is about.
fn number_of(line: &str) -> Option<u32> {
    numbered(line.trim()).map(|(number, _)| number)
}

/// 第四回…, 4. …, Chapter 4 …
fn numbered(line: &str) -> Option<(u32, &str)> {
    const UNITS: [char; 5] = ['章', '回', '节', '话', '幕'];
    if let Some(after) = line.strip_prefix('第') {
        let (digits, rest) = after.split_once(UNITS)?;
        return (digits.chars().count() <= 8)
            .then(|| parse_numeral(digits.trim()))?
            .map(|(it, _)| (it, rest));
    }
    let after = ["Chapter ", "chapter ", "CHAPTER "].iter().find_map(|word| line.strip_prefix(word));
    let (of, is_chapter) = (after.unwrap_or(line), after.is_some());
    let end = of.find(|c: char| !c.is_ascii_digit()).unwrap_or(of.len());
    let (digits, rest) = of.split_at(end);
    let is_number = is_chapter || rest.starts_with(['.', '、', '：', ':', '．']);
    is_number.then(|| digits.parse().ok())?.map(|number| (number, rest))
}

/// The pairs of characters beside each other that are letters of some kind.
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
    fn the_plan_comes_first_then_the_outline_then_who_waits() {
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
    fn an_outline_without_numbers_goes_on_after_what_is_told() {
        let items = suggest(&material(&["沈砚进旧库找账本", "巡夜人把他堵在里面", "天亮"])).items;
        assert_eq!(items[0].title, "巡夜人把他堵在里面");
        let nothing_told = suggest(&material(&["皇帝南巡", "天下大赦"])).items;
        assert!(nothing_told.iter().all(|item| !item.outline.contains("皇帝")));
    }

    #[test]
    fn a_chapter_without_anything_else_still_goes_on() {
        let items = suggest(&material(&[])).items;
        assert!(items[0].outline.contains("外面有脚步声"), "{items:?}");
    }

    #[test]
    fn numbers_of_lines_are_read() {
        assert_eq!(number_of("第十二回 某某"), Some(12));
        assert_eq!(number_of("Chapter 3: The Chest"), Some(3));
        assert_eq!(number_of("4. 开箱"), Some(4));
        assert_eq!(number_of("1912年的冬天"), None);
        assert_eq!(number_of("第一次见面"), None);
        assert_eq!(bare_title("第四回 护官符"), "护官符");
    }
}
