use super::*;

fn outline(json: &str) -> Outline {
    serde_json::from_str(json).unwrap()
}

fn place(scene: i64, version: i64) -> ArtifactPlace {
    ArtifactPlace { scene: scene.into(), version: Some(version.into()) }
}

fn told(version: i64, at: Option<ArtifactPlace>) -> Told {
    Told { version, at, made_by: MadeBy::Step }
}

fn series(subject: Subject, versions: Vec<Told>) -> Series {
    let (name, visibility) = ("situation".to_owned(), Visibility::PromptAndUi);
    Series { id: 1.into(), name, subject, visibility, versions }
}

/// The lines of scenes with one version each.
fn first_versions(scenes: &[i64]) -> Lines {
    let mut lines = Lines::default();
    for scene in scenes {
        lines.add(((*scene).into(), 1.into()), &[]);
    }
    lines
}

const BOOK: &str = "[[1,[[10,[1,2]],[20,[3]]]],[2,[[30,[4,5]]]]]";

/// The version that is the value as of each scene, and those before it.
fn values(view: impl Fn(i64) -> View) -> Vec<Option<(i64, Vec<i64>)>> {
    let of =
        |scene| view(scene).in_prompt("situation").map(|value| (value.version(), value.earlier().to_vec()));
    (1..=5).map(of).collect()
}

#[test]
fn a_value_is_the_one_told_last() {
    // The third scene was written after the fifth, and again later.
    let versions = vec![
        told(1, Some(place(2, 1))),
        told(2, Some(place(5, 1))),
        told(3, Some(place(3, 1))),
        told(4, Some(place(3, 1))),
    ];
    let all = series(Subject::Novel, versions);
    let lines = first_versions(&[1, 2, 3, 4, 5]);
    let of = |book: &'static str| {
        values(|scene| View::new(scene.into(), &outline(book), lines.clone(), vec![all.clone()]))
    };
    assert_eq!(
        of(BOOK),
        [None, Some((1, vec![])), Some((4, vec![3, 1])), Some((4, vec![3, 1])), Some((2, vec![4, 3, 1]))]
    );
    // With the last chapter moved to the front, its state moves too.
    assert_eq!(
        of("[[2,[[30,[4,5]]]],[1,[[10,[1,2]],[20,[3]]]]]"),
        [Some((2, vec![])), Some((1, vec![2])), Some((4, vec![3, 1, 2])), None, Some((2, vec![]))]
    );
    // A chapter in the bin is not told.
    assert_eq!(of("[[1,[[20,[3]],[10,[1]]]],[2,[[30,[4]]]]]")[0], Some((4, vec![3])));
    assert_eq!(of("[[1,[[20,[3]],[10,[1]]]],[2,[[30,[4]]]]]")[4], None);
}

#[test]
fn a_branch_has_its_own_values() {
    // 1 ← 2 ← 4 is the main line, 1 ← 3 ← 5 a branch.
    let ancestry = [(1, None), (2, Some(1)), (3, Some(1)), (4, Some(2)), (5, Some(3))];
    let ancestry: Vec<Ancestry> = ancestry
        .into_iter()
        .map(|(version, parent)| Ancestry {
            version: VersionNo::from(version),
            parent: parent.map(VersionNo::from),
            merged: None,
        })
        .collect();
    let all = series(Subject::Novel, (1..=4).map(|at| told(at, Some(place(1, at)))).collect());
    let of = |head: i64| {
        let mut lines = Lines::default();
        lines.add((1.into(), head.into()), &ancestry);
        let view = View::new(1.into(), &outline(BOOK), lines, vec![all.clone()]);
        view.in_prompt("situation").map(|value| (value.version(), value.earlier().to_vec()))
    };
    assert_eq!(of(4), Some((4, vec![2, 1])));
    assert_eq!(of(5), Some((3, vec![1])));
    assert_eq!(of(1), Some((1, vec![])));
}

#[test]
fn a_merged_branch_is_on_the_line() {
    let ancestry = [
        Ancestry { version: 3.into(), parent: Some(1.into()), merged: Some(2.into()) },
        Ancestry { version: 2.into(), parent: Some(1.into()), merged: None },
        Ancestry { version: 1.into(), parent: None, merged: None },
    ];
    let mut lines = Lines::default();
    lines.add((1.into(), 3.into()), &ancestry);
    assert!(lines.has(place(1, 2)) && !lines.has(place(1, 4)) && !lines.has(place(2, 1)));
}

