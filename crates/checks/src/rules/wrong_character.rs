//! Characters in the place of others of like sound or shape.
//!
//! Three things tell a slip: a misspelling that authors commonly make; a set phrase with one character changed; and a
//! place that the rest of the book would fill with another, like character. What the book writes again and again is
//! never told, so that old spellings and the author's own are left alone.

use std::collections::HashMap;
use std::sync::LazyLock;

use wenfang_story::check::{Rule, Severity};
use wenfang_text::{CharRange, Lexicon};

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::Reading;
use super::spelling::{End, Likeness, MARK, Usage, Window, alike, codes, idioms_by, is_word, mistakes};

/// What stands behind a slip counts this often at most in a book that writes it on purpose.
const SELDOM: u32 = 3;
/// How much better another character must fit before its place is looked at, as a logarithm.
const FITS_BETTER: f64 = 3.0;
/// So many others are weighed: those that stand beside the same words most often.
const LIKELIEST: usize = 2;
/// What the evidence must come to.
const SURE: f64 = 2.8;

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    if prepared.language != Language::Chinese {
        return Vec::new();
    }
    let usage = prepared.usage();
    let page = Page { reading, usage, codes: codes(reading.chars.iter().copied()) };
    let mut slips: Vec<Confusion> = page.misfits();
    // The lists are of today's spelling.
    if !usage.is_old() {
        slips.extend(page.mistakes());
        slips.extend(page.idioms());
    }
    slips.retain(|slip| reading.mentions.iter().all(|mention| !mention.range.overlaps(slip.range)));
    slips.sort_by_key(|slip| (slip.range.start(), slip.range.len()));
    slips.dedup_by(|later, kept| kept.range.overlaps(later.range));
    let found = slips.into_iter().map(|slip| {
        Found::new(Rule::WrongCharacter, Severity::Medium, reading.place(slip.range))
            .values(slip.meant.as_str(), reading.slice(slip.range))
            .replaced_by(slip.meant)
            .sure(slip.sure)
    });
    found.collect()
}

/// What was written for something else.
struct Confusion {
    range: CharRange,
    meant: String,
    sure: f64,
}

/// A scene, read as spelling rules read it.
struct Page<'r, 'a> {
    reading: &'r Reading<'a>,
    usage: &'r Usage,
    /// Two marks, the characters, two marks.
    codes: Vec<u32>,
}

impl Page<'_, '_> {
    /// Misspellings that authors commonly make.
    fn mistakes(&self) -> Vec<Confusion> {
        static READ: LazyLock<(Lexicon, HashMap<&str, &str>)> = LazyLock::new(|| {
            let lexicon = Lexicon::new((0..).zip(mistakes()).map(|(number, (wrong, _))| (number, wrong)));
            (lexicon, mistakes().collect())
        });
        let (lexicon, meant) = &*READ;
        let slips = lexicon.mentions(self.reading.scene.text).into_iter().filter_map(|mention| {
            let meant = *meant.get(self.reading.slice(mention.range))?;
            let (start, end) = (mention.range.start().get() + 2, mention.range.end().get() + 2);
            // 现在|三人: its ends may belong to the words beside it.
            let is_whole = !self.are_word(start - 1) && !self.are_word(end - 1);
            let written = self.codes.get(start..end.min(start + 3))?;
            let right: Vec<u32> = meant.chars().take(3).map(u32::from).collect();
            let seldom = self.usage.count(written) < SELDOM.min(self.usage.count(&right) + 2);
            (is_whole && seldom).then(|| self.slip((start, end), meant, 0.9)).flatten()
        });
        slips.collect()
    }

    /// Whether a character and the next one are a common word.
    fn are_word(&self, at: usize) -> bool {
        self.codes.get(at..at + 2).is_some_and(|pair| is_word([pair[0], pair[1]]))
    }

