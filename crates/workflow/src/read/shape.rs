//! Checks definitions against their JSON Schema, with our own messages.

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;

use super::document::Schema;
use super::place::{Lines, Places};
use super::{Fault, FaultCode, suggestion};
use crate::reference::escaped;

/// The error for a text that is not valid JSON.
pub(super) fn syntax(text: &str, error: &serde_json::Error) -> Fault {
    let (line, column) = Lines::new(text).within(error.line(), error.column());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    Fault { line, column, code: FaultCode::Syntax, message: format!("invalid JSON: {message}") }
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
    places.duplicates().map(|((line, column), name)| Fault {
        line,
        column,
        code: FaultCode::DuplicateField,
        message: format!("`{name}` appears twice"),
    })
}

fn add_error(error: &ValidationError<'_>, (schema, places): (&Schema, &Places<'_>), faults: &mut Vec<Fault>) {
    let pointer = error.instance_path().to_string();
    let mut add = |(line, column), code, message| faults.push(Fault { line, column, code, message });
    match error.kind() {
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            for name in unexpected {
                let place = places.of_name(&format!("{pointer}/{}", escaped(name)));
                let known = known_fields(schema, error.schema_path().as_str());
                let suggestion = suggestion(name, known.iter().map(String::as_str));
                add(place, FaultCode::UnknownField, format!("there is no field `{name}`{suggestion}"));
            }
        }
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            add(places.of(&pointer), FaultCode::MissingField, format!("`{name}` is missing"));
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
            add(places.of(&pointer), FaultCode::WrongType, message);
        }
        ValidationErrorKind::OneOfNotValid { .. } | ValidationErrorKind::Enum { .. } => {
            let message = format!(
                "{}{} is not one of {}",
                field_of(&pointer),
                error.instance(),
                choices(schema, error)
            );
            add(places.of(&pointer), FaultCode::BadValue, message);
        }
        ValidationErrorKind::Pattern { .. } => {
            let message = format!(
                "{}expected at most 64 lower-case letters, digits and `_`, starting with a letter, not {}",
                field_of(&pointer),
                error.instance()
            );
            add(places.of(&pointer), FaultCode::BadValue, message);
        }
        _ => {
            let message = format!("{}{error}", field_of(&pointer));
            add(places.of(&pointer), FaultCode::BadValue, message);
        }
    }
}

/// The values that the schema allows instead.
fn choices(schema: &Schema, error: &ValidationError<'_>) -> String {
    let allowed = schema_at(schema, error.schema_path().as_str());
    let of = |choice: &Value| choice.get("const").unwrap_or(choice).to_string();
    allowed
        .as_array()
        .map(|choices| choices.iter().map(of).collect::<Vec<_>>().join(", "))
        .unwrap_or_default()
}

/// Removes everything from a value that violates the schema, so that the rest can be checked, too. The
/// remaining values keep their positions, or their positions do not matter.
pub(super) fn without_faults(schema: &Schema, mut value: Value) -> Value {
    let Some(validator) = &schema.validator else { return value };
    let mut wrong: Vec<String> = Vec::new();
    let mut without_dependencies: Vec<String> = Vec::new();
    for error in validator.iter_errors(&value) {
        let pointer = error.instance_path().to_string();
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                wrong.extend(unexpected.iter().map(|name| format!("{pointer}/{}", escaped(name))));
            }
            ValidationErrorKind::Required { property } if property == "depends_on" => {
                without_dependencies.push(pointer);
            }
            ValidationErrorKind::Required { .. } => wrong.push(pointer),
            ValidationErrorKind::Type { .. }
            | ValidationErrorKind::OneOfNotValid { .. }
            | ValidationErrorKind::Enum { .. } => wrong.push(pointer),
            _ => {}
        }
    }
    for pointer in without_dependencies {
        if let Some(Value::Object(node)) = value.pointer_mut(&pointer) {
            node.insert("depends_on".to_owned(), Value::Array(Vec::new()));
        }
    }
    for pointer in wrong {
        // An invalid item removes its whole list, so that the positions of other items stay valid.
        let mut pointer = pointer.as_str();
        while let Some((around, name)) = pointer.rsplit_once('/') {
            if let Some(Value::Object(fields)) = value.pointer_mut(around) {
                let name = name.replace("~1", "/").replace("~0", "~");
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
    value
}

/// The field at the end of a pointer, as a prefix for a message.
fn field_of(pointer: &str) -> String {
    let name = pointer.rsplit('/').find(|part| part.parse::<usize>().is_err());
    name.filter(|name| !name.is_empty()).map(|name| format!("`{name}`: ")).unwrap_or_default()
}

/// The fields that the schema allows where it refused one.
fn known_fields(schema: &Schema, schema_path: &str) -> Vec<String> {
    let around = schema_path.strip_suffix("/additionalProperties").unwrap_or(schema_path);
    let properties = schema_at(schema, around).get("properties").and_then(Value::as_object);
    properties.map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
}

/// The part of the schema at a path, which may run through `$ref`s.
fn schema_at<'s>(schema: &'s Schema, path: &str) -> &'s Value {
    let whole = &schema.json;
    path.split('/').skip(1).fold(whole, |at, part| match part {
        "$ref" => {
            let to = at.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix('#'));
            to.and_then(|to| whole.pointer(to)).unwrap_or(&Value::Null)
        }
        part => at.get(part).or_else(|| at.get(part.parse::<usize>().ok()?)).unwrap_or(&Value::Null),
    })
}
