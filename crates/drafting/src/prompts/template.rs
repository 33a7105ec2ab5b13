//! Parsing and checking of template files.

use std::borrow::Cow;
use std::collections::BTreeSet;

use wenfang_text::{CanonicalText, ContentHash};

use super::fault::{Fault, RenderError, TemplateError};
use super::heading::{Heading, read};
use super::injection::{Suspicion, suspicious};
use super::render::{Rendered, Role, render, unreadable};
use super::tags::{Findings, Use, scan};
use super::variables::{Kind, VARIABLES, Variable, Variables, artifact_of, bind, text_of};

/// Maximum length of a template file in characters.
pub const MAX_SOURCE_LEN: usize = 40_000;

/// A message of a template before rendering.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MessageSource {
    /// The role of the message.
    pub role: Role,
    /// Its text, with tags.
    pub body: String,
    /// The line of the file at which the text starts, from 1.
    pub line: usize,
}

/// A template with a valid heading and valid messages. It may still have faults: see [`Template::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    source: String,
    heading: Heading,
    messages: Vec<MessageSource>,
    findings: Findings,
}

impl Template {
    /// Parses a template file.
    ///
    /// # Errors
    /// The first fault of the heading or of the division into messages.
    pub fn parse(source: &str) -> Result<Self, TemplateError> {
        let source = source.strip_prefix('\u{feff}').unwrap_or(source);
        let source = CanonicalText::new(source).into_string();
        let characters = source.chars().count();
        if characters > MAX_SOURCE_LEN {
            return Err(TemplateError { line: 1, what: Fault::TooLong { characters, most: MAX_SOURCE_LEN } });
        }
        let lines: Vec<_> = source.split('\n').collect();
        let (heading, heading_lines) = read(&lines)?;
        let messages = divide(&lines, heading_lines)?;
        let mut findings = Findings::default();
        for message in &messages {
            scan(&message.body, message.line, &mut findings);
        }
        Ok(Self { heading, messages, findings, source })
    }

    /// Parses a template file from outside and accepts it only without faults.
    ///
    /// # Errors
    /// All detectable faults, with their lines.
    pub fn import(source: &str) -> Result<Self, Vec<TemplateError>> {
        let template = Self::parse(source).map_err(|error| vec![error])?;
        let faults = template.check();
        if faults.is_empty() { Ok(template) } else { Err(faults) }
    }

    /// The faults of the template, ordered by line; empty if it can be used.
    ///
    /// A variable that is declared but not used is not a fault.
    pub fn check(&self) -> Vec<TemplateError> {
        let mut faults = self.findings.faults.clone();
        let declared: BTreeSet<_> = self.heading.variables.iter().map(|declared| &*declared.name).collect();
        let mut reported = BTreeSet::new();
        for used in &self.findings.uses {
            if !declared.contains(&*used.name) && reported.insert(&used.name) {
                let what = Fault::NotDeclared { name: used.name.to_string() };
                faults.push(TemplateError { line: used.line, what });
            }
        }
        if let (Some(line), false) = (self.findings.first_fence, self.findings.notice) {
            faults.push(TemplateError { line, what: Fault::NoNotice });
        }
        if self.findings.faults.is_empty() {
            let bodies = self.messages.iter();
            faults.extend(bodies.filter_map(|message| unreadable(&message.body, message.line)));
        }
        faults.sort_by_key(|fault| fault.line);
        faults
    }

    /// Renders the prompt.
    ///
    /// Messages that are blank with these variables are omitted. Runs of blank lines outside data blocks are
    /// collapsed to one.
    ///
    /// # Errors
    /// [`RenderError::Faulty`] with the faults of [`Template::check`]; [`RenderError::TooLong`];
    /// [`RenderError::Empty`].
    pub fn render(&self, variables: &Variables) -> Result<Rendered, RenderError> {
        let faults = self.check();
        if faults.is_empty() { render(self, variables) } else { Err(RenderError::Faulty { faults }) }
    }

