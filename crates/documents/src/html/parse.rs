//! Reads HTML by the rules of browsers, with html5ever, into the tree of [`crate::xml`].

use std::borrow::Cow;
use std::cell::{Cell, RefCell};

use html5ever::interface::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, LocalName, Namespace, ParseOpts, QualName, parse_document};

use crate::xml::{Builder, Dialect, MAX_DEPTH, Xml};
use crate::{Limit, ReadError};

/// The most nodes of a page.
const MAX_NODES: usize = 4_000_000;

/// The bytes that are parsed between two checks of the limits.
const STEP: usize = 16 << 10;

pub(super) fn html(text: &str) -> Result<Xml, ReadError> {
    let mut parser = parse_document(Sink::default(), options());
    let mut rest = text;
    while !rest.is_empty() {
        let mut end = rest.len().min(STEP);
        while !rest.is_char_boundary(end) {
            end += 1;
        }
        parser.process(StrTendril::from_slice(&rest[..end]));
        parser.tokenizer.sink.sink.check()?;
        rest = &rest[end..];
    }
    parser.finish()
}

/// Without scripts, so that the content of `noscript` is text.
fn options() -> ParseOpts {
    let mut options = ParseOpts::default();
    options.tree_builder.scripting_enabled = false;
    options
}

#[derive(Debug, Default)]
struct Node {
    /// `None` for a text or a comment.
    name: Option<QualName>,
    text: StrTendril,
    attributes: Vec<Attribute>,
    parent: usize,
    children: Vec<usize>,
    depth: usize,
}

/// The nodes by number; 0 is the document.
#[derive(Debug)]
struct Sink {
    nodes: RefCell<Vec<Node>>,
    is_too_deep: Cell<bool>,
}

impl Default for Sink {
    fn default() -> Self {
        Self { nodes: RefCell::new(vec![Node::default()]), is_too_deep: Cell::new(false) }
    }
}

/// The name of an element, as the parser asks for it.
#[derive(Debug)]
struct Name(QualName);

impl ElemName for Name {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl Sink {
    fn check(&self) -> Result<(), ReadError> {
        if self.is_too_deep.get() {
            return Err(ReadError::TooLarge { what: Limit::Depth, limit: MAX_DEPTH as u64 });
        }
        if self.nodes.borrow().len() > MAX_NODES {
            return Err(ReadError::TooLarge { what: Limit::Nodes, limit: MAX_NODES as u64 });
        }
        Ok(())
    }

    fn add(&self, node: Node) -> usize {
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(node);
        nodes.len() - 1
    }

    fn insert(&self, parent: usize, before: Option<usize>, child: NodeOrText<usize>) {
        let place = {
            let nodes = self.nodes.borrow();
            let children = &nodes[parent].children;
            before
                .and_then(|before| children.iter().rposition(|child| *child == before))
                .unwrap_or(children.len())
        };
        let child = match child {
            NodeOrText::AppendNode(child) => {
                self.remove(child);
                child
            }
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let last = place.checked_sub(1).map(|at| nodes[parent].children[at]);
                if let Some(last) = last.filter(|last| nodes[*last].name.is_none()) {
                    nodes[last].text.push_tendril(&text);
                    return;
                }
                drop(nodes);
                self.add(Node { text, ..Node::default() })
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        let depth = nodes[parent].depth + 1;
        nodes[child].parent = parent;
        nodes[child].depth = depth;
        let place = place.min(nodes[parent].children.len());
        nodes[parent].children.insert(place, child);
        if depth > MAX_DEPTH {
            self.is_too_deep.set(true);
        }
    }

    fn remove(&self, child: usize) {
        let mut nodes = self.nodes.borrow_mut();
        let parent = nodes[child].parent;
        if let Some(at) = nodes[parent].children.iter().rposition(|other| *other == child) {
            nodes[parent].children.remove(at);
        }
    }
}

impl TreeSink for Sink {
    type Handle = usize;
    type Output = Result<Xml, ReadError>;
    type ElemName<'a> = Name;

    fn finish(self) -> Self::Output {
        self.check()?;
        let nodes = self.nodes.into_inner();
        let mut builder = Builder::new("html", Dialect::Html);
        let root = nodes[0].children.iter().find(|child| nodes[**child].name.is_some());
        let Some(&root) = root else { return builder.finish(0) };
        // A stack of its own, because a page may be deeper than the stack of the program.
        let mut stack = vec![(root, false)];
        while let Some((at, is_done)) = stack.pop() {
            let node = &nodes[at];
            match (&node.name, is_done) {
                (None, _) => builder.text(&node.text)?,
                (Some(_), true) => builder.close(),
                (Some(name), false) => {
                    let attributes = node
                        .attributes
                        .iter()
                        .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()));
                    builder.open_plain(&name.local, attributes)?;
                    stack.push((at, true));
                    stack.extend(node.children.iter().rev().map(|child| (*child, false)));
                }
            }
        }
        builder.finish(0)
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> usize {
        0
    }

    fn elem_name<'a>(&'a self, target: &'a usize) -> Name {
        let nodes = self.nodes.borrow();
        let empty = || QualName::new(None, Namespace::default(), LocalName::default());
        Name(nodes[*target].name.clone().unwrap_or_else(empty))
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> usize {
        self.add(Node { name: Some(name), attributes, ..Node::default() })
    }

    fn create_comment(&self, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> usize {
        self.add(Node::default())
    }

    fn append(&self, parent: &usize, child: NodeOrText<usize>) {
        self.insert(*parent, None, child);
    }

    fn append_based_on_parent_node(&self, element: &usize, previous: &usize, child: NodeOrText<usize>) {
        let parent = self.nodes.borrow()[*element].parent;
        if self.nodes.borrow()[parent].children.iter().rev().any(|child| child == element) {
            self.insert(parent, Some(*element), child);
        } else {
            self.insert(*previous, None, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    /// The content of a template is put into the template; it is left out with it.
    fn get_template_contents(&self, target: &usize) -> usize {
        *target
    }

    fn same_node(&self, a: &usize, b: &usize) -> bool {
        a == b
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &usize, child: NodeOrText<usize>) {
        let parent = self.nodes.borrow()[*sibling].parent;
        self.insert(parent, Some(*sibling), child);
    }

    fn add_attrs_if_missing(&self, target: &usize, attributes: Vec<Attribute>) {
        let own = &mut self.nodes.borrow_mut()[*target].attributes;
        for attribute in attributes {
            if !own.iter().any(|known| known.name == attribute.name) {
                own.push(attribute);
            }
        }
    }

    fn remove_from_parent(&self, target: &usize) {
        self.remove(*target);
    }

    fn reparent_children(&self, node: &usize, new_parent: &usize) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[*node].children);
        for child in &children {
            nodes[*child].parent = *new_parent;
        }
        nodes[*new_parent].children.extend(children);
    }
}
