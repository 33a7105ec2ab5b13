//! Requests for checks and findings.

use serde_json::{Value, json};

use super::{Request, mend, read, write};
use crate::args::checks::{Check, Finding, Findings, Rules, Switch, Waive, Within};

pub(super) fn within(of: &Within) -> Value {
    match (of.scene, of.chapter) {
        (Some(scene), _) => json!({ "scene": scene }),
        (_, Some(chapter)) => json!({ "chapter": chapter }),
        _ => json!("book"),
    }
}

pub(super) fn check(check: &Check) -> Request<'_> {
    if check.fix.auto_fix {
        return mend::auto_fix(&check.file, (within(&check.within), &check.rules), &check.fix);
    }
    write(&check.file, "check.run", json!({ "within": within(&check.within), "rules": check.rules }))
}

pub(super) fn findings(of: &Findings) -> Request<'_> {
    let Within { scene, chapter } = of.within;
    read(&of.file, "check.list", json!({ "scene": scene, "chapter": chapter, "waived": of.waived }))
}

pub(super) fn waive(waive: &Waive) -> Request<'_> {
    let request = json!({ "finding": waive.finding, "scope": waive.scope, "reason": waive.reason });
    write(&waive.file, "check.waive", request)
}

pub(super) fn unwaive(of: &Finding) -> Request<'_> {
    write(&of.file, "check.unwaive", json!({ "finding": of.finding }))
}

pub(super) fn rules(rules: &Rules) -> Request<'_> {
    let set = |rule: &str, on: Option<bool>| {
        write(&rules.file, "check.set_rule", json!({ "rule": rule, "on": on }))
    };
    let accepting =
        |rule: &str, on: bool| write(&rules.file, "check.set_accepting", json!({ "rule": rule, "on": on }));
    let Switch { on, off, as_shipped, accept, ask } = &rules.switch;
    if let Some(rule) = accept.as_deref().or(ask.as_deref()) {
        return accepting(rule, accept.is_some());
    }
    match (on, off, as_shipped) {
        (Some(rule), _, _) => set(rule, Some(true)),
        (_, Some(rule), _) => set(rule, Some(false)),
        (_, _, Some(rule)) => set(rule, None),
        _ => read(&rules.file, "check.rules", json!({})),
    }
}
