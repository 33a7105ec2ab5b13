// Routes of tasks to models, as values.
import type { ProviderId, Route, Routes, Target, Task } from "@/ipc/types";

/** The tasks used by the window, in display order. */
const IN_USE: readonly Task[] = ["draft", "rewrite", "plan", "title", "retrieve"];
const LATER: readonly Task[] = ["summarize", "extract", "check"];

/** The tasks to show: those in use, and any other with its own route. */
export function shownTasks({ tasks }: Routes): readonly Task[] {
  return [...IN_USE, ...LATER.filter((task) => tasks[task] !== undefined)];
}

/** The route of a task, or without a task the default one. */
export function routeOf(routes: Routes, task: Task | null): Route | null {
  return (task === null ? routes.default : routes.tasks[task]) ?? null;
}

/** The routes with one changed; null removes it. */
export function withRoute(routes: Routes, task: Task | null, route: Route | null): Routes {
  if (task === null) return { ...routes, default: route };
  const { [task]: _, ...others } = routes.tasks;
  return { ...routes, tasks: route === null ? others : { ...others, [task]: route } };
}

const isSame = (a: Target, provider: ProviderId, model: string) =>
  a.provider === provider && a.model === model;

/** The first model of the default route. */
export function defaultOf({ default: route }: Routes): Target | null {
  return route?.targets[0] ?? null;
}

export function isDefault(routes: Routes, provider: ProviderId, model: string): boolean {
  const first = defaultOf(routes);
  return first !== null && isSame(first, provider, model);
}

/** The routes with a model first in the default one, followed by the previous ones. */
export function withDefault(routes: Routes, provider: ProviderId, model: string): Routes {
  const targets = routes.default?.targets ?? [];
  const known = targets.find((target) => isSame(target, provider, model));
  const first = known ?? { provider, model, parameters: {} };
  const others = targets.filter((target) => target !== known);
  return { ...routes, default: { fallback: routes.default?.fallback ?? true, targets: [first, ...others] } };
}

/** Whether any route uses a provider, or one of its models. */
export function leadsTo(routes: Routes, provider: ProviderId, model?: string): boolean {
  return [routes.default, ...Object.values(routes.tasks)].some((route) =>
    route?.targets.some((target) => isSame(target, provider, model ?? target.model)),
  );
}

/** The routes without a model. */
export function without(routes: Routes, provider: ProviderId, model: string): Routes {
  const withoutModel = (route: Route): Route => ({
    ...route,
    targets: route.targets.filter((target) => !isSame(target, provider, model)),
  });
  const tasks: Routes["tasks"] = {};
  for (const [task, route] of Object.entries(routes.tasks)) tasks[task as Task] = withoutModel(route);
  return { default: routes.default && withoutModel(routes.default), tasks };
}

/** A list with one item moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const others = list.filter((_, at) => at !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}
