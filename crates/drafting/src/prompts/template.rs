//! A template file, read and judged.

use std::collections::BTreeSet;

use wenfang_text::{CanonicalText, ContentHash};

use super::fault::{Fault, RenderError, TemplateError};
use super::heading::{Heading, read};
use super::injection::{Suspicion, suspicious};
use super::render::{Rendered, Role, render, unreadable};
use super::tags::{Findings, Use, scan};
use super::variables::{Kind, VARIABLES, Variable, Variables, bind, text_of};

/// A template file has at most this many characters.
pub const MAX_SOURCE_LEN: usize = 40_000;

/// A message of a template, before anything is put into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MessageSource {
    /// Who speaks.
    pub role: Role,
    /// Its words, with tags.
    pub body: String,
    /// Line of the file at which they begin, from 1.
    pub line: usize,
}

/// A template whose heading and messages can be told apart. It may still have faults: see [`Template::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    source: String,
    heading: Heading,
    messages: Vec<MessageSource>,
    findings: Findings,
}

impl Template {
    /// Reads a template file.
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
        let (heading, taken) = read(&lines)?;
        let messages = divide(&lines, taken)?;
        let mut findings = Findings::default();
        for message in &messages {
            scan(&message.body, message.line, &mut findings);
        }
        Ok(Self { heading, messages, findings, source })
    }

    /// Reads a template file that comes from outside and takes it only when it has no fault.
    ///
    /// # Errors
    /// Every fault that can be told, with its line.
    pub fn import(source: &str) -> Result<Self, Vec<TemplateError>> {
        let template = Self::parse(source).map_err(|error| vec![error])?;
        let faults = template.check();
        if faults.is_empty() { Ok(template) } else { Err(faults) }
    }

    /// The faults of the template, in the order of their lines; none when it can be used.
    ///
    /// A variable that is declared and not used is no fault.
    pub fn check(&self) -> Vec<TemplateError> {
        let mut faults = self.findings.faults.clone();
        let declared: BTreeSet<_> = self.heading.variables.iter().map(|declared| &*declared.name).collect();
        let mut told = BTreeSet::new();
        for used in &self.findings.uses {
            if !declared.contains(used.name) && told.insert(used.name) {
                let what = Fault::NotDeclared { name: used.name.to_owned() };
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

    /// The prompt.
    ///
    /// A message that is blank with these variables is left out. Runs of blank lines outside data blocks become one.
    ///
    /// # Errors
    /// [`RenderError::Faulty`] with what [`Template::check`] says; [`RenderError::TooLong`]; [`RenderError::Empty`].
    pub fn render(&self, variables: &Variables) -> Result<Rendered, RenderError> {
        let faults = self.check();
        if faults.is_empty() { render(self, variables) } else { Err(RenderError::Faulty { faults }) }
    }

    /// What in the texts of the project that the template prints looks like an order to the model: each with the variable
    /// that holds it, in whose text the range is. The author's own instruction is not looked at.
    pub fn suspicions(&self, variables: &Variables) -> Vec<(&'static str, Suspicion)> {
        let printed = self.findings.uses.iter().filter(|used| used.printed).map(|used| used.name);
        let printed: BTreeSet<&str> = printed.collect();
        let group = |name: &'static str| name.split_once('.').map_or(name, |(group, _)| group);
        let is_text = |variable: &&Variable| {
            variable.kind == Kind::Text
                && (printed.contains(variable.name) || printed.contains(group(variable.name)))
        };
        let bound = bind(variables, self.heading.language);
        let found = |variable: &'static Variable| {
            let suspicions = suspicious(&text_of(&bound, variable.name));
            suspicions.into_iter().map(|suspicion| (variable.name, suspicion))
        };
        VARIABLES.iter().filter(is_text).flat_map(found).collect()
    }

    /// What the file says about itself.
    pub const fn heading(&self) -> &Heading {
        &self.heading
    }

    /// Where it uses which variables, in the order of the file.
    pub fn uses(&self) -> &[Use] {
        &self.findings.uses
    }

    /// The file, with LF line ends: what is stored and exported.
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

/// The messages of `lines` after the first `taken`.
fn divide(lines: &[&str], taken: usize) -> Result<Vec<MessageSource>, TemplateError> {
    let mut messages: Vec<MessageSource> = Vec::new();
    for (at, &line) in lines.iter().enumerate().skip(taken) {
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
