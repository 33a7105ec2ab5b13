//! Puts facts and relations into sentences for a prompt.

use wenfang_drafting::context::{Authority, Candidate, Layer, Source, Subject, TextRange};
use wenfang_drafting::prompts::Language;
use wenfang_story::canon::{Assertion, FactObject, Graph, Modality};
use wenfang_story::{EntityId, FactId, RelationId};

/// Writes assertions as prompt candidates.
pub(crate) struct AssertionWriter<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) language: Language,
}

impl AssertionWriter<'_> {
    fn name(&self, entity: EntityId) -> Option<&str> {
        self.graph.entity(entity).map(|record| record.name.as_str())
    }

    pub(crate) fn fact(&self, id: FactId) -> Option<Candidate> {
        let fact = self.graph.fact(id)?;
        let subject = self.name(fact.subject)?;
        let object = match &fact.object {
            FactObject::Text(text) => text.as_str(),
            FactObject::Entity(entity) => self.name(*entity)?,
        };
        let sentence = match self.language {
            Language::Zh => format!("{subject}，{}：{object}", fact.predicate),
            Language::En => format!("{subject}, {}: {object}", fact.predicate),
        };
        let mut candidate = self.assertion(Source::Fact { id }, sentence, &fact.assertion);
        let about = Subject { subject: subject.to_owned(), predicate: fact.predicate.clone() };
        candidate.about = (fact.assertion.modality == Modality::Narrated).then_some(about);
        // Facts of one subject and predicate may coexist: only a different standing overrides.
        Some(candidate)
    }

    pub(crate) fn relation(&self, id: RelationId) -> Option<Candidate> {
        let relation = self.graph.relation(id)?;
        let (from, to) = (self.name(relation.from)?, self.name(relation.to)?);
        let sentence = match self.language {
            Language::Zh => format!("{from}对{to}：{}", relation.kind),
            Language::En => format!("{from} to {to}: {}", relation.kind),
        };
        Some(self.assertion(Source::Relation { id }, sentence, &relation.assertion))
    }

    fn assertion(&self, source: Source, sentence: String, assertion: &Assertion) -> Candidate {
        let zh = self.language == Language::Zh;
        let mark = match assertion.modality {
            Modality::Narrated => "",
            Modality::Claimed if zh => "（有人这样说，未必是真）",
            Modality::Claimed => " (someone says so)",
            Modality::Rumour if zh => "（传闻）",
            Modality::Rumour => " (rumour)",
            Modality::Dream if zh => "（梦或幻想）",
            Modality::Dream => " (dream or fancy)",
            Modality::Planned if zh => "（打算，尚未发生）",
            Modality::Planned => " (planned, has not happened)",
        };
        let text = format!("{sentence}{mark}");
        let mut candidate = Candidate::new(Layer::Structured, source, Authority::ApprovedFact, text);
        let quotes = assertion.evidence.iter();
        candidate.quotes = quotes
            .map(|proof| TextRange { scene: proof.scene, version: proof.version, range: proof.range })
            .collect();
        candidate
    }
}
