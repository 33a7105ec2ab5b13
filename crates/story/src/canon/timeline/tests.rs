use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::canon::StoryOrder;

type Event = (TimelineEventId, TimelineEventRecord);

/// Scenes 0 to `scenes` - 1, told in this order; higher ones are in the bin.
fn telling(scenes: i64) -> StoryOrder {
    let scenes: Vec<i64> = (0..scenes).collect();
    StoryOrder::new(&serde_json::from_str(&format!("[[1,[[1,{scenes:?}]]]]")).unwrap())
}

/// An event with its key, the events that precede it (`after`), and the scene that tells it.
fn event(id: i64, key: &str, after: &[i64], scene: Option<i64>) -> Event {
    let record = TimelineEventRecord {
        title: format!("事{id}"),
        key: TimeKey::parse(key),
        after: after.iter().map(|id| (*id).into()).collect(),
        scene: scene.map(Into::into),
        ..Default::default()
    };
    (id.into(), record)
}

fn ids(order: &[TimelineEventId]) -> Vec<i64> {
    order.iter().map(|id| id.get()).collect()
}

#[track_caller]
fn check(events: &[Event], expected: &[i64]) {
    let found = story_order(events, &telling(20)).unwrap();
    assert_eq!(ids(&found), expected);
}

#[track_caller]
fn check_cycle(events: &[Event], expected: &[i64]) {
    let found = story_order(events, &telling(20)).unwrap_err();
    assert_eq!(ids(&found.events), expected);
}

fn timed(id: i64, time: &str, scene: i64) -> Event {
    let mut event = event(id, "", &[], Some(scene));
    event.1.time = time.to_owned();
    event
}

#[test]
fn yearless_dates_are_ordered_among_themselves() {
    check(&[timed(1, "三月初五", 0), timed(2, "夜里", 1), timed(3, "三月初一", 2)], &[3, 1, 2]);
    check(&[timed(1, "March 5", 0), timed(2, "the 1st of March", 1), timed(3, "in May", 2)], &[2, 1, 3]);
    // The story goes on to the next year, back a few days, and forward again.
    check(
        &[timed(1, "腊月廿三", 0), timed(2, "正月初一", 1), timed(3, "腊月三十", 2), timed(4, "二月", 3)],
        &[1, 3, 2, 4],
    );
    // Eight months forward, not four months back.
    check(&[timed(1, "三月", 0), timed(2, "十一月", 1)], &[1, 2]);
    check(&[timed(1, "闰三月初二", 0), timed(2, "三月三十", 1)], &[2, 1]);
}

#[test]
fn keys_and_after_take_precedence_over_yearless_dates() {
    let mut later = timed(2, "三月初一", 1);
    later.1.after = vec![1.into()];
    check(&[timed(1, "三月初五", 0), later], &[1, 2]);
    check(
        &[event(1, "2", &[], Some(0)), timed(2, "五月", 1), event(3, "3", &[], Some(2)), timed(4, "四月", 3)],
        &[1, 2, 3, 4],
    );
}

#[test]
fn keys_and_after_are_binding() {
    check(
        &[
            event(1, "3-2", &[], Some(0)),
            event(2, "3-1", &[], Some(1)),
            event(3, "", &[1], Some(2)),
            event(4, "", &[], None),
        ],
        &[2, 1, 3, 4],
    );
    check(
        &[event(1, "", &[2], Some(0)), event(2, "", &[3], Some(1)), event(3, "", &[], Some(2))],
        &[3, 2, 1],
    );
    check(&[event(1, "5", &[2], Some(0)), event(2, "5", &[], Some(1))], &[2, 1]);
}

#[test]
fn unbound_events_are_placed_where_they_are_told() {
    let book = [
        event(1, "10", &[], Some(1)),
        event(2, "11", &[], Some(5)),
        // A scene set in the past.
        event(3, "2", &[], Some(7)),
        event(4, "12", &[], Some(9)),
        event(5, "", &[], Some(0)),
        event(6, "", &[], Some(3)),
        event(7, "", &[], Some(7)),
        event(8, "", &[], Some(8)),
        event(9, "", &[], Some(10)),
        event(10, "", &[], None),
        event(11, "", &[6], None),
        event(12, "", &[], Some(99)),
    ];
    check(&book, &[3, 7, 8, 5, 1, 6, 11, 2, 4, 9, 10, 12]);
}

#[test]
fn late_predecessors_are_placed_before_their_first_successor() {
    // 2 is told last but happens before 1, which is told first.
    check(&[event(1, "", &[2], Some(0)), event(2, "", &[], Some(9)), event(3, "", &[], Some(1))], &[2, 1, 3]);
    // An event that no scene tells does not delay the others.
    check(&[event(1, "1", &[], None), event(2, "2", &[], Some(0)), event(3, "", &[], Some(4))], &[1, 2, 3]);
}

