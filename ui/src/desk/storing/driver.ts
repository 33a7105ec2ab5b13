// Runs the state machine of one open scene: sends it events, runs its effects, answers its callers.
import type { SceneSaved } from "@/ipc/types";
import { next } from "./next";
import { perform } from "./perform";
import type { SceneText } from "./scene-text";
import type { Accepted, Effect, JobKind, Outcome, SceneEvent, SceneState, SceneStatus, Timer } from "./state";

export class SceneDriver {
  private readonly timers = new Map<Timer, ReturnType<typeof setTimeout>>();
  private readonly callers = new Map<number, (outcome: Outcome) => void>();
  private lastCaller = 0;
  state: SceneState;
  private readonly text: SceneText;
  private readonly onStatus: (status: SceneStatus) => void;

  constructor(first: SceneState, text: SceneText, onStatus: (status: SceneStatus) => void) {
    this.state = first;
    this.text = text;
    this.onStatus = onStatus;
  }

  dispatch(event: SceneEvent): void {
    const { status } = this.state;
    const [state, effects] = next(this.state, event, this.text.moment());
    this.state = state;
    if (state.status !== status) this.onStatus(state.status);
    for (const effect of effects) this.run(effect);
  }

  /** Resolves when the job is done; rejects with a `Failure`. */
  async ask(job: JobKind): Promise<void> {
    await this.outcomeOf(job);
  }

  async save(accepted: Accepted | null): Promise<SceneSaved> {
    const saved = await this.outcomeOf({ kind: "save", accepted });
    if (saved === null) throw new Error("a save ended without a version");
    return saved;
  }

  private outcomeOf(job: JobKind): Promise<SceneSaved | null> {
    this.lastCaller += 1;
    const caller = this.lastCaller;
    return new Promise((resolve, reject) => {
      this.callers.set(caller, (outcome) =>
        "failure" in outcome ? reject(outcome.failure) : resolve(outcome.saved),
      );
      this.dispatch({ type: "asked", job: { ...job, callers: [caller] } });
    });
  }

  private run(effect: Effect): void {
    switch (effect.type) {
      case "schedule":
        clearTimeout(this.timers.get(effect.timer));
        this.timers.set(
          effect.timer,
          setTimeout(() => this.dispatch({ type: "tick", timer: effect.timer }), effect.delay),
        );
        return;
      case "cancel":
        clearTimeout(this.timers.get(effect.timer));
        return;
      case "answer":
        for (const caller of effect.callers) {
          this.callers.get(caller)?.(effect.outcome);
          this.callers.delete(caller);
        }
        return;
      case "trackFromHere":
        this.text.trackFromHere();
        return;
      case "forgetSpans":
        this.text.spans.forget();
        return;
      default:
        void perform(this.text, effect).then((event) => event !== null && this.dispatch(event));
    }
  }
}
