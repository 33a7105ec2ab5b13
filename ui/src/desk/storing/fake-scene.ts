// A scene for tests of the state machine: an editor, a backend and timers, all in one place and all decided by the
// test. Every character typed is different, so that a lost one is seen.
import { expect } from "vitest";
import { failure } from "@/ipc/fake-host";
import type { Failure, SceneText, Totals } from "@/ipc/types";
import { next } from "./next";
import {
  type Effect,
  firstState,
  isStored,
  type JobKind,
  newest,
  type Outcome,
  type SceneEvent,
  type SceneState,
  type Timer,
} from "./state";
import { MAX_DRAFT_DELAY } from "./writes";

const NO: Totals = { standard: 0, word: 0, han: 0, all: 0 };

/** A request that the backend has not answered. */
interface InFlight {
  effect: Effect;
  /** The text that was sent, or null when it was refused as a change of another text. */
  sent: string | null;
}

/** How the backend answers: it may also do what was asked, and the answer is lost. */
export type Answering = "done" | "failed" | "lost";

export class FakeScene {
  state: SceneState;
  /** The text in the editor, without a composition. */
  text = "";
  /** Every character that the author typed and did not delete. */
  readonly typed = new Set<string>();
  /** The letters of the active composition; null without one. */
  composed: string | null = null;
  readonly outcomes = new Map<number, Outcome[]>();
  readonly writes: string[] = [];
  backend: SceneText = { scene: 1, version: 1, branch: 0, text: "", counts: NO, draft: null };
  private readonly timers = new Map<Timer, number>();
  private inFlight: InFlight[] = [];
  /** The text that the tracked change applies to. */
  private tracked = "";
  /** Whether another act changed the backend's text since this scene last took it over or wrote it. */
  private isMoved = false;
  private clock = 0;
  private characters = 0x4e00;
  private areSpansKnown = false;

  constructor() {
    this.state = firstState(this.backend, NO);
  }

  dispatch(event: SceneEvent): void {
    const moment = {
      clock: this.clock,
      date: this.clock,
      isComposing: this.composed !== null,
      areSpansKnown: this.areSpansKnown,
    };
    const [state, effects] = next(this.state, event, moment);
    this.state = state;
    for (const effect of effects) this.run(effect);
  }

  type(at: number): void {
    const { text } = this;
    const where = at % (text.length + 1);
    this.edit(text.slice(0, where) + this.character() + text.slice(where));
  }

  delete(at: number): void {
    const { text } = this;
    if (text === "") return;
    const where = at % text.length;
    this.typed.delete(text.charAt(where));
    this.edit(text.slice(0, where) + text.slice(where + 1));
  }

  compose(): void {
    if (this.state.editor === "open") this.composed = (this.composed ?? "") + this.character();
  }

  endComposition(): void {
    const { composed } = this;
    if (composed === null) return;
    this.composed = null;
    this.edit(this.text + composed);
  }

  open(): void {
    if (this.state.editor === "open") return;
    this.tracked = this.text;
    this.dispatch({ type: "opened", named: this.named() });
    this.ask({ kind: "refresh" });
  }

  close(): void {
    this.endComposition();
    if (this.state.editor !== "open") return;
    this.dispatch({ type: "closed" });
    this.ask({ kind: "store" });
  }

  forget(): void {
    this.dispatch({ type: "forgotten" });
  }

  ask(job: JobKind): void {
    const caller = this.outcomes.size;
    this.outcomes.set(caller, []);
    this.dispatch({ type: "asked", job: { ...job, callers: [caller] } });
  }

  /** The text that the backend has. */
  stored(): string {
    return newest(this.backend).text;
  }

  /** Something other than the editor adds a character to the stored text. */
  actElsewhere(): void {
    const text = this.stored() + String.fromCharCode(this.characters++);
    this.backend = { ...this.backend, version: this.backend.version + 1, text, draft: null };
    this.isMoved = true;
  }

  /** Lets time pass; timers that are due run in their order. */
  pass(ms: number): void {
    const until = this.clock + ms;
    for (;;) {
      const [due] = [...this.timers].filter(([, at]) => at <= until).sort(([, a], [, b]) => a - b);
      if (due === undefined) break;
      const [timer, at] = due;
      this.timers.delete(timer);
      this.clock = Math.max(this.clock, at);
      this.dispatch({ type: "tick", timer });
    }
    this.clock = until;
  }

  /** Answers the oldest request; false without one. */
  answer(how: Answering, code: Failure["code"] = "io"): boolean {
    const act = this.inFlight.shift();
    if (act === undefined) return false;
    const isPartial = act.effect.type === "saveDraft" && !act.effect.isWhole;
    if (act.effect.type === "saveDraft" && act.sent === null) {
      this.dispatch({ type: "failed", failure: failure("bad_request"), isPartial });
      return true;
    }
    const event = how === "failed" ? null : this.done(act);
    if (how === "done" && event !== null) this.dispatch(event);
    else this.dispatch({ type: "failed", failure: failure(code), isPartial });
    return true;
  }

