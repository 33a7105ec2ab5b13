//! Builds the tree from the events of quick-xml.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use super::{Dialect, MAX_DEPTH, MAX_NODES, Node, Stored, TEXT, Words, Xml};
use crate::{Limit, ReadError};

pub(super) fn tree(entry: &str, text: &str, dialect: Dialect) -> Result<Xml, ReadError> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.allow_dangling_amp = true;
    config.expand_empty_elements = false;
    let mut builder = Builder::new(entry, dialect);
    builder.scopes.push(("xml".into(), "http://www.w3.org/XML/1998/namespace".into()));
    loop {
        let event = reader.read_event().map_err(|error| ReadError::DamagedXml {
            entry: entry.to_owned(),
            at: reader.error_position(),
            reason: error.to_string(),
        })?;
        match event {
            Event::Start(start) => builder.open(&start, reader.buffer_position())?,
            Event::Empty(start) => {
                builder.open(&start, reader.buffer_position())?;
                builder.close();
            }
            Event::End(_) => builder.close(),
            Event::Text(text) => builder.text(&text.xml10_content())?,
            Event::CData(text) => builder.text(&text.xml10_content())?,
            Event::GeneralRef(reference) => builder.reference(&reference)?,
            Event::DocType(declared) => require_no_entities(entry, &declared.into_inner())?,
            Event::Eof => return builder.finish(reader.buffer_position()),
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
        }
    }
}

/// A DOCTYPE may name a document type, but it may not declare anything.
fn require_no_entities(entry: &str, declared: &str) -> Result<(), ReadError> {
    if declared.contains(['[', '<']) {
        return Err(ReadError::Entities { entry: entry.to_owned() });
    }
    Ok(())
}

/// Builds a tree from the front to the end.
pub(crate) struct Builder<'e> {
    entry: &'e str,
    dialect: Dialect,
    nodes: Vec<Node>,
    attributes: Vec<Stored>,
    buffer: String,
    words: Words,
    /// The open elements, and the length of `scopes` before each.
    open: Vec<(u32, usize)>,
    /// Whether the last node is a text of the innermost open element.
    after_text: bool,
    /// Prefixes and their namespaces, innermost last.
    scopes: Vec<(String, String)>,
}

impl<'e> Builder<'e> {
    pub fn new(entry: &'e str, dialect: Dialect) -> Self {
        Self {
            entry,
            dialect,
            nodes: Vec::new(),
            attributes: Vec::new(),
            buffer: String::new(),
            words: Words::default(),
            open: Vec::new(),
            after_text: false,
            scopes: Vec::new(),
        }
    }
}

