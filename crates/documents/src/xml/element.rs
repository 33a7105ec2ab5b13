//! Walking a tree.

use super::{TEXT, Xml};

/// An element of a file.
#[derive(Clone, Copy, Debug)]
pub struct Element<'x> {
    pub(super) tree: &'x Xml,
    pub(super) at: u32,
}

/// A child of an element.
#[derive(Clone, Copy, Debug)]
pub enum Child<'x> {
    Element(Element<'x>),
    Text(&'x str),
}

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute<'x> {
    /// The name without its prefix.
    pub name: &'x str,
    /// Empty for an attribute without a prefix.
    pub namespace: &'x str,
    pub value: &'x str,
}

impl<'x> Element<'x> {
    fn node(&self) -> &'x super::Node {
        &self.tree.nodes[self.at as usize]
    }

    /// The place of the element in its file, which no other element has.
    pub(crate) fn place(&self) -> u32 {
        self.at
    }

    /// The name without its prefix.
    pub fn name(&self) -> &'x str {
        self.tree.word(self.node().name)
    }

    /// Whether the name without its prefix is `name`.
    pub fn is(&self, name: &str) -> bool {
        self.name() == name
    }

    /// The namespace; empty without one.
    pub fn namespace(&self) -> &'x str {
        self.tree.word(self.node().namespace)
    }

    /// The value of the first attribute with this name, with any prefix.
    pub fn attribute(&self, name: &str) -> Option<&'x str> {
        self.attributes().find(|attribute| attribute.name == name).map(|attribute| attribute.value)
    }

    /// Whether there is an attribute with this name, with any prefix.
    pub fn has(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// The attributes, without those that declare namespaces.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute<'x>> + use<'x> {
        let tree = self.tree;
        let node = self.node();
        tree.attributes[node.from as usize..node.to as usize].iter().map(|stored| Attribute {
            name: tree.word(stored.name),
            namespace: tree.word(stored.namespace),
            value: tree.range(stored.from, stored.to),
        })
    }

    /// The children, in order.
    pub fn children(&self) -> impl Iterator<Item = Child<'x>> + use<'x> {
        let tree = self.tree;
        let end = self.node().end;
        let mut next = self.at + 1;
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let at = next;
            let node = &tree.nodes[at as usize];
            next = node.end;
            Some(match node.name {
                TEXT => Child::Text(tree.range(node.from, node.to)),
                _ => Child::Element(Element { tree, at }),
            })
        })
    }

    /// The child elements, in order.
    pub fn elements(&self) -> impl Iterator<Item = Element<'x>> + use<'x> {
        self.children().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// The child elements with this name.
    pub fn all<'n>(&self, name: &'n str) -> impl Iterator<Item = Element<'x>> + use<'x, 'n> {
        self.elements().filter(move |element| element.is(name))
    }

    /// The first child element with this name.
    pub fn child(&self, name: &str) -> Option<Element<'x>> {
        self.elements().find(|element| element.is(name))
    }

    /// All elements below this one, in document order.
    pub fn descendants(&self) -> impl Iterator<Item = Element<'x>> + use<'x> {
        let tree = self.tree;
        let end = self.node().end;
        (self.at + 1..end)
            .filter(|at| tree.nodes[*at as usize].name != TEXT)
            .map(move |at| Element { tree, at })
    }

    /// The first element below this one with this name.
    pub fn descendant(&self, name: &str) -> Option<Element<'x>> {
        self.descendants().find(|element| element.is(name))
    }

    /// All text inside the element.
    pub fn text(&self) -> String {
        let tree = self.tree;
        let range = self.at as usize..self.node().end as usize;
        let texts = tree.nodes[range].iter().filter(|node| node.name == TEXT);
        texts.map(|node| tree.range(node.from, node.to)).collect()
    }

    /// The text of the first child element with this name; empty without one.
    pub fn child_text(&self, name: &str) -> String {
        self.child(name).map(|child| child.text()).unwrap_or_default()
    }
}
