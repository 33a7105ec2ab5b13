//! Validation against a schema, including removal of fields and items that the schema forbids.

use std::collections::BTreeSet;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

use super::{CompiledSchema, Violation};

/// A valid value, and the JSON pointers of the dropped fields.
pub(super) struct Valid {
    pub value: Value,
    pub dropped: Vec<String>,
    /// Number of list items dropped.
    pub left_out: usize,
}

/// Maximum number of violations reported.
const MAX_VIOLATIONS: usize = 20;
/// Maximum length of a violation's message in characters.
const MAX_MESSAGE_LEN: usize = 300;
/// Longer messages are reported without the value they quote.
const MAX_QUOTING_LEN: usize = 160;

/// How to treat fields that the schema forbids.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ForbiddenPolicy {
    /// Drop and report them.
    Drop,
    /// Drop and report them, and also drop items that do not fit from the lists of the root object.
    DropItems,
    /// Report them as violations.
    Refuse,
}

/// Validates a value, dropping forbidden fields until it fits if the policy allows it.
///
/// # Errors
/// The violations, at least one.
pub(super) fn validate(
    mut value: Value,
    schema: &CompiledSchema,
    policy: ForbiddenPolicy,
) -> Result<Valid, Vec<Violation>> {
    let (mut dropped, mut left_out) = (Vec::new(), 0);
    loop {
        let Findings { forbidden, violations } = findings(&value, schema);
        if !violations.is_empty() {
            // Each round removes at least one item, so the loop ends.
            match policy == ForbiddenPolicy::DropItems && drop_items(&mut value, &violations, &mut left_out) {
                true => continue,
                false => return Err(violations),
            }
        }
        if forbidden.is_empty() {
            return Ok(Valid { value, dropped, left_out });
        }
        if policy == ForbiddenPolicy::Refuse {
            return Err(forbidden.into_iter().map(not_allowed).collect());
        }
        // Each round removes at least one field, so the loop ends.
        for (path, name) in forbidden {
            let object = value.pointer_mut(&path).and_then(Value::as_object_mut);
            if object.and_then(|object| object.shift_remove(&name)).is_none() {
                return Err(vec![not_allowed((path, name))]);
            }
            dropped.push(format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")));
        }
    }
}

/// Drops the items that contain violations. Returns whether all violations were in items and one item remains.
fn drop_items(value: &mut Value, violations: &[Violation], left_out: &mut usize) -> bool {
    let positions: Option<BTreeSet<(String, usize)>> =
        violations.iter().map(|violation| item_of(value, &violation.path)).collect();
    let (Some(positions), Some(object)) = (positions, value.as_object_mut()) else { return false };
    // From the end, so that earlier positions stay valid.
    for (list, at) in positions.iter().rev() {
        if let Some(items) = object.get_mut(list).and_then(Value::as_array_mut) {
            items.remove(*at);
            *left_out += 1;
        }
    }
    object.values().filter_map(Value::as_array).any(|items| !items.is_empty())
}

/// The list of the root object and the index in it that a JSON pointer leads into.
fn item_of(value: &Value, path: &str) -> Option<(String, usize)> {
    let mut steps = path.strip_prefix('/')?.split('/');
    let list = steps.next()?.replace("~1", "/").replace("~0", "~");
    let at: usize = steps.next()?.parse().ok()?;
    let items = value.as_object()?.get(&list)?.as_array()?;
    (at < items.len()).then_some((list, at))
}

#[derive(Default)]
struct Findings {
    /// Pointers to objects, with the names of their forbidden fields.
    forbidden: Vec<(String, String)>,
    violations: Vec<Violation>,
}

fn findings(value: &Value, schema: &CompiledSchema) -> Findings {
    let mut findings = Findings::default();
    for error in schema.validator().iter_errors(value) {
        classify(&error, &mut findings);
        if findings.violations.len() >= MAX_VIOLATIONS {
            break;
        }
    }
    findings.violations.truncate(MAX_VIOLATIONS);
    findings
}

/// Classifies an error. For alternatives, examines the intended one if it can be determined.
fn classify(error: &ValidationError<'_>, findings: &mut Findings) {
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
            match intended_alternative(context, error) {
                Some(errors) => errors.iter().for_each(|error| classify(error, findings)),
                None => findings.violations.push(violation_of(error, path)),
            }
        }
        _ => findings.violations.push(violation_of(error, path)),
    }
}

/// The alternative whose type matches; if several, the one whose constants (the tag of an enum) match.
fn intended_alternative<'e>(
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

fn violation_of(error: &ValidationError<'_>, path: String) -> Violation {
    let mut message = error.to_string();
    if message.chars().count() > MAX_QUOTING_LEN {
        message = error.masked().to_string();
    }
    Violation { path, message: message.chars().take(MAX_MESSAGE_LEN).collect() }
}
