mod laws;
mod scenes;
mod speed;

use wenfang_story::SceneId;

use super::*;

/// One token per character; a blank line is two.
fn characters(text: &str) -> usize {
    text.chars().count()
}

fn at(chapter: usize, scene: usize) -> StoryPosition {
    StoryPosition { chapter, scene }
}

/// A pack of this many characters for scene 10 of chapter 3.
fn packed(tokens: usize, candidates: Vec<Candidate>) -> Pack {
    pack(&input(tokens, candidates), &characters)
}

fn input(tokens: usize, candidates: Vec<Candidate>) -> PackInput {
    let budget = Budget::new(tokens, 0);
    PackInput { budget, scene: at(3, 10), candidates, excluded: Vec::new(), allow_secrets: false }
}

fn fact(id: i64, text: &str) -> Candidate {
    Candidate::new(Layer::Structured, Source::Fact { id: id.into() }, Authority::ApprovedFact, text)
}

fn lore(id: i64, title: &str, text: &str) -> Candidate {
    let source = Source::LoreEntry { id: id.into(), title: title.to_owned() };
    Candidate::new(Layer::Structured, source, Authority::LockedCanon, text)
}

fn field(id: i64, key: &str, text: &str) -> Candidate {
    let source = Source::BibleField { id: id.into(), key: key.to_owned() };
    let precedence = Precedence::Required;
    Candidate { precedence, ..Candidate::new(Layer::System, source, Authority::LockedCanon, text) }
}

fn summary(chapter: usize, text: &str) -> Candidate {
    let source = Source::Summary { chapter: i64::try_from(chapter).unwrap().into() };
    let candidate = Candidate::new(Layer::LongTerm, source, Authority::CurrentText, text);
    Candidate { at: Some(at(chapter, chapter * 3)), ..candidate }
}

/// A passage of version 1 of a scene that starts at `start`.
fn passage(scene: usize, start: usize, text: &str) -> Candidate {
    let source = Source::Passage { scene: id(scene), version: 1.into(), range: range(start, text) };
    at_scene(scene, Candidate::new(Layer::Vector, source, Authority::CurrentText, text))
}

fn previous(scene: usize, text: &str) -> Candidate {
    let source = Source::PreviousScene { scene: id(scene), version: 1.into() };
    let candidate = Candidate::new(Layer::Recent, source, Authority::CurrentText, text);
    Candidate { cut: Cut::KeepEnd, ..at_scene(scene, candidate) }
}

fn before(text: &str) -> Candidate {
    let source = Source::TextBefore { scene: id(10), version: 1.into(), range: range(0, text) };
    let candidate = Candidate::new(Layer::Recent, source, Authority::CurrentText, text);
    Candidate { cut: Cut::KeepEnd, ..at_scene(10, candidate) }
}

fn at_scene(scene: usize, candidate: Candidate) -> Candidate {
    Candidate { at: Some(at(scene / 3, scene)), ..candidate }
}

fn id(scene: usize) -> SceneId {
    i64::try_from(scene).unwrap().into()
}

fn range(start: usize, text: &str) -> CharRange {
    CharRange::new(start, start + characters(text))
}

fn about(subject: &str, candidate: Candidate) -> Candidate {
    let subject = Subject { subject: subject.to_owned(), predicate: "兵器".to_owned() };
    Candidate { about: Some(subject), ..candidate }
}

/// The fate of the part with this source.
fn fate<'p>(pack: &'p Pack, source: &Source) -> &'p Fate {
    &pack.parts.iter().find(|part| part.source.is_same(source)).unwrap().fate
}

fn reason<'p>(pack: &'p Pack, source: &Source) -> Option<&'p DropReason> {
    match fate(pack, source) {
        Fate::Dropped { reason } => Some(reason),
        Fate::Kept | Fate::Cut { .. } => None,
    }
}

fn used(pack: &Pack) -> [usize; 6] {
    std::array::from_fn(|at| pack.layers[at].used)
}
