//! Whether the two ways of computing a model agree, found out once for each model, scheme and kind of processor.

use serde::{Deserialize, Serialize};

use super::kept::ModelScheme;

/// Most verdicts that are kept: a few models in two schemes, and a stick that is carried to a few machines.
const MAX: usize = 16;

/// What was compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Compared {
    /// SHA-256 of the weights.
    pub(super) weights: String,
    pub(super) scheme: ModelScheme,
    /// The kind of processor, as the quick way of computing sees it.
    pub(super) processor: String,
    /// The release: another one may compute another way.
    pub(super) release: String,
}

/// What a comparison found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Verdict {
    #[serde(flatten)]
    pub(super) compared: Compared,
    /// The least cosine between the vectors of the two ways; 1 is the same.
    pub(super) least_cosine: f64,
    /// Whether that is near enough.
    pub(super) agree: bool,
}

/// The verdict on what is to be used, if it is known.
pub(super) fn find<'a>(verdicts: &'a [Verdict], compared: &Compared) -> Option<&'a Verdict> {
    verdicts.iter().find(|verdict| verdict.compared == *compared)
}

/// Notes a verdict in the place of an earlier one; the oldest go where there are too many.
pub(super) fn note(verdicts: &mut Vec<Verdict>, new: Verdict) {
    verdicts.retain(|verdict| verdict.compared != new.compared);
    verdicts.push(new);
    let surplus = verdicts.len().saturating_sub(MAX);
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
    fn the_newest_verdicts_are_kept_one_for_each() {
        let mut verdicts = Vec::new();
        for weights in 0..40 {
            note(&mut verdicts, verdict(weights, true));
        }
        note(&mut verdicts, verdict(39, false));
        assert_eq!(verdicts.len(), MAX);
        assert!(find(&verdicts, &verdict(0, true).compared).is_none());
        assert_eq!(find(&verdicts, &verdict(39, true).compared).map(|found| found.agree), Some(false));
    }
}