#[test]
fn day_counts_are_independent_of_years() {
    let book = [
        event(1, "10", &[], Some(0)),
        event(2, "d1", &[], Some(1)),
        event(3, "d2", &[], Some(2)),
        event(4, "11", &[], Some(3)),
        event(5, "d9", &[], Some(4)),
    ];
    check(&book, &[1, 2, 3, 4, 5]);
    check(&[event(1, "d2", &[], Some(0)), event(2, "d1", &[], Some(1))], &[2, 1]);
}

#[test]
fn removed_events_are_ignored() {
    check(&[event(1, "", &[77], Some(1)), event(2, "", &[1, 88], Some(0))], &[1, 2]);
    check(&[], &[]);
}

#[test]
fn a_contradiction_reports_its_shortest_cycle() {
    check_cycle(&[event(1, "", &[1], None)], &[1]);
    check_cycle(&[event(1, "", &[2], None), event(2, "", &[1], None)], &[1, 2]);
    // 4 → 2 → 3 → 4, and a longer cycle through 5 and 6.
    let book = [
        event(1, "", &[], None),
        event(2, "", &[4, 6], None),
        event(3, "", &[2], None),
        event(4, "", &[3], None),
        event(5, "", &[3], None),
        event(6, "", &[5], None),
    ];
    check_cycle(&book, &[2, 3, 4]);
    // Keys contradict `after`; the years in between are not part of the cycle.
    let book = [
        event(1, "1", &[4], None),
        event(2, "2", &[], None),
        event(3, "3", &[], None),
        event(4, "4", &[], None),
    ];
    check_cycle(&book, &[1, 4]);
    let book = [
        event(1, "1", &[5], None),
        event(2, "2", &[], None),
        event(4, "4", &[], None),
        event(5, "", &[4], None),
    ];
    check_cycle(&book, &[1, 4, 5]);
}

#[track_caller]
fn check_tellings(keys_and_scenes: &[(&str, i64)], expected: &str) {
    let events: Vec<Event> =
        (1..).zip(keys_and_scenes).map(|(id, (key, scene))| event(id, key, &[], Some(*scene))).collect();
    let order = story_order(&events, &telling(20)).unwrap();
    let mut found = tellings(&order, &events, &telling(20));
    found.sort_by_key(|(id, _)| *id);
    let sign = |(_, telling): &(_, Telling)| match telling {
        Telling::InOrder => '=',
        Telling::Flashback => '<',
        Telling::FlashForward => '>',
    };
    assert_eq!(found.iter().map(sign).collect::<String>(), expected);
}

#[test]
fn displaced_events_are_flashbacks_or_flash_forwards() {
    check_tellings(&[("1", 0), ("2", 1), ("3", 2)], "===");
    check_tellings(&[("5", 0), ("6", 1), ("1", 2), ("7", 3)], "==<=");
    check_tellings(&[("9", 0), ("1", 1), ("2", 2), ("3", 3)], ">===");
    // Of two events told in reverse, the one told first counts as told in order.
    check_tellings(&[("2", 0), ("1", 1)], "=<");
    check_tellings(&[("5", 0), ("1", 1), ("2", 2), ("6", 3)], ">===");
    check_tellings(&[("5", 0), ("6", 1), ("1", 2), ("2", 3)], "==<<");
    check_tellings(&[("3", 0), ("3", 1), ("3", 1)], "===");
    // Events of one scene count as told in order; scene 30 is in the bin.
    check_tellings(&[("2", 4), ("1", 4)], "==");
    check_tellings(&[("2", 4), ("1", 30)], "=");
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let key = prop_oneof![
        Just(String::new()),
        (1..5_i64).prop_map(|year| year.to_string()),
        (1..3_i64).prop_map(|day| format!("d{day}"))
    ];
    let one = (key, prop::collection::vec(0..12_i64, 0..2), prop::option::of(0..9_i64));
    prop::collection::vec(one, 0..9).prop_map(|list| {
        (0..).zip(list).map(|(id, (key, after, scene))| event(id, &key, &after, scene)).collect()
    })
}

/// The pairs (a, b) of events in which a must precede b.
fn required_pairs(events: &[Event]) -> BTreeSet<(i64, i64)> {
    let mut pairs = BTreeSet::new();
    for (id, event) in events {
        let known = event.after.iter().filter(|after| events.iter().any(|(id, _)| id == *after));
        pairs.extend(known.map(|after| (after.get(), id.get())));
        for (other, later) in events {
            if let (Some(a), Some(b)) = (&event.key, &later.key)
                && a.is_day_count() == b.is_day_count()
                && a < b
            {
                pairs.insert((id.get(), other.get()));
            }
        }
    }
    pairs
}

