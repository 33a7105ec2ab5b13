//! The tags of a message: the variables they use, and their faults.
//!
//! Templates support a small subset of Jinja: `{{ name }}`, `{{ name | filter }}`, `{{ data_notice() }}`, `{% if … %}
//! {% elif … %} {% else %} {% endif %}`, `{% filter data("…") %} {% endfilter %}` and `{# … #}`. Anything else is a
//! fault here, before the template engine sees it.

mod token;

use std::borrow::Cow;

use super::fault::{Fault, TemplateError};
use super::fence::MAX_LABEL_LEN;
use super::variables::{Kind, variable};
use token::{Token, tokens};

/// Maximum nesting depth of blocks.
const MAX_DEPTH: usize = 8;

/// One use of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// Its dotted name.
    pub name: Cow<'static, str>,
    /// The line of the file, from 1.
    pub line: usize,
    /// Whether it is printed; otherwise it is used in a condition.
    pub printed: bool,
}

/// The findings about the tags of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    pub uses: Vec<Use>,
    pub faults: Vec<TemplateError>,
    /// The line of the first data block.
    pub first_fence: Option<usize>,
    /// Whether [`super::fence::notice`] is called.
    pub notice: bool,
}

/// Adds the findings about `body`, which starts at `first_line` of the file.
pub(super) fn scan(body: &str, first_line: usize, findings: &mut Findings) {
    let mut reader = Reader { findings, line: first_line, open: Vec::new() };
    let mut rest = body;
    while let Some((at, opening)) = next_tag(rest) {
        reader.line += line_ends(&rest[..at]);
        let inside = &rest[at + 2..];
        let closing = match opening {
            "{{" => "}}",
            "{%" => "%}",
            _ => "#}",
        };
        let read = match opening {
            "{#" => inside.find(closing).map(|end| end + 2).ok_or_else(|| not_closed(opening)),
            _ => tokens(inside, closing).map(|(tokens, consumed)| {
                let result = if opening == "{{" { reader.output(&tokens) } else { reader.block(&tokens) };
                if let Err(fault) = result {
                    reader.fault(fault);
                }
                consumed
            }),
        };
        let consumed = read.or_else(|fault| {
            reader.fault(fault);
            inside.find(closing).map(|end| end + 2).ok_or(())
        });
        let Ok(consumed) = consumed else { return };
        reader.line += line_ends(&inside[..consumed]);
        rest = &inside[consumed..];
    }
    for (block, line) in std::mem::take(&mut reader.open) {
        reader.line = line;
        reader.fault(not_closed(block.tag()));
    }
}

/// An open block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    If,
    Else,
    Filter,
}

impl Block {
    const fn tag(self) -> &'static str {
        if matches!(self, Self::Filter) { "filter" } else { "if" }
    }
}

struct Reader<'f> {
    findings: &'f mut Findings,
    line: usize,
    open: Vec<(Block, usize)>,
}

