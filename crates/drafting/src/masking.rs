//! Stand-ins for names and personal data: inserted before a prompt leaves the machine, replaced back in the answer.
//!
//! A stand-in is a kind and a number in brackets that prose does not use, `〔人1〕` or `〔P1〕`; another name of the same
//! bearer is `〔人1·2〕`, so that a model can still identify the bearer. Names are found like mentions ([`Lexicon`]);
//! mail addresses, telephone and identity numbers by their format. Always: unmasking a masked text returns the
//! original, even if the text contains something that looks like a stand-in. A stand-in that a model invents is left
//! unchanged: it represents no one.
//!
//! Deliberately absent: items, concepts and rules of the world, which a model must understand to write about them;
//! and names of a single character, which are also ordinary words.

mod unmasking;

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;
use wenfang_text::{Lexicon, TextIndex};

use crate::prompts::{Language, RenderedMessage, Role};
pub use unmasking::Unmasking;

/// The brackets of a stand-in.
const OPENING: char = '〔';
const CLOSING: char = '〕';
/// Precedes the number of a further name.
const NAME_NUMBER_MARK: char = '·';

/// The kind of a name's bearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NameKind {
    Person,
    Place,
    /// An organization.
    Group,
    /// Personal data, found by its format.
    Data,
}

impl NameKind {
    /// The sign of the kind in prompts of a language.
    const fn sign(self, language: Language) -> char {
        match (self, language) {
            (Self::Person, Language::Zh) => '人',
            (Self::Place, Language::Zh) => '地',
            (Self::Group, Language::Zh) => '众',
            (Self::Data, Language::Zh) => '数',
            (Self::Person, Language::En) => 'P',
            (Self::Place, Language::En) => 'L',
            (Self::Group, Language::En) => 'G',
            (Self::Data, Language::En) => 'D',
        }
    }
}

const SIGNS: [char; 8] = ['人', '地', '众', '数', 'P', 'L', 'G', 'D'];

/// Mail addresses, telephone and identity numbers, and text that looks like a stand-in, so that it is restored
/// unchanged.
static DATA: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let mail = r"[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+";
    // ASCII word boundaries: in Chinese text a number directly follows a word.
    let identity = r"(?-u:\b)\d{17}[0-9Xx](?-u:\b)";
    let telephone = r"(?-u:\b)1[3-9]\d{9}(?-u:\b)|\+\d{1,3}[ -]?\d(?:[ -]?\d){6,12}(?-u:\b)";
    let stand_in = r"〔[人地众数PLGD]\d+(?:·\d+)?〕";
    Regex::new(&[mail, identity, telephone, stand_in].join("|")).ok()
});

/// A bearer of names that are not sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bearer {
    pub kind: NameKind,
    /// Its names; the main name comes first.
    pub names: Vec<String>,
}

/// The mapping between names and stand-ins within one generation.
#[derive(Clone, Debug)]
pub struct Mask {
    language: Language,
    lexicon: Lexicon,
    kinds: Vec<NameKind>,
    /// The count of numbers assigned per kind.
    numbers: HashMap<NameKind, usize>,
    /// The number of a bearer, and how many of its names have a stand-in.
    numbered: HashMap<u32, (usize, usize)>,
    by_name: HashMap<String, String>,
    by_stand_in: HashMap<String, String>,
}

impl Mask {
    /// Creates a mask for these bearers, in prompts of a language. A name shared by several bearers belongs to the
    /// first.
    pub fn new(bearers: &[Bearer], language: Language) -> Self {
        let pairs = bearers.iter().zip(0..).flat_map(|(bearer, owner)| {
            let known = bearer.names.iter().filter(|name| name.trim().chars().count() > 1);
            known.map(move |name| (owner, name.as_str()))
        });
        Self {
            language,
            lexicon: Lexicon::new(pairs),
            kinds: bearers.iter().map(|bearer| bearer.kind).collect(),
            numbers: HashMap::new(),
            numbered: HashMap::new(),
            by_name: HashMap::new(),
            by_stand_in: HashMap::new(),
        }
    }

    /// The number of names and data with a stand-in.
    pub fn len(&self) -> usize {
        self.by_stand_in.len()
    }

    /// Whether nothing was replaced.
    pub fn is_empty(&self) -> bool {
        self.by_stand_in.is_empty()
    }