/// The length of the shortest cycle (Floyd–Warshall).
fn girth(pairs: &BTreeSet<(i64, i64)>, count: usize) -> Option<usize> {
    let far = usize::MAX / 4;
    let place = |id: i64| usize::try_from(id).unwrap();
    let mut steps = vec![vec![far; count]; count];
    pairs.iter().for_each(|(a, b)| steps[place(*a)][place(*b)] = 1);
    for mid in 0..count {
        for a in 0..count {
            for b in 0..count {
                steps[a][b] = steps[a][b].min(steps[a][mid] + steps[mid][b]);
            }
        }
    }
    (0..count).map(|one| steps[one][one]).min().filter(|length| *length < far)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_shortest_cycle_is_reported_if_no_order_exists(events in events(), rotation in 0..9_usize) {
        let pairs = required_pairs(&events);
        let found = story_order(&events, &telling(7));
        let mut rotated = events.clone();
        rotated.rotate_left(rotation.min(events.len()));
        prop_assert_eq!(&story_order(&rotated, &telling(7)), &found, "the result must not depend on the input order");
        match (found, girth(&pairs, events.len())) {
            (Ok(order), None) => {
                let order = ids(&order);
                prop_assert_eq!(order.iter().collect::<BTreeSet<_>>().len(), events.len());
                let place = |id: i64| order.iter().position(|one| *one == id).unwrap();
                for (a, b) in pairs {
                    prop_assert!(place(a) < place(b), "{} before {}: {:?}", a, b, order);
                }
            }
            (Err(cycle), Some(length)) => {
                let cycle = ids(&cycle.events);
                prop_assert_eq!(cycle.len(), length);
                let around = cycle.iter().zip(cycle.iter().cycle().skip(1));
                for (a, b) in around {
                    prop_assert!(pairs.contains(&(*a, *b)), "{:?}", cycle);
                }
            }
            (found, girth) => prop_assert!(false, "{:?}, but the shortest cycle has length {:?}", found, girth),
        }
    }

    #[test]
    fn as_few_events_as_possible_are_displaced(positions in Just((1..9_i64).collect::<Vec<_>>()).prop_shuffle()) {
        let events: Vec<Event> =
            (0..).zip(&positions).map(|(scene, year)| event(*year, &year.to_string(), &[], Some(scene))).collect();
        let order = story_order(&events, &telling(20)).unwrap();
        let found = tellings(&order, &events, &telling(20));
        let told_at = |year: i64| positions.iter().position(|one| *one == year).unwrap();
        let in_order: Vec<i64> = found.iter().filter(|(_, how)| *how == Telling::InOrder).map(|(id, _)| id.get()).collect();
        prop_assert!(in_order.iter().map(|year| told_at(*year)).is_sorted());
        let mut longest = vec![1; positions.len()];
        for at in 0..positions.len() {
            for earlier in 0..at {
                if positions[earlier] < positions[at] {
                    longest[at] = longest[at].max(longest[earlier] + 1);
                }
            }
        }
        prop_assert_eq!(Some(in_order.len()), longest.into_iter().max());
        for (id, how) in found {
            let year = id.get();
            let back = in_order.iter().any(|one| *one > year && told_at(*one) < told_at(year));
            let ahead = in_order.iter().any(|one| *one < year && told_at(*one) > told_at(year));
            prop_assert_eq!((how == Telling::Flashback, how == Telling::FlashForward), (back, ahead));
        }
    }
}

#[test]
#[ignore = "a measurement, for release builds"]
#[allow(clippy::print_stdout, reason = "the test prints its measurements")]
fn ten_thousand_events_are_sorted_quickly() {
    use std::time::Instant;
    let telling = telling(3000);
    let after = |id: i64| if id % 3 == 0 && id > 7 { vec![id - 7] } else { Vec::new() };
    let key = |id: i64| if id % 2 == 0 { format!("{}-{}", id / 100, id % 12) } else { String::new() };
    let keys: Vec<Event> = (0..10_000).map(|id| event(id, &key(id), &[], Some(id * 7919 % 3000))).collect();
    let both: Vec<Event> = (0..10_000)
        .map(|id| {
            event(
                id,
                &if id % 2 == 0 { format!("{}", id / 9) } else { String::new() },
                &after(id),
                Some(id * 7919 % 3000),
            )
        })
        .collect();
    let ring: Vec<Event> = (0..10_000).map(|id| event(id, "", &[(id + 9_999) % 10_000], None)).collect();
    let years: Vec<Event> = (0..10_000)
        .map(|id| event(id, &id.to_string(), if id == 0 { &[9_999] } else { &[] }, None))
        .collect();
    for (name, events) in
        [("keys", keys), ("keys and after", both), ("one ring", ring), ("the last year first", years)]
    {
        let begun = Instant::now();
        let found = story_order(&events, &telling);
        let took = begun.elapsed();
        let begun = Instant::now();
        let displaced = found.as_ref().map(|order| tellings(order, &events, &telling).len());
        println!(
            "{name}: order {took:?}, tellings {:?}, {:?}",
            begun.elapsed(),
            displaced.map_err(|cycle| cycle.events.len())
        );
    }
}
