// What the author keeps from models: sources that the next generation of a scene leaves out, and whether secrets may go.
// It is theirs to choose anew each time the project is opened; nothing of it is stored.
import { create } from "zustand";
import type { ContextSource, RequestEstimate, SceneId } from "@/ipc/types";

interface Sending {
  excluded: ReadonlyMap<SceneId, readonly ContextSource[]>;
  /** Scenes for which secrets of lore entries may be sent. */
  secrets: ReadonlySet<SceneId>;
}

/** What a request takes, sent and answered together. */
export const tokensOf = ({ prompt, answer }: RequestEstimate): number => prompt + answer;

/** Tokens of one request for a scene that the author agreed to, and that is about to be made. */
const agreed = new Map<SceneId, number>();

/** The author agreed to what the next request for a scene takes, in tokens. */
export function agreeOnce(scene: SceneId, tokens: number): void {
  agreed.set(scene, tokens);
}

/** What was agreed to for a request that is made now, in tokens; 0 when nothing was. */
export function takeAgreement(scene: SceneId): number {
  const tokens = agreed.get(scene) ?? 0;
  agreed.delete(scene);
  return tokens;
}

const NOTHING: readonly ContextSource[] = [];

export const useSending = create<Sending>(() => ({ excluded: new Map(), secrets: new Set() }));

/** Which thing a source is, whatever it is called. */
export function sourceKey(source: ContextSource): string {
  const at = "range" in source ? [source.range.start, source.range.end] : [];
  const version = "version" in source ? source.version : "";
  const id =
    "id" in source ? source.id : "scene" in source ? source.scene : "chapter" in source ? source.chapter : "";
  return [source.kind, id, version, ...at].join(" ");
}

/** What the next generation of a scene shall leave out. */
export function excludedSources(scene: SceneId): readonly ContextSource[] {
  return useSending.getState().excluded.get(scene) ?? NOTHING;
}

/** The same, followed by a component. */
export function useExcluded(scene: SceneId): readonly ContextSource[] {
  return useSending((state) => state.excluded.get(scene) ?? NOTHING);
}

/** Whether secrets of lore entries may be sent for a scene. */
export function areSecretsAllowed(scene: SceneId): boolean {
  return useSending.getState().secrets.has(scene);
}

/** Leaves a source out, or lets it go again. */
export function setExcluded(scene: SceneId, source: ContextSource, out: "out" | "in"): void {
  const key = sourceKey(source);
  const others = excludedSources(scene).filter((one) => sourceKey(one) !== key);
  const next = out === "out" ? [...others, source] : others;
  useSending.setState(({ excluded }) => ({ excluded: new Map(excluded).set(scene, next) }));
}

/** Lets everything go again. */
export function excludeNothing(scene: SceneId): void {
  useSending.setState(({ excluded }) => ({ excluded: new Map(excluded).set(scene, NOTHING) }));
}

/** Allows secrets for a scene, or keeps them. */
export function setSecrets(scene: SceneId, may: "send" | "keep"): void {
  useSending.setState(({ secrets }) => {
    const next = new Set(secrets);
    if (may === "send") next.add(scene);
    else next.delete(scene);
    return { secrets: next };
  });
}
