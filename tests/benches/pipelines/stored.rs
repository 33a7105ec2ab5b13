//! What generations leave in the file.

use anyhow::Result;
use serde_json::json;
use wenfang_model_server::answer;
use wenfang_tests::measure::{Report, rounds};

use super::desk::{Desk, asks_notes, notes};

const GENERATIONS: usize = 300;
/// The bar is about this many.
const MANY: f64 = 10_000.0;

/// The bytes of the tables of generations, of their receipts, and of their runs.
async fn sizes(desk: &Desk) -> Result<[i64; 4]> {
    let mut tx = desk.project.begin_read().await?;
    let mut sizes = [0; 4];
    for (size, names) in sizes.iter_mut().zip(["generations%", "receipts%", "workflow_%", "%"]) {
        *size = sqlx::query_scalar("select coalesce(sum(pgsize), 0) from dbstat where name like ?")
            .bind(names)
            .fetch_one(&mut *tx)
            .await?;
    }
    Ok(sizes)
}

pub(super) async fn measure(report: &mut Report) -> Result<()> {
    let count = rounds(GENERATIONS, 30);
    report.section(&format!("What a generation leaves in the file, {count} of each kind, texts of 800 字"));
    for profile in ["plain", "careful"] {
        let desk =
            Desk::open(|request| if asks_notes(request) { notes() } else { answer::prose(800) }).await?;
        let before = sizes(&desk).await?;
        for number in 0..count {
            let request = json!({
                "scene": 1 + number % 12, "act": "continue", "target": 800, "profile": profile,
                "instruction": format!("第{number}次"),
            });
            desk.ok("generation.run", request).await?;
        }
        let after = sizes(&desk).await?;
        let each = |at: usize| (after[at] - before[at]) as f64 / count as f64;
        report.figure(
            &format!("{profile}: generation, receipt, run, all"),
            &format!("{:.0}, {:.0}, {:.0}, {:.0} bytes", each(0), each(1), each(2), each(3)),
        );
        report.at_most(&format!("{profile}: {MANY} generations"), (each(3) * MANY / 1e6, 40.0), "MB");
    }
    Ok(())
}