impl Reader<'_> {
    fn fault(&mut self, what: Fault) {
        self.findings.faults.push(TemplateError { line: self.line, what });
    }

    /// `{{ … }}`
    fn output(&mut self, tokens: &[Token<'_>]) -> Result<(), Fault> {
        use Token::{Close, Name, Open, Pipe, Text};
        let (name, filter) = match tokens {
            [Name("data_notice"), Open, Close] => {
                self.findings.notice = true;
                return Ok(());
            }
            [Name(name), Open, ..] => return Err(Fault::UnknownFilter { name: (*name).to_owned() }),
            [Name(name)] => (*name, None),
            [Name(name), Pipe, Name("data"), Open, Text(label), Close] => {
                self.fence(label)?;
                (*name, Some("data"))
            }
            [Name(name), Pipe, Name(filter @ ("amount" | "language_name"))] => (*name, Some(*filter)),
            [Name(_), Pipe, Name("data" | "amount" | "language_name"), ..] => return Err(Fault::Malformed),
            [Name(_), Pipe, Name(filter), ..] => {
                return Err(Fault::UnknownFilter { name: (*filter).to_owned() });
            }
            _ => return Err(Fault::Malformed),
        };
        let kind = self.used(name, true)?;
        let fenced = self.open.iter().any(|(block, _)| *block == Block::Filter);
        match (kind, filter) {
            (Kind::Text | Kind::Group | Kind::Order, Some("data"))
            | (Kind::Order | Kind::Number | Kind::Amount | Kind::Language, None)
            | (Kind::Amount, Some("amount"))
            | (Kind::Language, Some("language_name")) => Ok(()),
            (Kind::Text, None) if fenced => Ok(()),
            (Kind::Text, None) => Err(Fault::NotFenced { name: name.to_owned() }),
            (Kind::Group, None) => Err(Fault::Group { name: name.to_owned() }),
            (_, Some(filter)) => Err(Fault::WrongFilter { filter: filter.to_owned(), name: name.to_owned() }),
        }
    }

    /// `{% … %}`
    fn block(&mut self, tokens: &[Token<'_>]) -> Result<(), Fault> {
        use Token::{Close, Name, Open, Text};
        match tokens {
            [Name("if"), condition @ ..] => {
                self.enter(Block::If)?;
                self.condition(condition)
            }
            [Name("elif"), condition @ ..] => match self.open.last() {
                Some((Block::If, _)) => self.condition(condition),
                _ => Err(Fault::NotOpened { tag: "elif".to_owned() }),
            },
            [Name("else")] => match self.open.last_mut() {
                Some((block @ Block::If, _)) => {
                    *block = Block::Else;
                    Ok(())
                }
                _ => Err(Fault::NotOpened { tag: "else".to_owned() }),
            },
            [Name("filter"), Name("data"), Open, Text(label), Close] => {
                self.enter(Block::Filter)?;
                self.fence(label)
            }
            [Name(tag @ ("endif" | "endfilter"))] => {
                match self.open.pop_if(|(block, _)| block.tag() == &tag[3..]) {
                    Some(_) => Ok(()),
                    None => Err(Fault::NotOpened { tag: (*tag).to_owned() }),
                }
            }
            [Name("filter"), Name(filter), ..] if *filter != "data" => {
                Err(Fault::UnknownFilter { name: (*filter).to_owned() })
            }
            [Name("else" | "endif" | "endfilter" | "filter"), ..] => Err(Fault::Malformed),
            [Name(tag), ..] => Err(Fault::ForbiddenTag { tag: (*tag).to_owned() }),
            _ => Err(Fault::Malformed),
        }
    }

    /// Checks the names and constants of a condition; the engine checks their combination.
    fn condition(&mut self, tokens: &[Token<'_>]) -> Result<(), Fault> {
        if tokens.is_empty() || tokens.contains(&Token::Pipe) {
            return Err(Fault::Malformed);
        }
        for (at, token) in tokens.iter().enumerate() {
            let Token::Name(name) = token else { continue };
            if matches!(*name, "and" | "or" | "not") {
                continue;
            }
            if tokens.get(at + 1) == Some(&Token::Open) {
                return Err(Fault::UnknownFilter { name: (*name).to_owned() });
            }
            if self.used(name, false)? == Kind::Group {
                return Err(Fault::Group { name: (*name).to_owned() });
            }
        }
        Ok(())
    }

    fn used(&mut self, name: &str, printed: bool) -> Result<Kind, Fault> {
        let (name, kind) = variable(name).ok_or_else(|| Fault::UnknownVariable { name: name.to_owned() })?;
        self.findings.uses.push(Use { name, line: self.line, printed });
        Ok(kind)
    }

    fn fence(&mut self, label: &str) -> Result<(), Fault> {
        self.findings.first_fence.get_or_insert(self.line);
        let wrong = label.trim().is_empty()
            || label.chars().count() > MAX_LABEL_LEN
            || label.contains(['"', '<', '>', '\n']);
        if wrong { Err(Fault::BadLabel { label: label.to_owned() }) } else { Ok(()) }
    }

    fn enter(&mut self, block: Block) -> Result<(), Fault> {
        self.open.push((block, self.line));
        if self.open.len() > MAX_DEPTH { Err(Fault::TooDeep) } else { Ok(()) }
    }
}

fn next_tag(text: &str) -> Option<(usize, &'static str)> {
    let at = text.match_indices('{').find(|(at, _)| text[at + 1..].starts_with(['{', '%', '#']))?;
    let opening = match text.as_bytes().get(at.0 + 1) {
        Some(b'{') => "{{",
        Some(b'%') => "{%",
        _ => "{#",
    };
    Some((at.0, opening))
}

fn line_ends(text: &str) -> usize {
    text.matches('\n').count()
}

fn not_closed(opening: &str) -> Fault {
    Fault::NotClosed { opening: opening.to_owned() }
}