impl Builder<'_> {
    /// Opens an element without a namespace.
    pub fn open_plain(
        &mut self,
        name: &str,
        attributes: impl Iterator<Item = (String, String)>,
    ) -> Result<(), ReadError> {
        self.after_text = false;
        let from = self.attributes.len() as u32;
        let namespace = self.words.number("");
        for (name, value) in attributes {
            let begin = self.push_text(&value)?;
            let local = name.rsplit(':').next().unwrap_or(&name);
            let (name, to) = (self.words.number(local), self.buffer.len() as u32);
            self.attributes.push(Stored { name, namespace, from: begin, to });
        }
        let to = self.attributes.len() as u32;
        let scopes = self.scopes.len();
        let name = self.words.number(name);
        self.push(Node { name, namespace, from, to, end: 0 })?;
        self.open.push((self.nodes.len() as u32 - 1, scopes));
        Ok(())
    }

    fn open(&mut self, start: &BytesStart<'_>, at: u64) -> Result<(), ReadError> {
        if self.open.len() >= MAX_DEPTH {
            return Err(ReadError::TooLarge { what: Limit::Depth, limit: MAX_DEPTH as u64 });
        }
        if self.open.is_empty() && !self.nodes.is_empty() {
            return Err(self.damage(at, "there is text after the end of the document"));
        }
        self.after_text = false;
        let scopes = self.scopes.len();
        let from = self.attributes.len() as u32;
        let mut pairs = Vec::new();
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.damage(at, &error.to_string()))?;
            let name = attribute.key.as_ref().to_owned();
            let value = self.value(&attribute.value);
            match name.strip_prefix("xmlns") {
                Some("") => self.scopes.push((String::new(), value)),
                Some(prefix) if prefix.starts_with(':') => self.scopes.push((prefix[1..].to_owned(), value)),
                _ => pairs.push((name, value)),
            }
        }
        for (name, value) in pairs {
            let (prefix, local) = name.split_once(':').unwrap_or(("", &name));
            // Attributes without a prefix have no namespace.
            let namespace = if prefix.is_empty() { "" } else { self.namespace(prefix) }.to_owned();
            let begin = self.push_text(&value)?;
            self.attributes.push(Stored {
                name: self.words.number(local),
                namespace: self.words.number(&namespace),
                from: begin,
                to: self.buffer.len() as u32,
            });
        }
        let name = start.name();
        let name = name.as_ref();
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        let namespace = self.namespace(prefix).to_owned();
        let node = Node {
            name: self.words.number(local),
            namespace: self.words.number(&namespace),
            from,
            to: self.attributes.len() as u32,
            end: 0,
        };
        self.push(node)?;
        self.open.push((self.nodes.len() as u32 - 1, scopes));
        Ok(())
    }

    pub fn close(&mut self) {
        self.after_text = false;
        if let Some((at, scopes)) = self.open.pop() {
            self.nodes[at as usize].end = self.nodes.len() as u32;
            self.scopes.truncate(scopes);
        }
    }

    fn namespace(&self, prefix: &str) -> &str {
        self.scopes.iter().rev().find(|(known, _)| known == prefix).map_or("", |(_, namespace)| namespace)
    }

    /// Adds text to the open element; one node for texts that follow each other.
    pub fn text(&mut self, text: &str) -> Result<(), ReadError> {
        if text.is_empty() || self.open.is_empty() {
            return Ok(());
        }
        let from = self.push_text(text)?;
        let to = self.buffer.len() as u32;
        if let Some(last) = self.nodes.last_mut().filter(|_| self.after_text) {
            last.to = to;
            return Ok(());
        }
        self.after_text = true;
        let end = self.nodes.len() as u32 + 1;
        self.push(Node { name: TEXT, namespace: 0, from, to, end })
    }

    fn reference(&mut self, reference: &BytesRef<'_>) -> Result<(), ReadError> {
        let name = reference.xml10_content();
        let text = resolve(&name, self.dialect).unwrap_or_else(|| format!("&{name};"));
        self.text(&text)
    }

    /// Decodes the references of an attribute's value.
    fn value(&self, raw: &str) -> String {
        let mut value = String::with_capacity(raw.len());
        let mut rest = raw;
        while let Some((before, after)) = rest.split_once('&') {
            value.push_str(before);
            let resolved = after.split_once(';').and_then(|(name, after)| {
                (name.len() <= LONGEST_NAME).then(|| resolve(name, self.dialect).map(|text| (text, after)))?
            });
            match resolved {
                Some((text, after)) => {
                    value.push_str(&text);
                    rest = after;
                }
                None => {
                    value.push('&');
                    rest = after;
                }
            }
        }
        value.push_str(rest);
        value
    }

    fn push_text(&mut self, text: &str) -> Result<u32, ReadError> {
        let from = self.buffer.len();
        if from + text.len() > u32::MAX as usize {
            return Err(ReadError::TooLarge { what: Limit::InflatedBytes, limit: u64::from(u32::MAX) });
        }
        self.buffer.push_str(text);
        Ok(from as u32)
    }

    fn push(&mut self, node: Node) -> Result<(), ReadError> {
        if self.nodes.len() + self.attributes.len() >= MAX_NODES {
            return Err(ReadError::TooLarge { what: Limit::Nodes, limit: MAX_NODES as u64 });
        }
        self.nodes.push(node);
        Ok(())
    }

    pub fn finish(self, at: u64) -> Result<Xml, ReadError> {
        if self.nodes.is_empty() {
            return Err(self.damage(at, "it has no elements"));
        }
        if !self.open.is_empty() {
            return Err(self.damage(at, "it ends before its last element"));
        }
        Ok(Xml {
            nodes: self.nodes,
            attributes: self.attributes,
            buffer: self.buffer,
            words: self.words.list,
        })
    }

    fn damage(&self, at: u64, reason: &str) -> ReadError {
        ReadError::DamagedXml { entry: self.entry.to_owned(), at, reason: reason.to_owned() }
    }
}

/// The longest name of a character of HTML has 31 letters.
const LONGEST_NAME: usize = 32;

/// The text of `&name;`. Numbers that are no character give U+FFFD.
fn resolve(name: &str, dialect: Dialect) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        let c = code.ok().and_then(char::from_u32).filter(|c| *c != '\0').unwrap_or('\u{fffd}');
        return Some(c.to_string());
    }
    let known = match dialect {
        Dialect::Xml => quick_xml::escape::resolve_predefined_entity(name),
        Dialect::Html => quick_xml::escape::resolve_html5_entity(name)
            .or_else(|| quick_xml::escape::resolve_predefined_entity(name)),
    };
    known.map(str::to_owned)
}