    /// The slip of a stretch, narrowed to what differs.
    fn slip(&self, (start, end): (usize, usize), meant: &str, sure: f64) -> Option<Confusion> {
        let written = self.codes.get(start..end)?;
        let differs = |(c, code): (char, &u32)| u32::from(c) != *code;
        let first = meant.chars().zip(written).position(differs)?;
        let until = meant.chars().zip(written).collect::<Vec<_>>().into_iter().rposition(differs)? + 1;
        Some(Confusion {
            range: CharRange::new(start - 2 + first, start - 2 + until),
            meant: meant.chars().skip(first).take(until - first).collect(),
            sure,
        })
    }

    /// Set phrases with one character changed for a like one.
    fn idioms(&self) -> Vec<Confusion> {
        let mut slips = Vec::new();
        for (at, four) in self.codes.windows(4).enumerate() {
            let &[a, b, c, d] = four else { continue };
            if four.contains(&MARK) {
                continue;
            }
            let near = [([a, b], End::First), ([c, d], End::Last)];
            for idiom in near.into_iter().flat_map(|(half, end)| idioms_by(half, end)) {
                let mut differing = (0..4).filter(|n| idiom[*n] != four[*n]);
                let (Some(wrong), None) = (differing.next(), differing.next()) else { continue };
                let like = alike(four[wrong]).iter().any(|(other, _)| *other == idiom[wrong]);
                if like && !self.is_used(at + wrong) {
                    let meant: String = idiom.iter().filter_map(|code| char::from_u32(*code)).collect();
                    slips.extend(self.slip((at, at + 4), &meant, 0.9));
                }
            }
        }
        slips
    }

    /// Whether a character stands beside the same one elsewhere in the book, or makes a common word where it stands.
    fn is_used(&self, at: usize) -> bool {
        [at - 1, at].into_iter().any(|first| {
            let pair = self.codes.get(first..first + 2).unwrap_or_default();
            !pair.contains(&MARK) && (self.usage.count(pair) > 1 || self.are_word(first))
        })
    }

    /// Places that the rest of the book would fill with another character.
    fn misfits(&self) -> Vec<Confusion> {
        let mut slips = Vec::new();
        for (at, window) in self.codes.windows(5).enumerate() {
            let Ok(window) = Window::try_from(window) else { continue };
            let Some(misfit) = Misfit::of(self.usage, window) else { continue };
            let sure = misfit.weight(self.usage, window, self.nearby(at));
            if let (true, Some(meant)) = (sure > SURE, char::from_u32(misfit.meant)) {
                slips.push(Confusion {
                    range: CharRange::new(at, at + 1),
                    meant: meant.to_string(),
                    sure: 0.5 + 0.1 * sure.min(4.0),
                });
            }
        }
        slips
    }

    /// How often the character at a place stands elsewhere nearby: what a passage is about comes again.
    fn nearby(&self, at: usize) -> usize {
        /// Characters on either side.
        const NEAR: usize = 1_500;
        let here = self.codes.get(at + 2);
        let near = self.codes.get((at + 2).saturating_sub(NEAR)..(at + 2 + NEAR).min(self.codes.len()));
        near.unwrap_or_default().iter().filter(|c| Some(*c) == here).count().saturating_sub(1)
    }
}

/// A character that another one would fit better.
struct Misfit {
    meant: u32,
    likeness: Likeness,
    /// How well each fits: logarithms of likelihoods.
    written: f64,
    instead: f64,
}

/// Characters that this rule leaves alone: who is meant is for the author to say, and particles have a rule of their own.
fn is_left_alone(c: u32) -> bool {
    char::from_u32(c).is_none_or(|c| matches!(c, '他' | '她' | '它' | '的' | '得' | '\0'))
}

