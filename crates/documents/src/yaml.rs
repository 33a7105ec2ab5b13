//! YAML front matter as a small tree. Aliases are never followed, so that a small file cannot become a large tree.

use saphyr_parser::{Event, Parser};

/// The deepest nesting; front matter of writing tools stays below ten.
const MAX_DEPTH: usize = 64;

/// A value of YAML. Every scalar is text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Yaml {
    Text(String),
    List(Vec<Yaml>),
    Map(Vec<(String, Yaml)>),
}

impl Yaml {
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(found, _)| found == key).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The texts of a list, or the one text.
    pub fn texts(&self) -> Vec<String> {
        match self {
            Self::Text(text) if text.is_empty() || text == "null" || text == "~" => Vec::new(),
            Self::Text(text) => vec![text.clone()],
            Self::List(list) => list.iter().flat_map(Self::texts).collect(),
            Self::Map(entries) => {
                entries.iter().map(|(key, value)| format!("{key}: {}", value.texts().join(", "))).collect()
            }
        }
    }
}

/// Splits a note into its front matter and its text. Without front matter, or if it is damaged, all is text.
pub(crate) fn front_matter(text: &str) -> (Option<Yaml>, &str) {
    let Some(rest) = text.strip_prefix("---\n") else { return (None, text) };
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            let body = &rest[at + line.len()..];
            return match read(&rest[..at]) {
                Some(yaml) => (Some(yaml), body),
                None => (None, text),
            };
        }
        at += line.len();
    }
    (None, text)
}

/// Reads YAML; `None` if it is damaged or no map.
fn read(text: &str) -> Option<Yaml> {
    let mut open: Vec<Open> = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, _) = event.ok()?;
        let done = match event {
            Event::Scalar(text, ..) => Yaml::Text(text.into_owned()),
            Event::Alias(_) => Yaml::Text(String::new()),
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                if open.len() >= MAX_DEPTH {
                    return None;
                }
                let is_map = matches!(event, Event::MappingStart(..));
                open.push(Open { is_map, key: None, list: Vec::new(), map: Vec::new() });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let open = open.pop()?;
                if open.is_map { Yaml::Map(open.map) } else { Yaml::List(open.list) }
            }
            _ => continue,
        };
        match open.last_mut() {
            Some(outer) => outer.put(done),
            None => return Some(done).filter(|yaml| matches!(yaml, Yaml::Map(_))),
        }
    }
    None
}

/// A list or a map whose end has not been read.
struct Open {
    is_map: bool,
    key: Option<String>,
    list: Vec<Yaml>,
    map: Vec<(String, Yaml)>,
}

impl Open {
    fn put(&mut self, value: Yaml) {
        if !self.is_map {
            self.list.push(value);
        } else if let Some(key) = self.key.take() {
            self.map.push((key, value));
        } else {
            self.key = Some(value.texts().join(" "));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_lists_are_read() {
        let note = "---\nlongform:\n  title: 'A: B'\n  scenes:\n    - One\n    - - Two\n      - - Three\n  ignoredFiles: [a, \"b*\"]\n---\nBody\n---\n";
        let (yaml, body) = front_matter(note);
        let yaml = yaml.unwrap();
        let longform = yaml.get("longform").unwrap();
        assert_eq!(longform.get("title").unwrap().text(), Some("A: B"));
        assert_eq!(longform.get("scenes").unwrap().texts(), ["One", "Two", "Three"]);
        assert_eq!(longform.get("ignoredFiles").unwrap().texts(), ["a", "b*"]);
        assert_eq!(body, "Body\n---\n");
    }

    #[test]
    fn damaged_front_matter_is_text() {
        for note in ["---\na: [\n---\nx", "---\n- a\n---\nx", "---\nno end", "no start"] {
            assert_eq!(front_matter(note), (None, note));
        }
        let deep = format!("---\na: {}\n---\nx", "[".repeat(500));
        assert_eq!(front_matter(&deep).0, None);
        let aliases = "---\na: &a [x, x]\nb: [*a, *a]\n---\n";
        assert_eq!(front_matter(aliases).0.unwrap().get("b").unwrap().texts(), Vec::<String>::new());
    }
}
