//! Checks definitions against their JSON Schema, with our own messages.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;

use super::place::{Lines, Places};
use super::{Fault, FaultCode, suggestion};
use crate::reference::escaped;
use crate::schema::{Schema, known_fields, part};

/// The pattern of an id or a name.
const NAME: &str = "^[a-z][a-z0-9_]{0,63}$";

/// The error for a text that is not valid JSON.
pub(super) fn syntax(text: &str, error: &serde_json::Error) -> Fault {
    let (line, column) = Lines::new(text).within(error.line(), error.column());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    let message = format!("invalid JSON: {message}");
    Fault { line, column, pointer: String::new(), code: FaultCode::Syntax, message }
}

/// Adds the schema errors of a value, without duplicate names.
pub(super) fn add_faults<'p, 't: 'p>(
    schema: &Schema,
    value: &Value,
    places: &dyn Fn() -> &'p Places<'t>,
    faults: &mut Vec<Fault>,
) {
    for error in schema.validator.iter().flat_map(|validator| validator.iter_errors(value)) {
        add_error(&error, (schema, places()), faults);
    }
}

/// The errors for duplicate names.
pub(super) fn duplicate_fields(places: &Places<'_>) -> impl Iterator<Item = Fault> {
    places.duplicates().map(|((line, column), pointer)| Fault {
        line,
        column,
        pointer: pointer.to_owned(),
        code: FaultCode::DuplicateField,
        message: format!("`{}` appears twice", last_of(pointer)),
    })
}

fn add_error(error: &ValidationError<'_>, (schema, places): (&Schema, &Places<'_>), faults: &mut Vec<Fault>) {
    let pointer = error.instance_path().to_string();
    let mut add = |(line, column), pointer: &str, code, message| {
        faults.push(Fault { line, column, pointer: pointer.to_owned(), code, message });
    };
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            for name in unexpected {
                let field = format!("{pointer}/{}", escaped(name));
                let known = known_fields(schema, error.schema_path().as_str());
                let suggestion = suggestion(name, known.iter().map(String::as_str));
                let message = format!("there is no field `{name}`{suggestion}");
                add(places.of_name(&field), &field, FaultCode::UnknownField, message);
            }
        }
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            let field = format!("{pointer}/{}", escaped(name));
            add(places.of(&pointer), &field, FaultCode::MissingField, format!("`{name}` is missing"));
        }
        ValidationErrorKind::Type { kind } => {
            let expected = match kind {
                TypeKind::Single(one) => one.to_string(),
                TypeKind::Multiple(several) => {
                    let names: Vec<String> =
                        several.iter().map(|one| one.to_string()).filter(|name| name != "null").collect();
                    names.join(" or ")
                }
            };
            let message = format!("{}{expected} is expected here", field_of(&pointer));
            add(places.of(&pointer), &pointer, FaultCode::WrongType, message);
        }
        ValidationErrorKind::OneOfNotValid { .. } | ValidationErrorKind::Enum { .. } => {
            let message = format!(
                "{}{} is not one of {}",
                field_of(&pointer),
                error.instance(),
                choices(schema, error)
            );
            add(places.of(&pointer), &pointer, FaultCode::BadValue, message);
        }
        ValidationErrorKind::Pattern { .. } => {
            let field = error.schema_path().to_string();
            let field = part(schema, field.strip_suffix("/pattern").unwrap_or(&field));
            let expected = match field.get("description").and_then(Value::as_str) {
                Some(described) if !is_of_name(field) => described.trim_end_matches('.'),
                _ => "expected at most 64 lower-case letters, digits and `_`, starting with a letter",
            };
            let message = format!("{}{expected}, not {}", field_of(&pointer), error.instance());
            add(places.of(&pointer), &pointer, FaultCode::BadValue, message);
        }
        _ => {
            let message = format!("{}{error}", field_of(&pointer));
            add(places.of(&pointer), &pointer, FaultCode::BadValue, message);
        }
    }
}

