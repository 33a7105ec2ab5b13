//! Measures queries at the expected size: `cargo test --release -p wenfang-story -- --ignored --nocapture quick`.

use std::time::{Duration, Instant};

use super::*;

/// The most time one query may take.
const MAX_QUERY_TIME: Duration = Duration::from_millis(10);

/// 2,000 entities, 20,000 facts and relations, 3,000 scenes. Every eleventh edge leads to one of twenty
/// well-connected entities.
fn large() -> (Graph, StoryOrder) {
    let chapters: Vec<(i64, Vec<i64>)> = (0..1000).map(|at| (at, (at * 3..at * 3 + 3).collect())).collect();
    let order = order(&format!("[[1,{}]]", serde_json::to_string(&chapters).unwrap()));
    let people = (0..2000).map(|id| entity(id, &format!("甲{id}"), &[&format!("乙{id}")])).collect();
    let mut state = 20_261_121_u64;
    let mut next = |below: i64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(state >> 33).unwrap() % below
    };
    let (mut relations, mut facts) = (Vec::new(), Vec::new());
    for id in 0..20_000 {
        let (from, to) = (next(2000), if id % 11 == 0 { next(20) } else { next(2000) });
        let begin = next(4000);
        let assertion = asserted(
            (begin < 3000).then_some(begin),
            (id % 3 == 0).then_some(begin + 500),
            Modality::ALL[next(9).max(4) as usize - 4],
        );
        match id % 4 {
            0 => relations.push(relation(id, (from, to), assertion)),
            1 => facts.push(fact(id, from, FactObject::Text(format!("值{to}")), assertion)),
            _ => facts.push(fact(id, from, FactObject::Entity(to.into()), assertion)),
        }
    }
    (Graph::new(people, relations, facts), order)
}

#[test]
#[ignore = "a measurement, for release builds"]
#[allow(clippy::print_stdout, reason = "the test prints its measurements")]
fn queries_are_quick() {
    let begun = Instant::now();
    let (graph, order) = large();
    println!("built in {:?}", begun.elapsed());
    let longest = |name: &str, ask: &dyn Fn(i64) -> usize| {
        // The best of three, because other load on the machine must not count.
        let timed = |at: i64| {
            let begun = Instant::now();
            let size = ask(at);
            (begun.elapsed(), size)
        };
        let mut times: Vec<(Duration, usize)> =
            (0..200).filter_map(|at| (0..3).map(|_| timed(at)).min()).collect();
        times.sort_unstable();
        println!("{name}: median {:?}, longest {:?}", times[100], times[199]);
        assert!(times[199].0 <= MAX_QUERY_TIME, "{name}");
    };
    let near = |id: i64, hops, at: Option<i64>| {
        let filter = EdgeFilter { at: at.map(Into::into), modalities: &Modality::ALL };
        graph.neighbours(id.into(), hops, &filter, &order).edges.len()
    };
    longest("find", &|at| graph.find(&format!("乙{at}")).len());
    longest("one hop", &|at| near(at, Hops::One, Some(1500)));
    longest("two hops", &|at| near(at, Hops::Two, Some(1500)));
    longest("two hops, whenever", &|at| near(at, Hops::Two, None));
    longest("chains", &|at| {
        let filter = EdgeFilter { at: Some(1500.into()), modalities: &Modality::ALL };
        graph.connection([(at + 1).into(), (2000 - at).into()], &filter, &order, 20).chains.len()
    });
    longest("state", &|at| {
        graph.state_as_of(at.into(), 1500.into(), &order).map_or(0, |state| state.narrated.facts.len())
    });
    longest("chapter", &|at| graph.changed_in((at * 5).into(), &order).facts_begun.len());
}
