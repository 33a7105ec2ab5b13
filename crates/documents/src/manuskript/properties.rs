//! Properties before a text: `key:      value`, with the lines after the first indented.

/// The properties that the reader has a place for. Others are custom fields.
const KNOWN: [&str; 13] = [
    "title",
    "ID",
    "type",
    "POV",
    "summarySentence",
    "summaryFull",
    "notes",
    "label",
    "status",
    "compile",
    "setGoal",
    "charCount",
    "wordCount",
];

/// What the tool can count or open again, and no author wrote.
const COUNTED: [&str; 4] = ["goal", "goalPercentage", "lastPath", "revisions"];

/// Properties, in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties(Vec<(String, String)>);

impl Properties {
    /// Splits a text into its properties and what follows them.
    pub fn read(text: &str) -> (Self, &str) {
        let mut found: Vec<(String, String)> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            let content = line.trim_end();
            if content.is_empty() {
                // The text begins after two blank lines; a value can have blank lines of its own.
                let rest = &text[at + line.len()..];
                if !rest.starts_with("  ") {
                    let rest = rest.strip_prefix('\n').unwrap_or(rest);
                    return (Self(found), if found_any(text, at) { rest } else { text });
                }
                push_line(&mut found, "");
            } else if content.starts_with(' ') {
                push_line(&mut found, content.trim_start());
            } else if let Some((key, value)) = content.split_once(':').filter(|(key, _)| is_key(key)) {
                found.push((key.trim().to_owned(), value.trim().to_owned()));
            } else {
                return (Self(found), &text[at..]);
            }
            at += line.len();
        }
        (Self(found), "")
    }

    pub fn get(&self, key: &str) -> Option<String> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(key))?;
        Some(found.1.trim().to_owned()).filter(|value| !value.is_empty() && value != "None")
    }

    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The properties without a place in the tree.
    pub fn rest(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all().filter(|(key, value)| !value.is_empty() && !KNOWN.contains(key) && !COUNTED.contains(key))
    }
}

/// Whether the lines before byte `at` have properties.
fn found_any(text: &str, at: usize) -> bool {
    !text[..at].trim().is_empty()
}

fn push_line(found: &mut [(String, String)], line: &str) {
    if let Some((_, value)) = found.last_mut() {
        value.push('\n');
        value.push_str(line);
    }
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.len() <= 60 && !key.contains(['.', ',', '，', '。', '"', '“'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_can_have_several_lines() {
        let text = "title:          One: two\nID:             1\nsummaryFull:    First\n                Second\n\n\nBody: text\n\nMore\n";
        let (properties, body) = Properties::read(text);
        assert_eq!(properties.get("title").as_deref(), Some("One: two"));
        assert_eq!(properties.get("summaryFull").as_deref(), Some("First\nSecond"));
        assert_eq!(body, "Body: text\n\nMore\n");
    }

    #[test]
    fn texts_without_properties_are_whole() {
        for text in ["\n\nBody.\n", "Body without properties.\n"] {
            assert_eq!(Properties::read(text).1.trim(), text.trim());
        }
    }
}
