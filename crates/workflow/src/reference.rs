//! References in strings: `{{input.x}}`, `{{nodes.a.output.y}}`, `{{item}}`, `{{index}}`, `{{last}}`.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

/// The source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Root {
    Input,
    /// The output of a node, by id.
    Node(String),
    /// The item of a fan-out node.
    Item,
    /// The number of the item of a fan-out or repeated node, from 0.
    Index,
    /// The output of the item before, in a repeated node; null for the first item.
    Last,
}

/// A reference to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    pub root: Root,
    /// The path to the value: field names and item numbers.
    pub path: Vec<String>,
}

/// Why a reference is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadReference {
    /// `{{` without `}}`.
    #[error("`{{{{` without `}}}}`")]
    Open,
    /// Nothing between the braces.
    #[error("there is nothing between the braces")]
    Empty,
    /// An unknown root.
    #[error(
        "`{0}` is not a reference: it must begin with `input.`, `nodes.<id>.output`, `item`, `index` or `last`"
    )]
    Unknown(String),
    /// A part of its path is empty.
    #[error("a part of `{0}` is empty")]
    EmptyPart(String),
}

impl Reference {
    /// Parses the text between the braces.
    ///
    /// # Errors
    /// [`BadReference`].
    pub fn parse(text: &str) -> Result<Self, BadReference> {
        let text = text.trim();
        if text.is_empty() {
            return Err(BadReference::Empty);
        }
        let parts: Vec<&str> = text.split('.').map(str::trim).collect();
        if parts.iter().any(|part| part.is_empty()) {
            return Err(BadReference::EmptyPart(text.to_owned()));
        }
        let (root, path) = match parts.as_slice() {
            ["input", path @ ..] => (Root::Input, path),
            ["nodes", id, "output", path @ ..] => (Root::Node((*id).to_owned()), path),
            ["item", path @ ..] => (Root::Item, path),
            ["index"] => (Root::Index, [].as_slice()),
            ["last", path @ ..] => (Root::Last, path),
            _ => return Err(BadReference::Unknown(text.to_owned())),
        };
        Ok(Self { root, path: path.iter().map(|part| (*part).to_owned()).collect() })
    }

    /// The value, if it exists. Every path in `null` is `null`.
    pub fn find<'a>(&self, scope: &'a Scope<'_>) -> Option<&'a Value> {
        let mut value = match &self.root {
            Root::Input => scope.input,
            Root::Node(id) => (scope.output)(id)?,
            Root::Item => scope.item.as_ref()?.item?,
            Root::Index => &scope.item.as_ref()?.index,
            Root::Last => scope.item.as_ref()?.last?,
        };
        for part in &self.path {
            value = match value {
                Value::Object(fields) => fields.get(part)?,
                Value::Array(items) => items.get(part.parse::<usize>().ok()?)?,
                // The output of a skipped node is null, and so is every path in it.
                Value::Null => return Some(value),
                _ => return None,
            };
        }
        Some(value)
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.root {
            Root::Input => f.write_str("input")?,
            Root::Node(id) => write!(f, "nodes.{id}.output")?,
            Root::Item => f.write_str("item")?,
            Root::Index => f.write_str("index")?,
            Root::Last => f.write_str("last")?,
        }
        self.path.iter().try_for_each(|part| write!(f, ".{part}"))
    }
}

/// The values that references can refer to.
pub struct Scope<'a> {
    pub input: &'a Value,
    /// The outputs of nodes, by id.
    pub output: &'a dyn Fn(&str) -> Option<&'a Value>,
    /// What is known of one item, for an item of a node.
    pub item: Option<ItemScope<'a>>,
}

/// The values that only one item of a node can refer to.
#[derive(Clone, Debug)]
pub struct ItemScope<'a> {
    /// Its number, from 0.
    pub index: Value,
    /// Its value in the array of a fan-out node.
    pub item: Option<&'a Value>,
    /// The output of the item before, in a repeated node.
    pub last: Option<&'a Value>,
}

