//! Index notes.

use crate::ReadError;
use crate::archive::Archive;
use crate::loss::Losses;
use crate::project::{has_ending, stem, text};
use crate::yaml::{Yaml, front_matter};

/// An index note: one draft of a novel.
pub(super) struct Index {
    pub name: String,
    pub title: String,
    pub draft: u32,
    pub draft_title: String,
    /// Whether the note itself is the text.
    pub is_single: bool,
    /// With `/` at its end, unless it is the top of the archive.
    pub scene_folder: String,
    pub scenes: Vec<Scene>,
    ignored: Vec<String>,
    /// The text after the front matter.
    pub body: String,
}

/// A scene and the scenes indented below it.
pub(super) struct Scene {
    pub name: String,
    pub inside: Vec<Scene>,
}

/// The folder of a file, with `/` at its end.
pub(super) fn folder(name: &str) -> &str {
    name.rfind('/').map_or("", |at| &name[..=at])
}

/// All index notes, the highest in the folder first.
pub(super) fn find(archive: &mut Archive<'_>) -> Result<Vec<Index>, ReadError> {
    let mut names: Vec<String> =
        archive.names().iter().filter(|name| has_ending(name, "md")).cloned().collect();
    names.sort_by_key(|name| (name.matches('/').count(), name.clone()));
    let mut found = Vec::new();
    for name in names {
        let bytes = archive.read(&name)?;
        // Most notes of a vault are no index: their text is not decoded.
        if memchr::memmem::find(&bytes, b"longform:").is_some() {
            found.extend(read(&name, &text(&bytes, &mut Losses::default())));
        }
    }
    Ok(found)
}

fn read(name: &str, note: &str) -> Option<Index> {
    let (yaml, body) = front_matter(note);
    let yaml = yaml?;
    let longform = yaml.get("longform").filter(|value| matches!(value, Yaml::Map(_)))?;
    let value = |key: &str| {
        longform
            .get(key)
            .and_then(Yaml::text)
            .map(str::trim)
            .filter(|text| !text.is_empty() && *text != "null")
    };
    let draft = value("draftNumber").and_then(|number| number.parse().ok()).unwrap_or(0);
    let inside = value("sceneFolder").unwrap_or("/").trim_matches('/');
    let scene_folder = match inside {
        "" => folder(name).to_owned(),
        inside => format!("{}{inside}/", folder(name)),
    };
    Some(Index {
        name: name.to_owned(),
        title: value("title").unwrap_or(stem(name)).to_owned(),
        draft,
        draft_title: value("draftTitle").map_or_else(|| format!("Draft {draft}"), str::to_owned),
        is_single: value("format") == Some("single"),
        scene_folder: crate::archive::normal_name(&scene_folder),
        scenes: longform.get("scenes").map(scenes).unwrap_or_default(),
        ignored: longform.get("ignoredFiles").map(Yaml::texts).unwrap_or_default(),
        body: body.to_owned(),
    })
}

/// A list inside a list is indented below the scene before it.
fn scenes(list: &Yaml) -> Vec<Scene> {
    let mut found: Vec<Scene> = Vec::new();
    let Yaml::List(items) = list else { return found };
    for item in items {
        match (item, found.last_mut()) {
            (Yaml::List(_), Some(before)) => before.inside.extend(scenes(item)),
            (Yaml::List(_), None) => found.extend(scenes(item)),
            _ => found.extend(item.texts().into_iter().map(|name| Scene { name, inside: Vec::new() })),
        }
    }
    found
}

impl Index {
    /// Whether a note is left out on purpose. A pattern can have `*`.
    pub fn ignores(&self, name: &str) -> bool {
        self.ignored.iter().any(|pattern| matches(pattern, name))
    }
}

fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut left) = name.strip_prefix(start) else { return false };
    let mut pieces: Vec<&str> = rest.split('*').collect();
    let end = pieces.pop().unwrap_or_default();
    for piece in pieces {
        match left.find(piece) {
            Some(at) => left = &left[at + piece.len()..],
            None => return false,
        }
    }
    left.ends_with(end)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_have_stars() {
        assert!(matches("draft*", "draft 2") && matches("*old*", "an old one") && matches("a", "a"));
        assert!(!matches("draft*", "a draft") && !matches("a*b*c", "acb"));
    }
}
