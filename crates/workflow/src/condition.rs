//! Conditions, such as `{{nodes.check.output.found}} > 0 and not {{input.quiet}}`.
//!
//! Operators: `or`, `and`, `not`, parentheses, `==`, `!=`, `<`, `<=`, `>`, `>=`. Operands: references, numbers,
//! strings in single or double quotes, `true`, `false`, `null`. A missing value is `null`. `null`, `false`, `0`,
//! `""`, `[]` and `{}` are false; comparing values without an order is false, too.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::reference::{Reference, Scope};

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// The truth of a value.
    Value(Operand),
    /// A comparison of two values.
    Compare(Operand, Comparison, Operand),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

/// An operand of a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Reference(Reference),
    Literal(Value),
}

/// A comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

/// Maximum nesting of parentheses and `not`: conditions are read by people.
const MAX_DEPTH: usize = 32;

impl Condition {
    /// Parses a condition.
    ///
    /// # Errors
    /// A description of the error.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader { rest: text, depth: 0 };
        let condition = reader.or()?;
        match reader.peek() {
            "" => Ok(condition),
            rest => Err(format!("`{}` is not expected here", word_of(rest))),
        }
    }

    /// Evaluates the condition.
    pub fn holds(&self, scope: &Scope<'_>) -> bool {
        match self {
            Self::Value(operand) => is_true(operand.value(scope)),
            Self::Compare(a, comparison, b) => compared(a.value(scope), *comparison, b.value(scope)),
            Self::Not(condition) => !condition.holds(scope),
            Self::And(a, b) => a.holds(scope) && b.holds(scope),
            Self::Or(a, b) => a.holds(scope) || b.holds(scope),
        }
    }

    /// The references in the condition.
    pub fn references(&self) -> Vec<&Reference> {
        match self {
            Self::Value(operand) => operand.reference().into_iter().collect(),
            Self::Compare(a, _, b) => a.reference().into_iter().chain(b.reference()).collect(),
            Self::Not(condition) => condition.references(),
            Self::And(a, b) | Self::Or(a, b) => {
                let mut references = a.references();
                references.extend(b.references());
                references
            }
        }
    }
}

impl Operand {
    fn value<'a>(&'a self, scope: &'a Scope<'_>) -> &'a Value {
        match self {
            Self::Reference(reference) => reference.find(scope).unwrap_or(&Value::Null),
            Self::Literal(value) => value,
        }
    }

    fn reference(&self) -> Option<&Reference> {
        match self {
            Self::Reference(reference) => Some(reference),
            Self::Literal(_) => None,
        }
    }
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is_so) => *is_so,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(words) => !words.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}

