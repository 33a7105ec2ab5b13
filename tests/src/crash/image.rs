//! Simulates what a disk may hold after a power cut.
//!
//! The model is harsher than most disks. Everything up to a file's last completed sync is present. Each later write is
//! independently present, missing, or torn (only some of its 512-byte sectors are present). Each later change of size
//! is present or missing. Created and removed names become durable in order when the folder is synced, which SQLite
//! does at the first sync of a log it created and when it removes a name with a sync; without a folder sync, any
//! prefix of them may be present. Unwritten bytes never change, and a write never affects bytes outside its range
//! (SQLite's power-safe overwrite assumption).

use std::collections::BTreeMap;
use std::path::Path;

use crate::rng::Rng;

use super::watch::Event;

const SECTOR: usize = 512;

/// Files by name.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Counts of what happened to unsynced writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fates {
    /// Completely present.
    pub kept: usize,
    pub dropped: usize,
    pub torn: usize,
}

impl std::ops::AddAssign for Fates {
    fn add_assign(&mut self, other: Self) {
        self.kept += other.kept;
        self.dropped += other.dropped;
        self.torn += other.torn;
    }
}

/// A disk after a power cut.
#[derive(Clone, Debug)]
pub struct Image {
    /// The files present.
    pub files: Files,
    /// The number of acknowledged acts.
    pub acknowledged: usize,
    /// What happened to unsynced writes.
    pub fates: Fates,
}

impl Image {
    /// Writes the files to a folder.
    ///
    /// # Errors
    /// Errors of the folder.
    pub fn lay_out(&self, folder: &Path) -> std::io::Result<()> {
        self.files.iter().try_for_each(|(name, bytes)| std::fs::write(folder.join(name), bytes))
    }
}

/// A file during the replay.
#[derive(Default)]
struct File<'e> {
    synced: Vec<u8>,
    since: Vec<&'e Event>,
}

/// The odds for unsynced writes, drawn once per image so that images vary.
struct Odds {
    kept_of_8: u64,
    torn_of_8: u64,
}

/// Simulates a power cut after the first `upto` of `events`, with `start` on the disk before them.
pub fn after_power_cut(
    (start, names): (&Files, &[String]),
    events: &[Event],
    upto: usize,
    rng: &mut Rng,
) -> Image {
    let mut files: Vec<File<'_>> = (0..names.len()).map(|_| File::default()).collect();
    let mut durable: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, name) in names.iter().enumerate() {
        // The first file of a name existed before, unless an event creates it.
        let is_created =
            events.iter().any(|event| matches!(event, Event::Create { file: made } if *made == file));
        if !is_created && let Some(bytes) = start.get(name) {
            files[file].synced.clone_from(bytes);
            durable.insert(name, file);
        }
    }
    let mut pending_names: Vec<&Event> = Vec::new();
    let mut acknowledged = 0;
    for event in &events[..upto] {
        match event {
            Event::Create { .. } => pending_names.push(event),
            Event::Write { file, .. } | Event::Truncate { file, .. } => files[*file].since.push(event),
            Event::Sync { file, with_folder } => {
                let file = &mut files[*file];
                for event in std::mem::take(&mut file.since) {
                    apply(event, &mut file.synced, |_| true);
                }
                if *with_folder {
                    settle(&mut durable, names, &pending_names);
                    pending_names.clear();
                }
            }
            Event::Delete { with_folder, .. } => {
                pending_names.push(event);
                if *with_folder {
                    settle(&mut durable, names, &pending_names);
                    pending_names.clear();
                }
            }
            Event::Acknowledged(acts) => acknowledged = *acts,
        }
    }
    let reached = rng.within(0..pending_names.len() + 1);
    settle(&mut durable, names, &pending_names[..reached]);
    let odds = Odds { kept_of_8: rng.bits() % 9, torn_of_8: rng.bits() % 9 };
    let mut fates = Fates::default();
    let files = durable
        .into_iter()
        .map(|(name, file)| (name.to_owned(), survived(&mut files[file], &odds, rng, &mut fates)))
        .collect();
    Image { files, acknowledged, fates }
}

fn settle<'n>(durable: &mut BTreeMap<&'n str, usize>, names: &'n [String], events: &[&Event]) {
    for event in events {
        match event {
            Event::Create { file } => {
                durable.insert(&names[*file], *file);
            }
            Event::Delete { file, .. } => {
                durable.remove(names[*file].as_str());
            }
            _ => {}
        }
    }
}

/// The bytes of a file, with a random fate for each unsynced write.
fn survived(file: &mut File<'_>, odds: &Odds, rng: &mut Rng, fates: &mut Fates) -> Vec<u8> {
    let mut bytes = std::mem::take(&mut file.synced);
    for event in std::mem::take(&mut file.since) {
        if rng.chance(odds.kept_of_8, 8) {
            fates.kept += 1;
            apply(event, &mut bytes, |_| true);
        } else if matches!(event, Event::Write { .. }) && rng.chance(odds.torn_of_8, 8) {
            fates.torn += 1;
            let pattern = rng.bits();
            apply(event, &mut bytes, |sector| pattern >> (sector % 64) & 1 == 1);
        } else {
            fates.dropped += 1;
        }
    }
    bytes
}

/// Applies a write or a change of size; for a write, only the sectors for which `reached` returns true.
fn apply(event: &Event, bytes: &mut Vec<u8>, reached: impl Fn(usize) -> bool) {
    match event {
        Event::Write { offset, bytes: written, .. } => {
            let mut at = 0;
            while at < written.len() {
                let position = offset + at;
                let sector = position / SECTOR;
                let len = ((sector + 1) * SECTOR - position).min(written.len() - at);
                if reached(sector) {
                    grow(bytes, position + len);
                    bytes[position..position + len].copy_from_slice(&written[at..at + len]);
                }
                at += len;
            }
        }
        Event::Truncate { size, .. } => {
            bytes.truncate(*size);
            grow(bytes, *size);
        }
        _ => {}
    }
}

/// Pads with zeros up to a size. Faster than `Vec::resize` in debug builds, which writes bytes one by one.
fn grow(bytes: &mut Vec<u8>, size: usize) {
    bytes.extend_from_slice(&vec![0; size.saturating_sub(bytes.len())]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(file: usize, offset: usize, byte: u8) -> Event {
        Event::Write { file, offset, bytes: vec![byte; 1024] }
    }

    #[test]
    fn synced_writes_survive_and_unsynced_writes_may_not() {
        let names = ["a".to_owned(), "a-wal".to_owned()];
        let start = Files::from([("a".to_owned(), vec![0; 1024])]);
        let events = [
            write(0, 0, 1),
            Event::Sync { file: 0, with_folder: false },
            Event::Create { file: 1 },
            write(1, 0, 2),
            Event::Acknowledged(1),
        ];
        let mut sizes = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let image = after_power_cut((&start, &names), &events, 5, &mut Rng::new(seed));
            assert_eq!(image.files["a"], vec![1; 1024]);
            assert_eq!(image.acknowledged, 1);
            sizes.insert(image.files.get("a-wal").map(Vec::len));
        }
        assert_eq!(sizes, [None, Some(0), Some(512), Some(1024)].into());
    }

    #[test]
    fn a_name_is_durable_after_a_folder_sync() {
        let names = ["a-wal".to_owned()];
        let events = [Event::Create { file: 0 }, write(0, 0, 2), Event::Sync { file: 0, with_folder: true }];
        for seed in 0..50 {
            let image = after_power_cut((&Files::new(), &names), &events, 3, &mut Rng::new(seed));
            assert_eq!(image.files["a-wal"], vec![2; 1024]);
        }
    }
}