  /** Ends everything that is under way, as if every request succeeded from now on. */
  settle(): void {
    this.endComposition();
    for (let round = 0; round < 1000; round += 1) {
      if (this.answer("done")) continue;
      if (this.timers.size === 0) return;
      this.pass(5000);
    }
    throw new Error("the machine never rests");
  }

  check(): void {
    const { state } = this;
    expect(this.inFlight.length).toBe(state.work.at === "idle" ? 0 : 1);
    if (state.editor === "forgotten") return;
    const isSafe = state.status.kept === "saved" || state.status.kept === "kept";
    if (isSafe) for (const one of this.text) if (this.typed.has(one)) expect(this.stored()).toContain(one);
    if (isStored(state)) return;
    const isStoring = state.work.at === "storing" || state.work.at === "saving";
    const due = this.timers.get("store");
    expect(isStoring || due !== undefined || state.queue.length > 0, "nothing will store the text").toBe(
      true,
    );
    if (state.status.kept !== "changed" || due === undefined || state.pendingSince === null) return;
    expect(due).toBeLessThanOrEqual(Math.max(this.clock, state.pendingSince + MAX_DRAFT_DELAY));
  }

  private edit(text: string): void {
    if (this.state.editor !== "open") return;
    this.text = text;
    this.dispatch({ type: "typed" });
  }

  private character(): string {
    const one = String.fromCharCode(this.characters++);
    if (this.state.editor === "open") this.typed.add(one);
    return one;
  }

  private named() {
    return { writing: null as never, moment: 0, words: this.text };
  }

  private run(effect: Effect): void {
    switch (effect.type) {
      case "schedule":
        this.timers.set(effect.timer, this.clock + effect.delay);
        return;
      case "cancel":
        this.timers.delete(effect.timer);
        return;
      case "answer":
        for (const caller of effect.callers) this.outcomes.get(caller)?.push(effect.outcome);
        return;
      case "trackFromHere":
        this.tracked = this.text;
        this.isMoved = false;
        return;
      case "recount":
        return;
      case "forgetSpans":
        this.areSpansKnown = false;
        return;
      case "show":
        this.show(effect.text);
        return;
      case "saveDraft":
      case "save":
        this.write(effect);
        return;
      default:
        this.inFlight.push({ effect, sent: null });
    }
  }

  private show(text: string): void {
    // No program edit during a composition.
    expect(this.composed).toBeNull();
    const isOther = text !== this.text;
    this.text = text;
    if (isOther) this.dispatch({ type: "typed" });
    this.dispatch({ type: "shown", named: this.named() });
  }

  private write(effect: Effect & { type: "saveDraft" | "save" }): void {
    const { work, edits, editor } = this.state;
    expect(editor).not.toBe("forgotten");
    expect(this.inFlight.filter(({ effect: { type } }) => type === "saveDraft" || type === "save")).toEqual(
      [],
    );
    // What is stored is the newest text.
    expect(work).toMatchObject({ upTo: edits });
    const isChange = effect.type === "saveDraft" && !effect.isWhole && this.composed === null;
    const isSound = !isChange || this.tracked === this.stored();
    // Only an act elsewhere can make the change one of another text.
    if (!isSound) expect(this.isMoved).toBe(true);
    if (this.composed === null) this.tracked = this.text;
    this.inFlight.push({ effect, sent: isSound ? this.text : null });
  }

  private done({ effect, sent }: InFlight): SceneEvent | null {
    const text = sent ?? "";
    const { version } = this.backend;
    switch (effect.type) {
      case "saveDraft":
        this.store(text);
        // As if it contained a pasted passage: it becomes a version.
        if (text.length % 3 === 0) {
          this.backend = { ...this.backend, version: version + 1, text, draft: null };
          const made = { version: version + 1, branch: 0 };
          return { type: "stored", words: text, named: effect.isNamed ? this.named() : null, version: made };
        }
        this.backend = {
          ...this.backend,
          draft: {
            base: effect.base,
            branch: 0,
            saved: text === this.backend.text,
            text,
            updated_at: this.clock,
          },
        };
        return { type: "stored", words: text, named: effect.isNamed ? this.named() : null, version: null };
      case "save":
        this.store(text);
        this.backend = { ...this.backend, version: version + 1, text, draft: null };
        return {
          type: "saved",
          words: text,
          answer: { scene: 1, version: version + 1, branch: 0, branched: false, unchanged: false },
        };
      case "locate":
        this.areSpansKnown = true;
        return { type: "located" };
      case "read":
        return { type: "read", read: this.backend, ours: this.state.editor === "open" ? this.text : null };
      case "count":
        return { type: "counted", counts: NO };
      default:
        return null;
    }
  }

  private store(text: string): void {
    const before = this.writes.at(-1) ?? "";
    // An older text never follows a newer one.
    for (const one of before) if (this.typed.has(one)) expect(text).toContain(one);
    this.writes.push(text);
    this.isMoved = false;
  }
}