fn compared(a: &Value, comparison: Comparison, b: &Value) -> bool {
    let order = match (a, b) {
        (Value::Number(a), Value::Number(b)) => ordered(a, b),
        (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
        (a, b) if a == b => Some(Ordering::Equal),
        _ => None,
    };
    match comparison {
        Comparison::Equal => order == Some(Ordering::Equal),
        Comparison::NotEqual => order != Some(Ordering::Equal),
        Comparison::Less => order == Some(Ordering::Less),
        Comparison::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Greater => order == Some(Ordering::Greater),
        Comparison::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

fn ordered(a: &Number, b: &Number) -> Option<Ordering> {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn peek(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        self.rest
    }

    fn takes(&mut self, sign: &str) -> bool {
        let Some(rest) = self.peek().strip_prefix(sign) else { return false };
        let is_word = sign.chars().all(char::is_alphabetic);
        if is_word && rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            return false;
        }
        self.rest = rest;
        true
    }

    fn or(&mut self) -> Result<Condition, String> {
        let mut condition = self.and()?;
        while self.takes("or") {
            condition = Condition::Or(Box::new(condition), Box::new(self.and()?));
        }
        Ok(condition)
    }

    fn and(&mut self) -> Result<Condition, String> {
        let mut condition = self.not()?;
        while self.takes("and") {
            condition = Condition::And(Box::new(condition), Box::new(self.not()?));
        }
        Ok(condition)
    }

    fn not(&mut self) -> Result<Condition, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(format!("more than {MAX_DEPTH} levels of `not` and parentheses"));
        }
        let condition = if self.takes("not") {
            Condition::Not(Box::new(self.not()?))
        } else if self.takes("(") {
            let condition = self.or()?;
            if !self.takes(")") {
                return Err("`)` is missing".to_owned());
            }
            condition
        } else {
            self.comparison()?
        };
        self.depth -= 1;
        Ok(condition)
    }

    fn comparison(&mut self) -> Result<Condition, String> {
        const SIGNS: [(&str, Comparison); 6] = [
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
            ("<=", Comparison::LessOrEqual),
            (">=", Comparison::GreaterOrEqual),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let first = self.operand()?;
        for (sign, comparison) in SIGNS {
            if self.takes(sign) {
                return Ok(Condition::Compare(first, comparison, self.operand()?));
            }
        }
        Ok(Condition::Value(first))
    }

    fn operand(&mut self) -> Result<Operand, String> {
        if self.takes("{{") {
            let end = self.rest.find("}}").ok_or("`{{` without `}}`")?;
            let reference = Reference::parse(&self.rest[..end]).map_err(|bad| bad.to_string())?;
            self.rest = &self.rest[end + 2..];
            return Ok(Operand::Reference(reference));
        }
        for (word, value) in
            [("true", Value::Bool(true)), ("false", Value::Bool(false)), ("null", Value::Null)]
        {
            if self.takes(word) {
                return Ok(Operand::Literal(value));
            }
        }
        for quote in ['\'', '"'] {
            if let Some(rest) = self.peek().strip_prefix(quote) {
                let end = rest.find(quote).ok_or_else(|| format!("a string without its closing {quote}"))?;
                self.rest = &rest[end + 1..];
                return Ok(Operand::Literal(Value::String(rest[..end].to_owned())));
            }
        }
        let rest = self.peek();
        let length = rest.find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c)).unwrap_or(rest.len());
        let (number, after) = rest.split_at(length);
        if let Ok(number) = serde_json::from_str::<Number>(number) {
            self.rest = after;
            return Ok(Operand::Literal(Value::Number(number)));
        }
        match rest {
            "" => Err("a value is missing at the end".to_owned()),
            rest => Err(format!(
                "`{}` is not a value: expected a reference in braces, a number, a quoted string, true, false or null",
                word_of(rest)
            )),
        }
    }
}

/// The first word of the remaining text.
fn word_of(rest: &str) -> &str {
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    &rest[..end]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn holds(text: &str) -> bool {
        let (input, output) = (json!({ "n": 3, "title": "第三回", "empty": [] }), json!({ "found": 2.5 }));
        let outputs = |id: &str| (id == "check").then_some(&output);
        let scope = Scope { input: &input, output: &outputs, item: None };
        Condition::parse(text).unwrap().holds(&scope)
    }

    #[test]
    fn conditions_follow_the_usual_rules() {
        assert!(holds("{{input.n}} == 3"));
        assert!(holds("{{nodes.check.output.found}} > 2 and {{input.n}} <= 3"));
        assert!(holds("not {{input.empty}} and ({{input.title}} == '第三回' or false)"));
        assert!(holds("true or false and false"), "`and` binds closer than `or`");
        assert!(holds("{{input.missing}} == null"));
        assert!(!holds("{{input.missing}} > 0"));
        assert!(!holds("{{input.title}} > 3"), "strings and numbers have no order");
        assert!(holds("{{input.title}} != 3"));
        assert!(holds("-1.5 < 0"));
    }

    #[test]
    fn errors_are_described() {
        for (text, part) in [
            ("", "missing at the end"),
            ("{{input.n}} >", "missing at the end"),
            ("input.n > 0", "`input.n` is not a value"),
            ("(true", "`)` is missing"),
            ("true true", "`true` is not expected"),
            ("'open", "closing"),
            ("{{nodes.a}} == 1", "is not a reference"),
            ("{{input.n", "without"),
        ] {
            let error = Condition::parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(Condition::parse(&"(".repeat(10_000)).is_err());
        assert!(Condition::parse(&"not ".repeat(10_000)).is_err());
    }
}