impl<'a> ItemScope<'a> {
    /// For an item of a fan-out node.
    pub fn of(index: usize, item: &'a Value) -> Self {
        Self { index: Value::from(index), item: Some(item), last: None }
    }

    /// For an item of a repeated node, after one with the output `last`.
    pub fn after(index: usize, last: &'a Value) -> Self {
        Self { index: Value::from(index), item: None, last: Some(last) }
    }
}

/// A string that may contain references.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template(Vec<Piece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Reference(Reference),
}

impl Template {
    /// Parses a string.
    ///
    /// # Errors
    /// [`BadReference`].
    pub fn parse(text: &str) -> Result<Self, BadReference> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(at) = rest.find("{{") {
            let (words, after) = rest.split_at(at);
            let after = &after[2..];
            let end = after.find("}}").ok_or(BadReference::Open)?;
            if !words.is_empty() {
                pieces.push(Piece::Text(words.to_owned()));
            }
            pieces.push(Piece::Reference(Reference::parse(&after[..end])?));
            rest = &after[end + 2..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Self(pieces))
    }

    /// The references in the template.
    pub fn references(&self) -> impl Iterator<Item = &Reference> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Reference(reference) => Some(reference),
            Piece::Text(_) => None,
        })
    }

    /// The reference, if the template consists of nothing else.
    pub fn whole(&self) -> Option<&Reference> {
        match self.0.as_slice() {
            [Piece::Reference(only)] => Some(only),
            _ => None,
        }
    }

    /// Fills in the references. A template that consists of a single reference becomes the value itself.
    ///
    /// # Errors
    /// The reference whose value does not exist.
    pub fn fill(&self, scope: &Scope<'_>) -> Result<Value, Reference> {
        if let Some(only) = self.whole() {
            return only.find(scope).cloned().ok_or_else(|| only.clone());
        }
        let mut filled = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(words) => filled.push_str(words),
                Piece::Reference(reference) => match reference.find(scope) {
                    Some(Value::String(words)) => filled.push_str(words),
                    Some(value) => filled.push_str(&value.to_string()),
                    None => return Err(reference.clone()),
                },
            }
        }
        Ok(Value::String(filled))
    }
}

/// A JSON value whose strings are templates.
#[derive(Clone, Debug, PartialEq)]
pub enum Filling {
    Plain(Arc<Value>),
    /// A string with references.
    Template(Template),
    Array(Vec<Filling>),
    Object(Vec<(String, Filling)>),
}

impl Filling {
    /// Parses a value. Errors are reported with the JSON pointer of the string.
    pub fn parse(value: &Value, faults: &mut dyn FnMut(String, BadReference)) -> Self {
        Self::at(value, &mut String::new(), faults)
    }

    fn at(value: &Value, pointer: &mut String, faults: &mut dyn FnMut(String, BadReference)) -> Self {
        if !has_braces(value) {
            return Self::Plain(Arc::new(value.clone()));
        }
        match value {
            Value::String(text) => match Template::parse(text) {
                Ok(template) => return Self::Template(template),
                Err(bad) => faults(pointer.clone(), bad),
            },
            Value::Array(items) => {
                let items = items.iter().enumerate();
                let filled = items.map(|(at, item)| {
                    within(pointer, &at.to_string(), |pointer| Self::at(item, pointer, faults))
                });
                return Self::Array(filled.collect());
            }
            Value::Object(fields) => {
                let filled = fields.iter().map(|(name, value)| {
                    let filled = within(pointer, name, |pointer| Self::at(value, pointer, faults));
                    (name.clone(), filled)
                });
                return Self::Object(filled.collect());
            }
            _ => {}
        }
        Self::Plain(Arc::new(value.clone()))
    }

    /// The references, each with the JSON pointer of its string.
    pub fn references(&self) -> Vec<(String, &Reference)> {
        let mut found = Vec::new();
        self.collect(&mut String::new(), &mut found);
        found
    }

