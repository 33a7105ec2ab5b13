//! Validation: what of a value does not fit its schema, and the fields that are dropped because the schema forbids them.

use std::collections::BTreeSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use super::{CompiledSchema, Violation};

/// A value that fits, and the JSON pointers of what was dropped.
pub(super) struct Valid {
    pub value: Value,
    pub dropped: Vec<String>,
    /// How many items of lists were left out.
    pub left_out: usize,
}

/// The most violations told.
const MAX: usize = 20;
/// The most characters of a violation's message.
const MAX_LEN: usize = 300;
/// Above this a message is told without the value that it quotes.
const QUOTED: usize = 160;

/// What is done about fields that the schema forbids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Forbidden {
    /// They are dropped and named.
    Drop,
    /// They are dropped and named, and items that do not fit are left out of the lists of the object at the root.
    DropItems,
    /// They are violations.
    Refuse,
}

/// Validates a value; forbidden fields are dropped until it fits, where they may be.
///
/// # Errors
/// What does not fit, at least one violation.
pub(super) fn validate(
    mut value: Value,
    schema: &CompiledSchema,
    policy: Forbidden,
) -> Result<Valid, Vec<Violation>> {
    let (mut dropped, mut left_out) = (Vec::new(), 0);
    loop {
        let Findings { forbidden, violations } = findings(&value, schema);
        if !violations.is_empty() {
            // Each round takes at least one item away, so there is a last one.
            match policy == Forbidden::DropItems && leave_out(&mut value, &violations, &mut left_out) {
                true => continue,
                false => return Err(violations),
            }
        }
        if forbidden.is_empty() {
            return Ok(Valid { value, dropped, left_out });
        }
        if policy == Forbidden::Refuse {
            return Err(forbidden.into_iter().map(not_allowed).collect());
        }
        // Each round takes at least one field away, so there is a last one.
        for (path, name) in forbidden {
            let object = value.pointer_mut(&path).and_then(Value::as_object_mut);
            if object.and_then(|object| object.shift_remove(&name)).is_none() {
                return Err(vec![not_allowed((path, name))]);
            }
            dropped.push(format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")));
        }
    }
}

/// Leaves out the items that violations are in. Answers whether all violations were in items, and one item is left.
fn leave_out(value: &mut Value, violations: &[Violation], left_out: &mut usize) -> bool {
    let places: Option<BTreeSet<(String, usize)>> =
        violations.iter().map(|violation| item_of(value, &violation.path)).collect();
    let (Some(places), Some(object)) = (places, value.as_object_mut()) else { return false };
    // From the end, so that the places of those before stay.
    for (list, at) in places.iter().rev() {
        if let Some(items) = object.get_mut(list).and_then(Value::as_array_mut) {
            items.remove(*at);
            *left_out += 1;
        }
    }
    object.values().filter_map(Value::as_array).any(|items| !items.is_empty())
}

/// The list of the object at the root, and the place in it, that a JSON pointer leads into.
fn item_of(value: &Value, path: &str) -> Option<(String, usize)> {
    let mut steps = path.strip_prefix('/')?.split('/');
    let list = steps.next()?.replace("~1", "/").replace("~0", "~");
    let at: usize = steps.next()?.parse().ok()?;
    let items = value.as_object()?.get(&list)?.as_array()?;
    (at < items.len()).then_some((list, at))
}

#[derive(Default)]
struct Findings {
    /// Pointers to objects with the names of fields they may not have.
    forbidden: Vec<(String, String)>,
    violations: Vec<Violation>,
}

fn findings(value: &Value, schema: &CompiledSchema) -> Findings {
    let mut findings = Findings::default();
    for error in schema.validator().iter_errors(value) {
        sort(&error, &mut findings);
        if findings.violations.len() >= MAX {
            break;
        }
    }
    findings.violations.truncate(MAX);
    findings
}

/// Puts an error where it belongs. Of alternatives, the one that was meant is looked into if it is plain which.
fn sort(error: &ValidationError<'_>, findings: &mut Findings) {
    let path = error.instance_path().to_string();
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            for name in unexpected {
                let field = (path.clone(), name.clone());
                if !findings.forbidden.contains(&field) {
                    findings.forbidden.push(field);
                }
            }
        }
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match meant(context, error) {
                Some(errors) => errors.iter().for_each(|error| sort(error, findings)),
                None => findings.violations.push(told(error, path)),
            }
        }
        _ => findings.violations.push(told(error, path)),
    }
}

/// The alternative whose type is right; of several, the one whose constants (the tag of an enum) are.
fn meant<'e>(
    context: &'e [Vec<ValidationError<'static>>],
    whole: &ValidationError<'_>,
) -> Option<&'e [ValidationError<'static>]> {
    let here = whole.instance_path().to_string();
    let wrong_type = |error: &ValidationError<'_>| {
        matches!(error.kind(), ValidationErrorKind::Type { .. }) && error.instance_path().to_string() == here
    };
    let wrong_tag =
        |error: &ValidationError<'_>| matches!(error.kind(), ValidationErrorKind::Constant { .. });
    let typed: Vec<_> = context.iter().filter(|errors| !errors.iter().any(wrong_type)).collect();
    let tagged: Vec<_> = typed.iter().copied().filter(|errors| !errors.iter().any(wrong_tag)).collect();
    match (typed.as_slice(), tagged.as_slice()) {
        ([only], _) | (_, [only]) => Some(only),
        _ => None,
    }
}

fn not_allowed((path, name): (String, String)) -> Violation {
    Violation { path, message: format!("{name:?} is not allowed") }
}

fn told(error: &ValidationError<'_>, path: String) -> Violation {
    let mut message = error.to_string();
    if message.chars().count() > QUOTED {
        message = error.masked().to_string();
    }
    Violation { path, message: message.chars().take(MAX_LEN).collect() }
}
