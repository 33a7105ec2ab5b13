// What the author decided about the next generation of a scene: the sources it excludes, whether secrets may be sent,
// and its profile. Chosen again each time the project is opened; nothing is stored.
import { create } from "zustand";
import type { ContextSource, RunEstimate, SceneId } from "@/ipc/types";

interface Sending {
  excluded: ReadonlyMap<SceneId, readonly ContextSource[]>;
  /** Scenes for which secrets of lore entries may be sent. */
  secrets: ReadonlySet<SceneId>;
  /** The profile of the next generation of a scene, in place of the one that is set. */
  profiles: ReadonlyMap<SceneId, string>;
  /** The steps of the profile that the next generation of a scene leaves out. */
  skipped: ReadonlyMap<SceneId, readonly string[]>;
}

/** The tokens of an estimate as the backend counts them: an unknown number is 1. */
export function tokensOfRun({ asks, may_cost }: Pick<RunEstimate, "asks" | "may_cost">): number {
  return asks === null ? Number(may_cost) : asks.prompt_tokens + asks.answer_tokens;
}

/** Tokens that the author agreed to for the next request of a scene. */
const agreed = new Map<SceneId, number>();

/** Records that the author agreed to the tokens of a scene's next request. */
export function agreeOnce(scene: SceneId, tokens: number): void {
  agreed.set(scene, tokens);
}

/** Takes the agreed tokens for a request that is sent now; 0 without an agreement. */
export function takeAgreement(scene: SceneId): number {
  const tokens = agreed.get(scene) ?? 0;
  agreed.delete(scene);
  return tokens;
}

const NOTHING: readonly ContextSource[] = [];
const NO_STEPS: readonly string[] = [];

export const useSending = create<Sending>(() => ({
  excluded: new Map(),
  secrets: new Set(),
  profiles: new Map(),
  skipped: new Map(),
}));

/** The identity of a source, independent of its title. */
export function sourceKey(source: ContextSource): string {
  const at = "range" in source ? [source.range.start, source.range.end] : [];
  const version = "version" in source ? source.version : "";
  const id =
    "id" in source ? source.id : "scene" in source ? source.scene : "chapter" in source ? source.chapter : "";
  return [source.kind, id, version, ...at].join(" ");
}

/** The sources that the next generation of a scene excludes. */
export function excludedSources(scene: SceneId): readonly ContextSource[] {
  return useSending.getState().excluded.get(scene) ?? NOTHING;
}

/** The same as a hook. */
export function useExcluded(scene: SceneId): readonly ContextSource[] {
  return useSending((state) => state.excluded.get(scene) ?? NOTHING);
}

/** Whether secrets of lore entries may be sent for a scene. */
export function areSecretsAllowed(scene: SceneId): boolean {
  return useSending.getState().secrets.has(scene);
}

/** Excludes a source, or includes it again. */
export function setExcluded(scene: SceneId, source: ContextSource, out: "out" | "in"): void {
  const key = sourceKey(source);
  const rest = excludedSources(scene).filter((one) => sourceKey(one) !== key);
  const next = out === "out" ? [...rest, source] : rest;
  useSending.setState(({ excluded }) => ({ excluded: new Map(excluded).set(scene, next) }));
}

/** Includes all sources again. */
export function excludeNothing(scene: SceneId): void {
  useSending.setState(({ excluded }) => ({ excluded: new Map(excluded).set(scene, NOTHING) }));
}

/** Allows secrets to be sent for a scene, or withholds them. */
export function setSecrets(scene: SceneId, may: "send" | "keep"): void {
  useSending.setState(({ secrets }) => {
    const next = new Set(secrets);
    if (may === "send") next.add(scene);
    else next.delete(scene);
    return { secrets: next };
  });
}

/** The profile chosen for the next generation of a scene; null for the one that is set. */
export function profileOnce(scene: SceneId): string | null {
  return useSending.getState().profiles.get(scene) ?? null;
}

/** Chooses the profile of the next generation of a scene, with all its steps; null for the one that is set. */
export function setProfileOnce(scene: SceneId, profile: string | null): void {
  useSending.setState(({ profiles, skipped }) => {
    const [next, steps] = [new Map(profiles), new Map(skipped)];
    if (profile === null) next.delete(scene);
    else next.set(scene, profile);
    steps.delete(scene);
    return { profiles: next, skipped: steps };
  });
}

/** The steps of the profile that the next generation of a scene leaves out. */
export function skippedSteps(scene: SceneId): readonly string[] {
  return useSending.getState().skipped.get(scene) ?? NO_STEPS;
}

/** The same as a hook. */
export function useSkipped(scene: SceneId): readonly string[] {
  return useSending((state) => state.skipped.get(scene) ?? NO_STEPS);
}

/** Leaves a step out of the next generation of a scene, or takes it in again. */
export function setSkipped(scene: SceneId, step: string, to: "out" | "in"): void {
  const rest = skippedSteps(scene).filter((one) => one !== step);
  const next = to === "out" ? [...rest, step] : rest;
  useSending.setState(({ skipped }) => ({ skipped: new Map(skipped).set(scene, next) }));
}