    fn collect<'a>(&'a self, pointer: &mut String, found: &mut Vec<(String, &'a Reference)>) {
        match self {
            Self::Plain(_) => {}
            Self::Template(template) => {
                found.extend(template.references().map(|reference| (pointer.clone(), reference)));
            }
            Self::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    within(pointer, &at.to_string(), |pointer| item.collect(pointer, found));
                }
            }
            Self::Object(fields) => {
                for (name, value) in fields {
                    within(pointer, name, |pointer| value.collect(pointer, found));
                }
            }
        }
    }

    /// Fills in the references.
    ///
    /// # Errors
    /// The reference whose value does not exist.
    pub fn fill(&self, scope: &Scope<'_>) -> Result<Arc<Value>, Reference> {
        Ok(match self {
            Self::Plain(value) => Arc::clone(value),
            other => Arc::new(other.filled(scope)?),
        })
    }

    fn filled(&self, scope: &Scope<'_>) -> Result<Value, Reference> {
        match self {
            Self::Plain(value) => Ok(Value::clone(value)),
            Self::Template(template) => template.fill(scope),
            Self::Array(items) => items.iter().map(|item| item.filled(scope)).collect(),
            Self::Object(fields) => {
                fields.iter().map(|(name, value)| Ok((name.clone(), value.filled(scope)?))).collect()
            }
        }
    }
}

/// Whether a string in the value may contain a reference.
fn has_braces(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("{{"),
        Value::Array(items) => items.iter().any(has_braces),
        Value::Object(fields) => fields.values().any(has_braces),
        _ => false,
    }
}

/// Runs `act` one level down a JSON pointer.
fn within<T>(pointer: &mut String, name: &str, act: impl FnOnce(&mut String) -> T) -> T {
    let above = pointer.len();
    pointer.push('/');
    pointer.push_str(&escaped(name));
    let result = act(pointer);
    pointer.truncate(above);
    result
}

/// A name as a part of a JSON pointer (RFC 6901).
pub(crate) fn escaped(name: &str) -> Cow<'_, str> {
    if name.contains(['~', '/']) { name.replace('~', "~0").replace('/', "~1").into() } else { name.into() }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn filled(value: &Value) -> Result<Value, String> {
        let (input, output) = (json!({ "chapter_id": 7, "names": ["甲", "乙"] }), json!({ "n": 2 }));
        let item = json!({ "title": "第一回" });
        let outputs = |id: &str| (id == "a").then_some(&output);
        let scope = Scope { input: &input, output: &outputs, item: Some(ItemScope::of(3, &item)) };
        let mut faults = Vec::new();
        let filling = Filling::parse(value, &mut |at, bad| faults.push(format!("{at}: {bad}")));
        if let Some(fault) = faults.first() {
            return Err(fault.clone());
        }
        filling.fill(&scope).map(|value| Value::clone(&value)).map_err(|missing| missing.to_string())
    }

    #[test]
    fn a_reference_alone_keeps_its_type() {
        assert_eq!(filled(&json!("{{ input.chapter_id }}")).unwrap(), json!(7));
        assert_eq!(filled(&json!("{{input.names.1}}")).unwrap(), json!("乙"));
        assert_eq!(
            filled(&json!(["{{index}}", { "x": "{{item.title}}" }])).unwrap(),
            json!([3, { "x": "第一回" }])
        );
    }

    #[test]
    fn a_reference_within_text_becomes_text() {
        assert_eq!(
            filled(&json!("第{{nodes.a.output.n}}章 {{item}}")).unwrap(),
            json!("第2章 {\"title\":\"第一回\"}")
        );
    }

    #[test]
    fn a_missing_value_is_named() {
        assert_eq!(filled(&json!("{{nodes.a.output.m}}")).unwrap_err(), "nodes.a.output.m");
        assert_eq!(filled(&json!({ "a/b": ["{{inputs}}"] })).unwrap_err().split(':').next(), Some("/a~1b/0"));
        assert!(filled(&json!("{{input.x")).unwrap_err().contains("without"));
    }
}