#[test]
fn the_nearest_subject_comes_first() {
    let at = |scene| Some(place(scene, 1));
    let all = vec![
        Series { id: 1.into(), ..series(Subject::Novel, vec![told(1, at(1))]) },
        Series { id: 2.into(), ..series(Subject::Volume(1.into()), vec![told(1, at(2))]) },
        Series { id: 3.into(), ..series(Subject::Chapter(30.into()), vec![told(1, at(4))]) },
        Series { id: 4.into(), ..series(Subject::Scene(5.into()), vec![told(1, None)]) },
    ];
    let of = |scene: i64| {
        let lines = first_versions(&[1, 2, 3, 4, 5]);
        let view = View::new(scene.into(), &outline(BOOK), lines, all.clone());
        view.in_prompt("situation").map(|value| value.id().get())
    };
    assert_eq!((1..=5).map(of).collect::<Vec<_>>(), [Some(1), Some(2), Some(2), Some(3), Some(4)]);
}

#[test]
fn an_unplaced_value_is_told_where_its_subject_ends() {
    let lines = first_versions(&[]);
    let of = |all: &Series| {
        values(|scene| View::new(scene.into(), &outline(BOOK), lines.clone(), vec![all.clone()]))
            .into_iter()
            .map(|value| value.is_some())
            .collect::<Vec<_>>()
    };
    let unplaced = |subject| series(subject, vec![told(1, None)]);
    assert_eq!(of(&unplaced(Subject::Chapter(10.into()))), [false, true, false, false, false]);
    assert_eq!(of(&unplaced(Subject::Volume(2.into()))), [false, false, false, false, true]);
    assert_eq!(of(&unplaced(Subject::Scene(3.into()))), [false, false, true, false, false]);
    assert_eq!(of(&unplaced(Subject::Novel)), [false; 5]);
    let by_author = Told { made_by: MadeBy::Author, ..told(1, None) };
    assert_eq!(of(&series(Subject::Novel, vec![by_author])), [true; 5]);
}

#[test]
fn everyone_sees_what_is_theirs() {
    for (visibility, prompt, page) in [
        (Visibility::PromptOnly, true, false),
        (Visibility::UiOnly, false, true),
        (Visibility::PromptAndUi, true, true),
        (Visibility::Internal, false, false),
    ] {
        let all = Series { visibility, ..series(Subject::Scene(1.into()), vec![told(1, None)]) };
        let view = View::new(1.into(), &outline(BOOK), Lines::default(), vec![all]);
        assert_eq!(view.in_prompt("situation").is_some(), prompt, "{visibility}");
        assert_eq!(view.on_page("situation").is_some(), page, "{visibility}");
        assert_eq!(view.names_in_prompts().contains("situation"), prompt, "{visibility}");
    }
}

/// A small generator of numbers, the same in every run.
struct Dice(u64);

impl Dice {
    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % end.max(1)
    }
}

/// A book that is written, moved, branched and restored at random.
struct Scribe {
    dice: Dice,
    /// Scenes by chapter, in telling order; chapter `n` has the id `n + 1`, two chapters are a volume.
    chapters: Vec<(i64, Vec<i64>)>,
    bin: Vec<i64>,
    /// The parent of each version, by scene and version.
    parents: Vec<Vec<Option<i64>>>,
    heads: Vec<i64>,
    versions: Vec<Told>,
}

impl Scribe {
    fn new(seed: u64) -> Self {
        let chapters = vec![(1, vec![0, 1, 2]), (2, vec![3]), (3, vec![4, 5]), (4, vec![6, 7])];
        let (parents, heads) = (vec![vec![None]; 8], vec![1; 8]);
        Self { dice: Dice(seed), chapters, bin: Vec::new(), parents, heads, versions: Vec::new() }
    }

    fn scene(&mut self) -> usize {
        self.dice.below(8)
    }

