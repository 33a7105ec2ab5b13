//! Route resolution.

#![allow(clippy::unwrap_used, reason = "tests")]

use super::*;

fn target(provider: &str, model: &str) -> Target {
    Target {
        provider: ProviderId::new(provider).unwrap(),
        model: model.to_owned(),
        parameters: Parameters::default(),
    }
}

fn route(models: &[&str], fallback: bool) -> Route {
    Route { targets: models.iter().map(|model| target("p", model)).collect(), fallback }
}

fn planned(routes: &Routes, task: Task) -> Vec<String> {
    routes.plan(task).unwrap().into_iter().map(|target| target.model).collect()
}

#[test]
fn a_task_without_a_route_uses_the_default() {
    let routes = Routes {
        default: Some(route(&["d1", "d2"], true)),
        tasks: BTreeMap::from([(Task::Draft, route(&["w1", "w2"], true)), (Task::Title, route(&[], true))]),
    };
    assert_eq!(planned(&routes, Task::Draft), ["w1", "w2"]);
    assert_eq!(planned(&routes, Task::Extract), ["d1", "d2"]);
    assert_eq!(planned(&routes, Task::Title), ["d1", "d2"], "a route without targets is not set");
}

#[test]
fn without_fallback_only_the_first_target_is_planned() {
    let routes = Routes { default: Some(route(&["a", "b"], false)), tasks: BTreeMap::new() };
    for task in Task::ALL {
        assert_eq!(planned(&routes, task), ["a"]);
    }
}

#[test]
fn a_missing_route_is_an_error_naming_the_task() {
    for routes in [Routes::default(), Routes { default: Some(route(&[], true)), tasks: BTreeMap::new() }] {
        for task in Task::ALL {
            assert_eq!(routes.plan(task), Err(NoModel { task }));
        }
    }
}

#[test]
fn routes_round_trip_with_snake_case_task_keys() {
    let text = r#"{"tasks": {"draft": {"targets": [{"provider": "p", "model": "m"}]}}}"#;
    let routes: Routes = serde_json::from_str(text).unwrap();
    assert!(routes.route(Task::Draft).unwrap().fallback, "fallback is allowed by default");
    let again: Routes = serde_json::from_value(serde_json::to_value(&routes).unwrap()).unwrap();
    assert_eq!(again, routes);
    assert!(serde_json::from_str::<Routes>(r#"{"tasks": {"paint": {"targets": []}}}"#).is_err());
}