    /// Replaces names and personal data in a text, creating stand-ins as needed.
    pub fn mask(&mut self, text: &str) -> String {
        let data = self.mask_data(text);
        let index = TextIndex::new(&data);
        let lexicon = std::mem::replace(&mut self.lexicon, Lexicon::new([]));
        let mut masked = String::with_capacity(data.len());
        let mut from = 0;
        for mention in lexicon.mentions(&data) {
            let (start, end) = (mention.range.start().get(), mention.range.end().get());
            masked.push_str(index.slice(wenfang_text::CharRange::new(from, start)));
            let name = index.slice(mention.range);
            match mention.owners.first() {
                Some(owner) => masked.push_str(&self.stand_in_for(*owner, name)),
                None => masked.push_str(name),
            }
            from = end;
        }
        masked.push_str(index.slice(wenfang_text::CharRange::new(from, index.len())));
        self.lexicon = lexicon;
        masked
    }

    /// Replaces names and personal data in messages and adds a notice that explains stand-ins. Messages without
    /// replacements are unchanged.
    pub fn mask_messages(&mut self, messages: &[RenderedMessage]) -> Vec<RenderedMessage> {
        let mut masked: Vec<RenderedMessage> = messages
            .iter()
            .map(|message| RenderedMessage { role: message.role, content: self.mask(&message.content) })
            .collect();
        if self.is_empty() {
            return masked;
        }
        let notice = notice(self.language);
        match masked.first_mut().filter(|first| first.role == Role::System) {
            Some(system) => {
                system.content.push_str("\n\n");
                system.content.push_str(notice);
            }
            None => masked.insert(0, RenderedMessage { role: Role::System, content: notice.to_owned() }),
        }
        masked
    }

    /// Replaces the stand-ins in a text with the names.
    pub fn unmask(&self, text: &str) -> String {
        let mut unmasking = Unmasking::default();
        let mut whole = unmasking.push(self, text);
        whole.push_str(&unmasking.finish());
        whole
    }

    /// Replaces the stand-ins in every string of a value with the names.
    pub fn unmask_value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.unmask(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.unmask_value(item)).collect(),
            Value::Object(fields) => {
                fields.into_iter().map(|(name, field)| (name, self.unmask_value(field))).collect()
            }
            other => other,
        }
    }

    fn mask_data(&mut self, text: &str) -> String {
        let Some(pattern) = DATA.as_ref() else { return text.to_owned() };
        let found = pattern.replace_all(text, |found: &regex::Captures<'_>| {
            let data = found.get(0).map_or("", |all| all.as_str());
            if let Some(known) = self.by_name.get(data) {
                return known.clone();
            }
            let number = self.next(NameKind::Data);
            self.assign(NameKind::Data, &number.to_string(), data)
        });
        found.into_owned()
    }

    fn stand_in_for(&mut self, owner: u32, name: &str) -> String {
        if let Some(known) = self.by_name.get(name) {
            return known.clone();
        }
        let kind = self.kinds.get(owner as usize).copied().unwrap_or(NameKind::Person);
        let (number, names) = match self.numbered.get(&owner) {
            Some((number, names)) => (*number, names + 1),
            None => (self.next(kind), 1),
        };
        self.numbered.insert(owner, (number, names));
        let number =
            if names == 1 { number.to_string() } else { format!("{number}{NAME_NUMBER_MARK}{names}") };
        self.assign(kind, &number, name)
    }

    fn next(&mut self, kind: NameKind) -> usize {
        let number = self.numbers.entry(kind).or_default();
        *number += 1;
        *number
    }

    fn assign(&mut self, kind: NameKind, number: &str, name: &str) -> String {
        let stand_in = format!("{OPENING}{}{number}{CLOSING}", kind.sign(self.language));
        self.by_name.insert(name.to_owned(), stand_in.clone());
        self.by_stand_in.insert(stand_in.clone(), name.to_owned());
        stand_in
    }
}

/// The notice that explains stand-ins to a model.
pub const fn notice(language: Language) -> &'static str {
    match language {
        Language::Zh => {
            "方括号〔〕里的是代号：人、地、众、数分别代表人物、地点、组织和号码，数字相同的是同一个，“·”后面的数字是它的另一个\
             称呼。请把代号当作名字照原样写，括号也写上，不要改写、翻译或猜测它们，也不要自己编新的代号。"
        }
        Language::En => {
            "What stands in brackets 〔〕 is a stand-in for a name: P for a person, L for a place, G for a group, D for a \
             number or an address. The same number is the same one; a number after “·” is another name of it. Write stand-ins \
             as they are, brackets included, wherever you would write the name. Do not change, translate or guess them, and \
             do not make up new ones."
        }
    }
}

#[cfg(test)]
mod tests;
