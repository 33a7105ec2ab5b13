//! Verdicts on whether the two engines agree on a model, determined once per model, scheme and kind of
//! processor.

use serde::{Deserialize, Serialize};

use super::settings::ModelScheme;

/// Maximum number of stored verdicts: a few models in two schemes, on a stick used with a few machines.
const MAX_VERDICTS: usize = 16;

/// The subject of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Compared {
    /// SHA-256 of the weights.
    pub(super) weights: String,
    pub(super) scheme: ModelScheme,
    /// The kind of processor, as the fast engine classifies it.
    pub(super) processor: String,
    /// The program's release; another one may compute differently.
    pub(super) release: String,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Verdict {
    #[serde(flatten)]
    pub(super) compared: Compared,
    /// The lowest cosine between vectors of the two engines; 1 means equal.
    pub(super) least_cosine: f64,
    /// Whether the vectors are close enough.
    pub(super) agree: bool,
}

/// Finds the verdict on a subject.
pub(super) fn find<'a>(verdicts: &'a [Verdict], compared: &Compared) -> Option<&'a Verdict> {
    verdicts.iter().find(|verdict| verdict.compared == *compared)
}

/// Stores a verdict, replacing an earlier one; drops the oldest beyond the limit.
pub(super) fn note(verdicts: &mut Vec<Verdict>, new: Verdict) {
    verdicts.retain(|verdict| verdict.compared != new.compared);
    verdicts.push(new);
    let surplus = verdicts.len().saturating_sub(MAX_VERDICTS);
    verdicts.drain(..surplus);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(weights: usize, agree: bool) -> Verdict {
        let compared = Compared {
            weights: weights.to_string(),
            scheme: ModelScheme::F32,
            processor: "this".to_owned(),
            release: "0".to_owned(),
        };
        Verdict { compared, least_cosine: 0.5, agree }
    }

    #[test]
    fn the_newest_verdict_per_subject_is_stored() {
        let mut verdicts = Vec::new();
        for weights in 0..40 {
            note(&mut verdicts, verdict(weights, true));
        }
        note(&mut verdicts, verdict(39, false));
        assert_eq!(verdicts.len(), MAX_VERDICTS);
        assert!(find(&verdicts, &verdict(0, true).compared).is_none());
        assert_eq!(find(&verdicts, &verdict(39, true).compared).map(|found| found.agree), Some(false));
    }
}