/// Whether a field holds a name, perhaps with a second one behind a dot.
fn is_of_name(field: &Value) -> bool {
    let pattern = field.get("pattern").and_then(Value::as_str).unwrap_or_default();
    pattern.starts_with(NAME.trim_end_matches('$'))
}

/// The values that the schema allows instead.
fn choices(schema: &Schema, error: &ValidationError<'_>) -> String {
    let allowed = part(schema, error.schema_path().as_str());
    let of = |choice: &Value| choice.get("const").unwrap_or(choice).to_string();
    allowed
        .as_array()
        .map(|choices| choices.iter().map(of).collect::<Vec<_>>().join(", "))
        .unwrap_or_default()
}

/// Removes everything from a value that violates the schema, and fills in missing fields, so that the rest can be
/// checked, too. The remaining values keep their positions, or their positions do not matter. Also returns the
/// pointers of the fields that were filled in.
pub(super) fn without_faults(schema: &Schema, mut value: Value) -> (Value, Vec<String>) {
    let Some(validator) = &schema.validator else { return (value, Vec::new()) };
    let mut wrong: Vec<String> = Vec::new();
    let mut missing: Vec<(String, String, Value)> = Vec::new();
    for error in validator.iter_errors(&value) {
        let pointer = error.instance_path().to_string();
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                wrong.extend(unexpected.iter().map(|name| format!("{pointer}/{}", escaped(name))));
            }
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default().to_owned();
                match stand_in(schema, error.schema_path().as_str(), (&pointer, &name)) {
                    Some(value) => missing.push((pointer, name, value)),
                    None => wrong.push(pointer),
                }
            }
            ValidationErrorKind::Type { .. }
            | ValidationErrorKind::OneOfNotValid { .. }
            | ValidationErrorKind::Enum { .. } => wrong.push(pointer),
            _ => {}
        }
    }
    let mut filled_in = Vec::with_capacity(missing.len());
    for (pointer, name, stand_in) in missing {
        if let Some(Value::Object(fields)) = value.pointer_mut(&pointer) {
            filled_in.push(format!("{pointer}/{}", escaped(&name)));
            fields.insert(name, stand_in);
        }
    }
    for pointer in wrong {
        // An invalid item removes its whole list, so that the positions of other items stay valid.
        let mut pointer = pointer.as_str();
        while let Some((around, name)) = pointer.rsplit_once('/') {
            if let Some(Value::Object(fields)) = value.pointer_mut(around) {
                let name = last_of(name);
                if name == "depends_on" {
                    fields.insert(name, Value::Array(Vec::new()));
                } else {
                    fields.shift_remove(&name);
                }
                break;
            }
            pointer = around;
        }
    }
    (value, filled_in)
}

/// A value for a required field that is missing in the object at `pointer`: an empty list or object, or the pointer as
/// a string that is the only one of its kind. `None` for any other type.
fn stand_in(schema: &Schema, schema_path: &str, (pointer, name): (&str, &str)) -> Option<Value> {
    let around = schema_path.strip_suffix("/required")?;
    let mut of_field = part(schema, &format!("{around}/properties/{}", escaped(name)));
    if of_field.get("$ref").is_some() {
        of_field = part(schema, &format!("{around}/properties/{}/$ref", escaped(name)));
    }
    match of_field.get("type")?.as_str()? {
        "string" => Some(Value::String(pointer.to_owned())),
        "array" => Some(Value::Array(Vec::new())),
        "object" if of_field.get("required").is_none() => Some(Value::Object(serde_json::Map::new())),
        _ => None,
    }
}

/// The field at the end of a pointer, as a prefix for a message.
fn field_of(pointer: &str) -> String {
    let name = pointer.rsplit('/').find(|part| part.parse::<usize>().is_err());
    name.filter(|name| !name.is_empty()).map(|name| format!("`{name}`: ")).unwrap_or_default()
}

/// The name at the end of a pointer.
fn last_of(pointer: &str) -> String {
    pointer.rsplit('/').next().unwrap_or_default().replace("~1", "/").replace("~0", "~")
}
