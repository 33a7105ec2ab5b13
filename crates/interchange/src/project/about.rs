//! What a tool knows about a part, as our records have it.
//!
//! Records have no field for labels and keywords: they follow the notes, each with its name.

use wenfang_documents::Details;
use wenfang_story::{ScenePlan, Status};

use crate::outline::Script;
use crate::plan::About;

/// The words that an import adds, in the language of the text.
pub(super) struct Words {
    pub not_included: &'static str,
    pub notes: &'static str,
    pub status: &'static str,
    pub label: &'static str,
    pub keywords: &'static str,
    pub items: &'static str,
    pub pov: &'static str,
    pub characters: &'static str,
    pub location: &'static str,
    pub time: &'static str,
    pub snapshot: &'static str,
    /// Between a name and its value, and between two values.
    colon: &'static str,
    comma: &'static str,
}

impl Words {
    pub fn of(script: Script) -> Self {
        match script {
            Script::Chinese => Self {
                not_included: "未收入",
                notes: "备注",
                status: "状态",
                label: "标签",
                keywords: "关键词",
                items: "物品",
                pov: "视角",
                characters: "人物",
                location: "地点",
                time: "时间",
                snapshot: "快照",
                colon: "：",
                comma: "、",
            },
            Script::Japanese => Self {
                not_included: "未収録",
                notes: "メモ",
                status: "状態",
                label: "ラベル",
                keywords: "キーワード",
                items: "アイテム",
                pov: "視点",
                characters: "登場人物",
                location: "場所",
                time: "時",
                snapshot: "スナップショット",
                colon: "：",
                comma: "、",
            },
            Script::Latin => Self {
                not_included: "Not included",
                notes: "Notes",
                status: "Status",
                label: "Label",
                keywords: "Keywords",
                items: "Items",
                pov: "Point of view",
                characters: "Characters",
                location: "Location",
                time: "Time",
                snapshot: "Snapshot",
                colon: ": ",
                comma: ", ",
            },
        }
    }

    /// A line with a name and its values; empty without values.
    pub fn line(&self, name: &str, values: &[String]) -> String {
        match values {
            [] => String::new(),
            values => format!("{name}{}{}", self.colon, values.join(self.comma)),
        }
    }
}

/// The synopsis, notes, target and status of a part. The notes have everything that has no field of its own.
pub(super) fn of(details: &Details, words: &Words) -> About {
    About {
        synopsis: details.synopsis.trim().to_owned(),
        notes: joined([details.notes.trim().to_owned(), named(details, words)]),
        status: details.status.as_deref().map(status).unwrap_or_default(),
        target: details.target,
    }
}

/// The synopsis of a volume, with its notes and everything that has no field of its own.
pub(super) fn synopsis(details: &Details, words: &Words) -> String {
    let notes = match details.notes.trim() {
        "" => String::new(),
        notes => format!("{}{}{notes}", words.notes, words.colon),
    };
    joined([details.synopsis.trim().to_owned(), notes, named(details, words)])
}

/// What has no field in our records, each with its name.
fn named(details: &Details, words: &Words) -> String {
    let one = |value: &Option<String>| value.iter().cloned().collect::<Vec<_>>();
    let lines = [
        words.line(words.status, &one(&details.status)),
        words.line(words.label, &one(&details.label)),
        words.line(words.keywords, &details.keywords),
        words.line(words.items, &details.items),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn joined<const N: usize>(parts: [String; N]) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// The lines of a plan, for a part whose record has none.
pub(super) fn plan_lines(details: &Details, words: &Words) -> String {
    let one = |value: &Option<String>| value.iter().cloned().collect::<Vec<_>>();
    let lines = [
        words.line(words.pov, &one(&details.pov)),
        words.line(words.characters, &details.characters),
        words.line(words.location, &details.locations),
        words.line(words.time, &one(&details.story_time)),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Adds a text after a blank line.
pub(super) fn append(text: &mut String, more: &str) {
    if !text.is_empty() && !more.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(more);
}

/// The plan of a scene.
pub(super) fn plan(details: &Details, words: &Words) -> ScenePlan {
    ScenePlan {
        location: details.locations.join(words.comma),
        story_time: details.story_time.clone().unwrap_or_default(),
        characters: details.characters.clone(),
        pov: details.pov.clone().unwrap_or_default(),
        ..ScenePlan::default()
    }
}

/// Our status for the word of a tool. Every other word means that the part is being written.
fn status(word: &str) -> Status {
    const COMPLETED: [&str; 10] =
        ["done", "final", "finished", "complete", "published", "完成", "定稿", "完结", "終稿", "完了"];
    const PLANNED: [&str; 12] = [
        "to do",
        "todo",
        "to-do",
        "outline",
        "idea",
        "new",
        "planned",
        "待写",
        "构思",
        "大纲",
        "未着手",
        "構想",
    ];
    let word = word.trim().to_lowercase();
    if COMPLETED.iter().any(|known| word.contains(known)) {
        Status::Completed
    } else if PLANNED.iter().any(|known| word == *known) {
        Status::Planned
    } else {
        Status::Drafting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_tools_are_statuses() {
        assert_eq!(status("Final Draft"), Status::Completed);
        assert_eq!(status("To Do"), Status::Planned);
        assert_eq!(status("2nd Edit"), Status::Drafting);
        assert_eq!(status("已定稿"), Status::Completed);
    }
}
