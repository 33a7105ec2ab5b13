//! The values of artifacts as of a scene: what was told last at or before it, on the lines of text that are in the book.
//!
//! A model that writes chapter 40 must not read the state that chapter 90 led to, whichever was written first. So the
//! value of a name is that of the last place told, by the telling order of now, and of its newest version there. The
//! nearest subject comes first: the scene, its chapter, its volume, the novel.
//!
//! Always: what is not for prompts is no [`InPrompt`], and what is not for the author is no [`OnPage`].

use std::collections::{BTreeSet, HashMap, HashSet};

use wenfang_story::artifact::{ArtifactPlace, MadeBy, Series, Subject, Told, Visibility};
use wenfang_story::canon::StoryOrder;
use wenfang_story::{ArtifactId, Outline, OutlineVolume, SceneId, VersionNo, VolumeId};

/// The versions of scenes that are in the book: each head, and every version that it came from.
#[derive(Clone, Debug, Default)]
pub struct Lines(HashSet<(SceneId, VersionNo)>);

/// A version of a scene, and the versions that it came from.
#[derive(Clone, Copy, Debug)]
pub struct Ancestry {
    pub version: VersionNo,
    pub parent: Option<VersionNo>,
    /// The version that was merged into it.
    pub merged: Option<VersionNo>,
}

impl Lines {
    /// Adds the line of a scene with this head, given all its versions.
    pub fn add(&mut self, (scene, head): (SceneId, VersionNo), versions: &[Ancestry]) {
        let known: HashMap<VersionNo, &Ancestry> =
            versions.iter().map(|ancestry| (ancestry.version, ancestry)).collect();
        let mut open = vec![head];
        while let Some(version) = open.pop() {
            if self.0.insert((scene, version))
                && let Some(ancestry) = known.get(&version)
            {
                open.extend(ancestry.parent.into_iter().chain(ancestry.merged));
            }
        }
    }

    fn has(&self, place: ArtifactPlace) -> bool {
        place.version.is_none_or(|version| self.0.contains(&(place.scene, version)))
    }
}

/// A value of an artifact as of the scene of the view.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AsOf {
    id: ArtifactId,
    subject: Subject,
    version: i64,
    at: Option<ArtifactPlace>,
    earlier: Vec<i64>,
}

macro_rules! audiences {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(AsOf);

        impl $name {
            /// The artifact.
            pub const fn id(&self) -> ArtifactId {
                self.0.id
            }

            /// What it is about.
            pub const fn subject(&self) -> Subject {
                self.0.subject
            }

            /// The version that is the value.
            pub const fn version(&self) -> i64 {
                self.0.version
            }

            /// The place that it is told up to.
            pub const fn at(&self) -> Option<ArtifactPlace> {
                self.0.at
            }

            /// The versions told before, the last one first.
            pub fn earlier(&self) -> &[i64] {
                &self.0.earlier
            }
        }
    )*};
}

audiences! {
    /// A value that a prompt may contain.
    InPrompt;
    /// A value that the author may see.
    OnPage;
}

/// The values of artifacts as of a scene. It never changes: steps that run at the same time see the same.
#[derive(Clone, Debug)]
pub struct View {
    /// The rank of the scene; `None` if it is in the bin, where nothing is told.
    rank: Option<usize>,
    /// The nearest first.
    subjects: Vec<Subject>,
    order: StoryOrder,
    /// The last scene of each volume.
    ends: HashMap<VolumeId, SceneId>,
    lines: Lines,
    series: Vec<Series>,
}

impl View {
    /// The values of `series` as of `scene`.
    pub fn new(scene: SceneId, outline: &Outline, lines: Lines, series: Vec<Series>) -> Self {
        let order = StoryOrder::new(outline);
        let chapter = order.chapter_of(scene);
        let holds = |volume: &&OutlineVolume| volume.chapters.iter().any(|known| Some(known.id) == chapter);
        let volume = outline.volumes.iter().find(holds).map(|volume| volume.id);
        let subjects = [Subject::Scene(scene)].into_iter();
        let subjects = subjects.chain(chapter.map(Subject::Chapter)).chain(volume.map(Subject::Volume));
        let ends = outline.volumes.iter().filter_map(|volume| {
            let mut scenes = volume.chapters.iter().flat_map(|chapter| &chapter.scenes);
            Some((volume.id, *scenes.next_back()?))
        });
        Self {
            rank: order.rank(scene),
            subjects: subjects.chain([Subject::Novel]).collect(),
            ends: ends.collect(),
            order,
            lines,
            series,
        }
    }

    /// The value of a name for a prompt.
    pub fn in_prompt(&self, name: &str) -> Option<InPrompt> {
        self.value(name, Visibility::is_for_prompts).map(InPrompt)
    }

    /// The value of a name for the author.
    pub fn on_page(&self, name: &str) -> Option<OnPage> {
        self.value(name, Visibility::is_for_author).map(OnPage)
    }

    /// The names that a prompt may use, whether or not they have a value here.
    pub fn names_in_prompts(&self) -> BTreeSet<&str> {
        let visible = self.series.iter().filter(|series| series.visibility.is_for_prompts());
        visible.map(|series| series.name.as_str()).collect()
    }

    fn value(&self, name: &str, is_visible: impl Fn(Visibility) -> bool) -> Option<AsOf> {
        self.subjects.iter().find_map(|subject| {
            let series = self.series.iter().find(|series| {
                series.name == name && series.subject == *subject && is_visible(series.visibility)
            })?;
            self.as_of(series)
        })
    }

    fn as_of(&self, series: &Series) -> Option<AsOf> {
        let told = series.versions.iter();
        let mut told: Vec<_> =
            told.filter_map(|told| Some((self.rank_of(series.subject, told)?, told))).collect();
        told.sort_by_key(|(rank, told)| std::cmp::Reverse((*rank, told.version)));
        let (_, newest) = told.first()?;
        Some(AsOf {
            id: series.id,
            subject: series.subject,
            version: newest.version,
            at: newest.at,
            earlier: told.iter().skip(1).map(|(_, told)| told.version).collect(),
        })
    }

    /// The place of a version in the telling, from 1; 0 if it holds from the beginning, `None` if it is told later or
    /// is not in the book.
    fn rank_of(&self, subject: Subject, told: &Told) -> Option<usize> {
        let here = self.rank?;
        if told.at.is_some_and(|at| !self.lines.has(at)) {
            return None;
        }
        let scene = match (told.at, subject) {
            (Some(at), _) => at.scene,
            (None, _) if told.made_by == MadeBy::Author => return Some(0),
            (None, Subject::Scene(scene)) => scene,
            (None, Subject::Chapter(chapter)) => *self.order.scenes_of(chapter).last()?,
            (None, Subject::Volume(volume)) => *self.ends.get(&volume)?,
            // What a step says of the novel without a place may be of its end.
            (None, Subject::Novel) => return None,
        };
        let rank = self.order.rank(scene)?;
        (rank <= here).then_some(rank + 1)
    }
}

#[cfg(test)]
mod tests;