    /// Text of the project that the template prints and that looks like an instruction to the model. Each entry has
    /// the variable that contains it; the range refers to that variable's text. The author's own instruction is not
    /// examined.
    pub fn suspicions(&self, variables: &Variables) -> Vec<(Cow<'static, str>, Suspicion)> {
        let printed = self.findings.uses.iter().filter(|used| used.printed);
        let printed: BTreeSet<&str> = printed.map(|used| &*used.name).collect();
        let group = |name: &'static str| name.split_once('.').map_or(name, |(group, _)| group);
        let is_text = |variable: &&Variable| {
            variable.kind == Kind::Text
                && (printed.contains(variable.name) || printed.contains(group(variable.name)))
        };
        let bound = bind(variables, self.heading.language);
        let found = |name: Cow<'static, str>| {
            let suspicions = suspicious(&text_of(&bound, &name));
            suspicions.into_iter().map(move |suspicion| (name.clone(), suspicion))
        };
        let named = VARIABLES.iter().filter(is_text).map(|variable| Cow::Borrowed(variable.name));
        let of_artifacts = printed.iter().filter(|name| artifact_of(name).is_some());
        let of_artifacts = of_artifacts.map(|name| Cow::Owned((*name).to_owned()));
        named.chain(of_artifacts).flat_map(found).collect()
    }

    /// The names of the artifacts that the template uses.
    pub fn artifacts(&self) -> BTreeSet<&str> {
        self.findings.uses.iter().filter_map(|used| artifact_of(&used.name)).collect()
    }

    /// The faults of uses of artifacts that are not among the names that exist, ordered by line.
    pub fn unknown_artifacts(&self, known: &BTreeSet<&str>) -> Vec<TemplateError> {
        let unknown = |used: &Use| {
            let name = artifact_of(&used.name).filter(|name| !known.contains(name))?;
            let what = Fault::UnknownArtifact {
                name: name.to_owned(),
                nearest: nearest(name, known).map(str::to_owned),
            };
            Some(TemplateError { line: used.line, what })
        };
        self.findings.uses.iter().filter_map(unknown).collect()
    }

    /// The heading of the file.
    pub const fn heading(&self) -> &Heading {
        &self.heading
    }

    /// The uses of variables, in file order.
    pub fn uses(&self) -> &[Use] {
        &self.findings.uses
    }

    /// The file with LF line ends, as stored and exported.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// SHA-256 of the file.
    pub fn hash(&self) -> ContentHash {
        ContentHash::of(self.source.as_bytes())
    }

    pub(super) fn messages(&self) -> &[MessageSource] {
        &self.messages
    }
}

/// The known name with the fewest changes of letters, unless none is like it.
fn nearest<'k>(name: &str, known: &BTreeSet<&'k str>) -> Option<&'k str> {
    let changes = |known: &str| {
        let known: Vec<char> = known.chars().collect();
        let mut row: Vec<usize> = (0..=known.len()).collect();
        for (at, letter) in name.chars().enumerate() {
            let mut diagonal = std::mem::replace(&mut row[0], at + 1);
            for (to, other) in known.iter().enumerate() {
                let replaced = diagonal + usize::from(letter != *other);
                diagonal = row[to + 1];
                row[to + 1] = replaced.min(row[to] + 1).min(diagonal + 1);
            }
        }
        row[known.len()]
    };
    let least = known.iter().map(|known| (changes(known), *known)).min()?;
    (least.0 * 2 <= name.chars().count().max(2)).then_some(least.1)
}

/// Splits `lines` after the first `heading_lines` into messages.
fn divide(lines: &[&str], heading_lines: usize) -> Result<Vec<MessageSource>, TemplateError> {
    let mut messages: Vec<MessageSource> = Vec::new();
    for (at, &line) in lines.iter().enumerate().skip(heading_lines) {
        let fault = |what| TemplateError { line: at + 1, what };
        if line.starts_with("@@") {
            let role = match line.trim_end() {
                "@@ system" => Role::System,
                "@@ user" => Role::User,
                "@@ assistant" => Role::Assistant,
                other => {
                    return Err(fault(Fault::UnknownMarker { marker: other.chars().take(60).collect() }));
                }
            };
            messages.push(MessageSource { role, body: String::new(), line: at + 2 });
        } else if let Some(message) = messages.last_mut() {
            message.body.push_str(line);
            message.body.push('\n');
        } else if !line.trim().is_empty() {
            return Err(fault(Fault::OutsideMessages));
        }
    }
    if messages.is_empty() {
        return Err(TemplateError { line: lines.len(), what: Fault::NoMessage });
    }
    let empty = messages.iter().find(|message| message.body.trim().is_empty());
    empty.map_or(Ok(()), |message| {
        Err(TemplateError { line: message.line - 1, what: Fault::EmptyMessage { role: message.role } })
    })?;
    Ok(messages)
}