    fn act(&mut self) {
        let scene = self.scene();
        match self.dice.below(10) {
            // A version on the main line; a restore is one too.
            0 | 1 => {
                self.parents[scene].push(Some(self.heads[scene]));
                self.heads[scene] = i64::try_from(self.parents[scene].len()).unwrap();
            }
            // A version on a branch from anywhere, which may become the main line.
            2 => {
                let from = self.dice.below(self.parents[scene].len()) + 1;
                self.parents[scene].push(Some(i64::try_from(from).unwrap()));
                if self.dice.below(2) == 0 {
                    self.heads[scene] = i64::try_from(self.parents[scene].len()).unwrap();
                }
            }
            // An earlier line becomes the main line.
            3 => self.heads[scene] = i64::try_from(self.dice.below(self.parents[scene].len()) + 1).unwrap(),
            4 => {
                let (from, to) = (self.dice.below(4), self.dice.below(4));
                self.chapters.swap(from, to);
            }
            5 => {
                let id = i64::try_from(scene).unwrap();
                self.chapters.iter_mut().for_each(|(_, scenes)| scenes.retain(|known| *known != id));
                self.bin.retain(|known| *known != id);
                if self.dice.below(4) == 0 {
                    self.bin.push(id);
                } else {
                    let to = self.dice.below(4);
                    let at = self.dice.below(self.chapters[to].1.len() + 1);
                    self.chapters[to].1.insert(at, id);
                }
            }
            _ => {
                let at = self.dice.below(self.parents[scene].len()) + 1;
                let version = i64::try_from(self.versions.len() + 1).unwrap();
                let at = place(i64::try_from(scene).unwrap(), i64::try_from(at).unwrap());
                self.versions.push(told(version, Some(at)));
            }
        }
    }

    fn outline(&self) -> Outline {
        let volumes = self.chapters.chunks(2).enumerate().map(|(index, chapters)| {
            let of = |(id, scenes): &(i64, Vec<i64>)| (*id, scenes.clone());
            (index + 1, chapters.iter().map(of).collect::<Vec<_>>())
        });
        let volumes = serde_json::to_string(&volumes.collect::<Vec<_>>()).unwrap();
        serde_json::from_str(&volumes).unwrap()
    }

    fn lines(&self) -> Lines {
        let mut lines = Lines::default();
        for (scene, parents) in self.parents.iter().enumerate() {
            let of = |(at, parent): (usize, &Option<i64>)| Ancestry {
                version: i64::try_from(at + 1).unwrap().into(),
                parent: parent.map(VersionNo::from),
                merged: None,
            };
            let ancestry: Vec<Ancestry> = parents.iter().enumerate().map(of).collect();
            lines.add((i64::try_from(scene).unwrap().into(), self.heads[scene].into()), &ancestry);
        }
        lines
    }

    /// Whether a version of a scene is its head or an ancestor of it.
    fn is_in_the_book(&self, at: ArtifactPlace) -> bool {
        let scene = usize::try_from(at.scene.get()).unwrap();
        let mut version = Some(self.heads[scene]);
        while let Some(known) = version {
            if Some(VersionNo::from(known)) == at.version {
                return true;
            }
            version = self.parents[scene][usize::try_from(known).unwrap() - 1];
        }
        false
    }
}

#[test]
fn no_value_is_told_later_in_a_thousand_books() {
    let (mut found, mut hidden) = (0, 0);
    for seed in 0..1_000 {
        let mut scribe = Scribe::new(seed);
        for _ in 0..60 {
            scribe.act();
        }
        let telling: Vec<i64> =
            scribe.chapters.iter().flat_map(|(_, scenes)| scenes.iter().copied()).collect();
        let all = series(Subject::Novel, scribe.versions.clone());
        for scene in 0..8 {
            let view = View::new(scene.into(), &scribe.outline(), scribe.lines(), vec![all.clone()]);
            let value = view.in_prompt("situation");
            let rank = |scene: i64| telling.iter().position(|told| *told == scene);
            let here = rank(scene);
            // Told at or before the scene, in the order in which it is told, on lines that are in the book.
            let mut visible: Vec<(usize, i64)> = Vec::new();
            for version in &scribe.versions {
                let at = version.at.unwrap();
                match rank(at.scene.get()).filter(|at| Some(*at) <= here) {
                    Some(rank) if scribe.is_in_the_book(at) => visible.push((rank, version.version)),
                    _ => hidden += 1,
                }
            }
            visible.sort_unstable_by(|a, b| b.cmp(a));
            let expected: Vec<i64> = visible.into_iter().map(|(_, version)| version).collect();
            let shown: Vec<i64> = value
                .iter()
                .flat_map(|value| std::iter::once(value.version()).chain(value.earlier().iter().copied()))
                .collect();
            assert_eq!(shown, expected, "seed {seed}, scene {scene}");
            found += shown.len();
        }
    }
    assert!(found > 10_000 && hidden > 10_000, "{found} found, {hidden} hidden");
}