impl Misfit {
    /// The character that fits best in the place of one that hardly fits.
    fn of(usage: &Usage, window: Window) -> Option<Self> {
        let [_, l1, c, r1, _] = window;
        let others = if is_left_alone(c) { &[] } else { alike(c) };
        let stands = |pair: [u32; 2]| !pair.contains(&MARK) && usage.count(&pair) > SELDOM + 1;
        if others.is_empty() || l1 == MARK && r1 == MARK || stands([l1, c]) || stands([c, r1]) {
            return None;
        }
        // Most characters are out of the question; how well the others fit takes longer to say.
        let mut likely: Vec<(u32, u32, Likeness)> = Vec::new();
        for (other, likeness) in others.iter().copied().filter(|(other, _)| !is_left_alone(*other)) {
            let [before, after] = [[l1, other], [other, r1]].map(|pair| beside(usage, pair));
            let bonus =
                if before + after > 1 { 0 } else { u32::from(is_word([l1, other]) || is_word([other, r1])) };
            if before + after + bonus > 1 || bonus > 0 {
                likely.push(((before + 1) * (after + 1), other, likeness));
            }
        }
        likely.sort_by_key(|(together, other, _)| (std::cmp::Reverse(*together), *other));
        likely.truncate(LIKELIEST);
        if likely.is_empty() {
            return None;
        }
        let written = usage.written(window);
        let fits = likely.into_iter().map(|(_, meant, likeness)| Self {
            meant,
            likeness,
            written,
            instead: usage.instead(window, meant),
        });
        let best = fits.max_by(|a, b| a.instead.total_cmp(&b.instead));
        best.filter(|best| best.instead - best.written > FITS_BETTER)
    }

    /// What speaks for a slip, all taken together: above nought it is likelier than not.
    fn weight(&self, usage: &Usage, window: Window, nearby: usize) -> f64 {
        let evidence = self.evidence(usage, window, nearby);
        BIAS + evidence.iter().zip(WEIGHTS).map(|(evidence, weight)| evidence * weight).sum::<f64>()
    }

    fn evidence(&self, usage: &Usage, [l2, l1, c, r1, r2]: Window, nearby: usize) -> [f64; 19] {
        let log = |count: u32| f64::from(count).ln_1p();
        let truth = |is_so: bool| f64::from(u8::from(is_so));
        let a = self.meant;
        let own = usage.count(&[c]).saturating_sub(1);
        let sounds = alike(c).iter().filter(|(_, likeness)| *likeness == Likeness::Sound);
        let sounds: u32 = sounds.map(|(other, _)| usage.count(&[*other])).sum();
        let [before, after] = [[l1, a], [a, r1]].map(|pair| beside(usage, pair));
        [
            self.instead - self.written,
            self.instead,
            log(own),
            (f64::from(usage.count(&[a])) + 0.5).ln(),
            // How often it is the one that is meant, of those that sound alike.
            ((f64::from(own) + 0.5) / (f64::from(own + sounds) + 2.0)).ln(),
            truth(is_word([l1, c])),
            truth(is_word([c, r1])),
            truth(is_word([l1, a]) && !is_word([l2, l1])),
            truth(is_word([a, r1]) && !is_word([r1, r2])),
            log(before),
            log(after),
            log(before.min(after)),
            log(beside(usage, [l1, c]).saturating_sub(1)) + log(beside(usage, [c, r1]).saturating_sub(1)),
            truth(l1 == MARK || r1 == MARK),
            f64::from(u8::try_from(nearby.min(3)).unwrap_or_default()),
            truth(self.likeness == Likeness::Shape),
            truth(self.likeness == Likeness::NearSound),
            truth([l2, l1, r1, r2].contains(&c)),
            usage.size(),
        ]
    }
}

/// How often two characters stand together; marks stand beside everything.
fn beside(usage: &Usage, pair: [u32; 2]) -> u32 {
    if pair.contains(&MARK) { 0 } else { usage.count(&pair) }
}

const BIAS: f64 = 1.35;
const WEIGHTS: [f64; 19] = [
    0.45, 0.0, 0.20, 0.19, 0.22, -0.89, -1.55, 0.68, 0.80, 0.53, 0.51, -0.57, -0.36, 0.23, -0.42, 1.14,
    -1.22, -2.45, -0.75,
];
