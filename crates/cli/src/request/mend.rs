//! Requests for mending.

use serde_json::{Map, Value, json};

use super::{Mended, Request, read, write};
use crate::args::checks::AutoFix;
use crate::args::mend::{Begin, ChangePolicy, Mend, Policy, Target, Tools, Wait};

/// The request for a mending; `None` for what belongs to no novel.
pub(super) fn mend(wanted: &Mend) -> Option<Request<'_>> {
    Some(match wanted {
        Mend::Begin(wanted) => begin(wanted),
        Mend::List { file, open, before, limit } => {
            read(file, "mend.list", json!({ "open": open, "before": before, "limit": limit }))
        }
        Mend::Show(of) => read(&of.file, "mend.show", json!({ "session": of.session })),
        Mend::Issue { file, issue } => read(file, "mend.issue", json!({ "issue": issue })),
        Mend::Proposal { of, scene } => {
            read(&of.file, "mend.proposal", json!({ "session": of.session, "scene": scene }))
        }
        Mend::Policy(ChangePolicy { of, policy: change, no_money }) => {
            let mut policy = policy(change, false).unwrap_or_else(|| json!({}));
            if *no_money {
                policy["money"] = Value::Null;
            }
            let request = json!({ "session": of.session, "policy": policy, "command_line": true });
            write(&of.file, "mend.set_policy", request)
        }
        Mend::Tools(_) => return None,
        Mend::Decide { of, decision } => write(
            &of.file,
            "mend.decide",
            json!({ "issue": of.issue, "seen": of.seen, "decision": decision.replace('-', "_") }),
        ),
        Mend::Accept { of, scene, pieces, replacements } => {
            let request = json!({
                "session": of.session, "scene": scene, "pieces": pieces, "replacements_only": replacements,
            });
            write(&of.file, "mend.accept", request)
        }
        Mend::TakeBack { of, scenes } => {
            write(&of.file, "mend.take_back", json!({ "session": of.session, "scenes": scenes }))
        }
        Mend::Align { of, start, end } => {
            let range = json!({ "start": start, "end": end });
            write(&of.file, "mend.align", json!({ "issue": of.issue, "seen": of.seen, "range": range }))
        }
        Mend::Recheck(of) => write(&of.file, "mend.recheck", json!({ "session": of.session })),
        Mend::Resume { of, wait } => {
            waiting(write(&of.file, "mend.resume", json!({ "session": of.session })), wait)
        }
        Mend::Supply { of, scene, text, wait } => {
            let mut request = json!({ "session": of.session, "scene": scene });
            match &text.path {
                Some(path) => request["path"] = json!(path),
                None => request["text"] = json!(text.text),
            }
            waiting(write(&of.file, "mend.supply", request), wait)
        }
        Mend::Abandon { of, force } => {
            write(&of.file, "mend.abandon", json!({ "session": of.session, "force": force }))
        }
        Mend::Export { of, out } => {
            write(&of.file, "mend.export", json!({ "session": of.session, "out": out }))
        }
        Mend::Audit { of, after } => {
            read(&of.file, "mend.audit", json!({ "session": of.session, "after": after }))
        }
    })
}

/// The command and request for the tools of mending.
pub fn tools(wanted: &Tools) -> (&'static str, Value) {
    let row = wanted.set.as_deref().and_then(|words| match words {
        [kind, severity, tools @ ..] => Some(
            json!({ "kind": kind, "severity": severity, "tools": tools, "asks_first": wanted.ask_first }),
        ),
        _ => None,
    });
    match row {
        None if !wanted.reset => ("mend.tools", json!({})),
        row => {
            let rows: Vec<Value> = row.into_iter().collect();
            ("mend.set_tools", json!({ "rows": rows, "reset": wanted.reset }))
        }
    }
}

fn begin(wanted: &Begin) -> Request<'_> {
    let is_finding = wanted.target.finding.is_some();
    let request = json!({
        "target": target(&wanted.target),
        "rules": wanted.rules,
        "by": wanted.by,
        "note": wanted.note,
        "policy": policy(&wanted.policy, is_finding),
        "anew": wanted.anew,
        "command_line": true,
    });
    match wanted.estimate {
        true => read(&wanted.file, "mend.estimate", request),
        false => waiting(write(&wanted.file, "mend.begin", request), &wanted.wait),
    }
}

fn target(target: &Target) -> Value {
    match (target.finding, target.scene, target.chapter) {
        (Some(finding), ..) => json!({ "finding": finding }),
        (_, Some(scene), _) => json!({ "scene": scene }),
        (.., Some(chapter)) => json!({ "chapter": chapter }),
        _ => json!("book"),
    }
}

/// The policy, if anything of it was named. A single finding has one round, and its passage may change as a whole.
fn policy(policy: &Policy, is_finding: bool) -> Option<Value> {
    let fields = [
        ("count", policy.rounds.map(Value::from)),
        ("until_pass", policy.until_pass.map(Value::from)),
        ("time_budget_sec", policy.minutes.map(|minutes| Value::from(u64::from(minutes) * 60))),
        ("min_improvement", policy.min_improvement.map(Value::from)),
        ("money", policy.money.map(|micros| json!({ "currency": policy.currency, "micros": micros }))),
        ("least_severity", policy.least.clone().map(Value::from)),
        ("most_changed", policy.most_changed.map(Value::from)),
    ];
    let mut named: Map<String, Value> =
        fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect();
    if named.is_empty() {
        return None;
    }
    if is_finding {
        named.entry("count").or_insert_with(|| json!(1));
        named.entry("most_changed").or_insert_with(|| json!(1.0));
    }
    Some(Value::Object(named))
}

fn waiting<'a>(request: Request<'a>, wait: &Wait) -> Request<'a> {
    Request { waits: wait.wait, mends: Some(mended(&wait.accept)), ..request }
}

fn mended(accept: &str) -> Mended {
    match accept {
        "all" => Mended::All,
        "replacements" => Mended::Replacements,
        _ => Mended::None,
    }
}

/// A check that also mends what it finds.
pub(super) fn auto_fix<'a>(
    file: &'a std::path::Path,
    (within, rules): (Value, &Option<Vec<String>>),
    fix: &AutoFix,
) -> Request<'a> {
    let request = json!({ "target": within, "rules": rules, "by": fix.by, "command_line": true });
    let request = write(file, "mend.begin", request);
    Request { waits: fix.wait, mends: Some(mended(&fix.accept)), ..request }
}
