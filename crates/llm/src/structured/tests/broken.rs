//! Every row of the tables of broken answers.

use serde_json::Value;

use super::rows::{self, Row};
use crate::structured::{CompiledSchema, Ending, StructuredError, read_answer};

const fn kind(error: &StructuredError) -> &'static str {
    match error {
        StructuredError::NoJson { .. } => "!NoJson",
        StructuredError::Syntax { .. } => "!Syntax",
        StructuredError::Invalid { .. } => "!Invalid",
        StructuredError::Cut { .. } => "!Cut",
        StructuredError::Ambiguous { .. } => "!Ambiguous",
        StructuredError::TooDeep { .. } => "!TooDeep",
        StructuredError::TooLarge { .. } => "!TooLarge",
    }
}

/// Returns the rows with an unexpected result. Also checks that errors carry the raw answer and that repaired values
/// name their repairs.
fn check(schema: &CompiledSchema, rows: &[Row]) -> Vec<String> {
    let mut wrong = Vec::new();
    for (raw, expected) in rows {
        let got = match read_answer(raw, schema, Ending::Finished) {
            Ok(read) => {
                assert!(schema.validator().is_valid(&read.value), "{raw}");
                if serde_json::from_str::<Value>(raw).is_err() && raw.trim_matches('\u{feff}').trim() == *raw
                {
                    assert!(!read.repairs.is_empty(), "an unreported repair: {raw}");
                }
                Ok(read.value)
            }
            Err(error) => {
                assert_eq!(error.raw(), *raw);
                Err(error)
            }
        };
        let right = match &got {
            Ok(value) => serde_json::from_str::<Value>(expected).is_ok_and(|expected| *value == expected),
            Err(error) => kind(error) == *expected,
        };
        if !right {
            wrong.push(format!("{raw}\n  expected {expected}\n  got {got:?}"));
        }
    }
    wrong
}

const THINGS: [&[Row]; 8] = [
    rows::FENCES,
    rows::PROSE,
    rows::THINKING,
    rows::NO_JSON,
    rows::TYPES,
    rows::FIELDS,
    rows::TWO_VALUES,
    rows::BRACKETS,
];
const LINES: [&[Row]; 5] = [rows::COMMAS, rows::WIDE, rows::COMMENTS, rows::PYTHON, rows::STRINGS];

#[test]
fn broken_answers_are_repaired_or_refused_as_listed() {
    let groups = THINGS
        .map(|rows| (super::thing(), rows))
        .into_iter()
        .chain(LINES.map(|rows| (super::line(), rows)))
        .chain([(super::list(), rows::LISTS)]);
    let (mut count, mut wrong) = (0, Vec::new());
    for (schema, rows) in groups {
        count += rows.len();
        wrong.extend(check(&schema, rows));
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count >= 200, "{count}");
}
