//! The project file: items in a tree, and the tables they refer to.

use std::collections::HashMap;

use crate::xml::Element;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Root,
    Folder,
    File,
}

/// A document or a folder.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub handle: String,
    pub parent: String,
    pub order: i64,
    pub kind: Kind,
    /// The class of the root it is below, in capitals, such as `NOVEL`.
    pub class: String,
    pub is_note: bool,
    pub is_active: bool,
    pub name: String,
    pub status: Option<String>,
    pub importance: Option<String>,
}

/// A project file.
#[derive(Debug, Default)]
pub(super) struct Project {
    pub title: Option<String>,
    pub author: Option<String>,
    pub language: Option<String>,
    /// Texts that the tool puts instead of `<key>`.
    pub replacements: Vec<(String, String)>,
    items: Vec<Item>,
    /// The places of the items, by handle.
    handles: HashMap<String, usize>,
}

/// The deepest folders. What is deeper, or in a circle, is below no root.
const MAX_DEPTH: usize = 256;

impl Project {
    pub fn read(root: Element<'_>) -> Self {
        let text = |holder: Option<Element<'_>>, names: &[&str]| {
            let texts = names.iter().filter_map(|name| holder?.child(name)).map(|found| found.text());
            texts.map(|text| text.trim().to_owned()).find(|text| !text.is_empty() && text != "None")
        };
        let (project, settings) = (root.child("project"), root.child("settings"));
        let statuses = table(settings.and_then(|settings| settings.child("status")));
        let importance = table(settings.and_then(|settings| settings.child("importance")));
        let replaced = settings.and_then(|settings| settings.child("autoReplace"));
        let items: Vec<Item> = root
            .child("content")
            .map(|content| content.all("item").map(|item| read_item(item, &statuses, &importance)).collect())
            .unwrap_or_default();
        Self {
            title: text(project, &["title", "name"]),
            author: text(project, &["author"]),
            language: text(settings, &["language"]).map(|language| language.replace('_', "-")),
            replacements: table(replaced)
                .into_iter()
                .map(|(key, value)| (format!("<{key}>"), value))
                .collect(),
            handles: items.iter().enumerate().map(|(at, item)| (item.handle.clone(), at)).collect(),
            items,
        }
    }

    pub fn has(&self, handle: &str) -> bool {
        self.handles.contains_key(handle)
    }

    /// The root that an item is below.
    pub fn root_of<'p>(&'p self, item: &'p Item) -> &'p Item {
        let mut current = item;
        for _ in 0..MAX_DEPTH {
            match self.handles.get(&current.parent) {
                Some(parent) => current = &self.items[*parent],
                None => break,
            }
        }
        current
    }

    /// The names of the roots of the novel.
    pub fn novels(&self) -> usize {
        self.items.iter().filter(|item| item.kind == Kind::Root && item.class == "NOVEL").count()
    }

    /// The items in reading order: each before its children.
    pub fn in_order(&self) -> Vec<&Item> {
        let mut children: HashMap<&str, Vec<&Item>> = HashMap::new();
        for item in &self.items {
            let parent = if self.has(&item.parent) { item.parent.as_str() } else { "" };
            children.entry(parent).or_default().push(item);
        }
        for list in children.values_mut() {
            list.sort_by_key(|item| item.order);
        }
        let mut ordered = Vec::with_capacity(self.items.len());
        let mut stack: Vec<&Item> = Vec::new();
        stack.extend(children.remove("").into_iter().flatten().rev());
        while let Some(item) = stack.pop() {
            ordered.push(item);
            stack.extend(children.remove(item.handle.as_str()).into_iter().flatten().rev());
        }
        // Items in a circle are below no root.
        ordered.extend(children.into_values().flatten());
        ordered
    }
}

fn table(holder: Option<Element<'_>>) -> HashMap<String, String> {
    let entries = holder.into_iter().flat_map(|holder| holder.all("entry"));
    entries
        .map(|entry| (entry.attribute("key").unwrap_or_default().to_owned(), entry.text().trim().to_owned()))
        .collect()
}

/// Reads an item. What newer versions have as attributes, older ones have as elements.
fn read_item(
    item: Element<'_>,
    statuses: &HashMap<String, String>,
    importance: &HashMap<String, String>,
) -> Item {
    let name = item.child("name");
    let value = |key: &str| {
        let attribute = item.attribute(key).or_else(|| name.and_then(|name| name.attribute(key)));
        attribute.map_or_else(|| item.child_text(key).trim().to_owned(), str::to_owned)
    };
    let is_no = |text: String| matches!(text.to_lowercase().as_str(), "no" | "false");
    let status = value("status");
    Item {
        handle: value("handle"),
        parent: value("parent"),
        order: value("order").parse().unwrap_or(0),
        kind: match value("type").to_uppercase().as_str() {
            "ROOT" => Kind::Root,
            "FOLDER" => Kind::Folder,
            _ => Kind::File,
        },
        class: value("class").to_uppercase(),
        is_note: value("layout").eq_ignore_ascii_case("note"),
        is_active: !is_no(value("active")) && !is_no(value("exported")),
        name: name.map(|name| name.text().trim().to_owned()).unwrap_or_default(),
        // The oldest versions have the word itself.
        status: statuses.get(&status).cloned().or(Some(status)).filter(|status| !status.is_empty()),
        importance: importance.get(&value("import")).cloned().filter(|word| word != "None"),
    }
}
