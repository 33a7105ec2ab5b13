// Test model: two editors that receive the same actions. In the first every character is unique, so its text itself
// shows who wrote what; in the second all characters come from a small shared set. Both must report the origins that
// the first one shows.
import { moveLineDown, moveLineUp } from "@codemirror/commands";
import type { AiSpan } from "./ai-spans";
import { createWriting, type Writing } from "./create";
import type { Decision, Proposal, ProposalHunk } from "./proposal";

/** One action of an author, a model or the program; the numbers choose positions and sizes in the text at that time. */
export interface Act {
  readonly kind: (typeof ACTS)[number];
  readonly one: number;
  readonly two: number;
  readonly size: number;
}

export const ACTS = [
  "type",
  "type",
  "delete",
  "copy and paste",
  "cut and paste",
  "move lines",
  "undo",
  "undo",
  "redo",
  "propose",
  "propose",
  "decide",
  "accept",
  "refuse",
  "save",
  "answer again",
  "change elsewhere",
  "reopen with history",
  "reopen",
] as const;

/** The characters that make up the second text; two of them take two UTF-16 units. */
const SHARED = [0x7684, 0x4e86, 0x20bb7, 0x2a6a5].map((code) => String.fromCodePoint(code));

/** The author is 0, models are the numbers of their generations. */
type Writer = number;

const NOTHING = { onDecide: () => undefined, onStale: () => undefined };

function editor(text: string, left?: ReturnType<Writing["leave"]>): Writing {
  return createWriting({
    parent: document.body,
    text,
    version: 1,
    label: "",
    appearance: { fontFamily: "serif", fontSize: 18, lineHeight: 1.8, measure: 38, indent: 2 },
    modes: { typewriter: false, focus: false, markdown: false, punctuation: false, language: "zh" },
    scrolls: "self",
    ...(left !== undefined && { left }),
    callbacks: { onEdit: () => undefined, onSelection: () => undefined },
  });
}

/** Both editors, and the known origin of every character of the first. */
export class Twins {
  /** The editor with unique characters and the one with shared characters. */
  private pair: [Writing, Writing] = [editor(""), editor("")];
  private proposals: [Proposal, Proposal] | null = null;
  private hunks = 0;
  private readonly known = new Map<string, { writer: Writer; shared: string }>();
  private generation = 0;
  /** Whether undo gave the editors different texts: nothing more can be compared. */
  diverged = false;
  private version = 1;

  destroy(): void {
    for (const one of this.pair) one.destroy();
  }

  /** Compares the origin that each editor reports for each character (except line ends) with who wrote it. */
  differences(): string[] {
    const [plain] = this.pair;
    const chars = [...plain.text()];
    const found = this.areAlike() ? [] : ["the editors have different texts"];
    for (const one of this.pair) {
      const reported = chars.map(() => 0);
      for (const { from, to, generation } of one.spansNow()) reported.fill(generation, from, to);
      const isWrong = (char: string, at: number) => char !== "\n" && this.writer(char) !== reported[at];
      const wrong = chars.findIndex(isWrong);
      if (wrong >= 0) {
        const which = one === plain ? "plain" : "shared";
        found.push(
          `${which}: character ${wrong} is of ${this.writer(chars[wrong] ?? "")}, not ${reported[wrong]}`,
        );
      }
    }
    return found;
  }

  private areAlike(): boolean {
    const shared = [...this.pair[0].text()].map((char) => this.known.get(char)?.shared ?? char);
    return shared.join("") === this.pair[1].text();
  }

  /** Replacing a character by an equal one is no step in the second editor: there the histories diverge. */
  private diverge(): void {
    this.diverged = !this.areAlike();
  }

  private writer(char: string): Writer {
    return this.known.get(char)?.writer ?? 0;
  }

  /** A character that is not used yet, as wide as `shared`. */
  private fresh(writer: Writer, shared: string): string {
    const first = shared.length === 1 ? 0x3400 : 0x20000;
    const char = String.fromCodePoint(first + this.known.size);
    this.known.set(char, { writer, shared });
    return char;
  }

  /** New words for both editors. */
  private words(writer: Writer, size: number): [string, string] {
    let plain = "";
    let shared = "";
    for (let at = 0; at < size; at += 1) {
      const char = (size * 7 + at * 3) % 5 === 4 ? "\n" : (SHARED[(size + at) % SHARED.length] ?? "");
      plain += char === "\n" ? char : this.fresh(writer, char);
      shared += char;
    }
    return [plain, shared];
  }

  /** A position between two characters of the text. */
  private place(number: number): number {
    const text = this.pair[0].text();
    const at = number % (text.length + 1);
    const isInside = /[\udc00-\udfff]/.test(text.charAt(at)) && at > 0;
    return isInside ? at - 1 : at;
  }

  private range({ one, two }: Act): { from: number; to: number } {
    const [a, b] = [this.place(one), this.place(one + (two % 12))];
    return { from: Math.min(a, b), to: Math.max(a, b) };
  }

  private both(act: (writing: Writing, which: 0 | 1) => unknown): void {
    act(this.pair[0], 0);
    act(this.pair[1], 1);
  }

  private replace(range: { from: number; to: number }, words: [string, string], userEvent: string): void {
    this.both(({ view }, which) => {
      const insert = words[which];
      view.dispatch({
        changes: { ...range, insert },
        selection: { anchor: range.from + insert.length },
        userEvent,
      });
    });
  }

  /** Pasted text is the author's, whatever its origin. */
  private copied({ from, to }: { from: number; to: number }): [string, string] {
    const shared = this.pair[1].text().slice(from, to);
    const plain = [...shared].map((char) => (char === "\n" ? char : this.fresh(0, char))).join("");
    return [plain, shared];
  }

  /** The expected spans, in chars. */
  private truth(): AiSpan[] {
    return [...this.pair[0].text()].flatMap((char, at) => {
      const generation = this.writer(char);
      return generation === 0 ? [] : [{ generation, from: at, to: at + 1 }];
    });
  }

  async perform(act: Act): Promise<void> {
    const range = this.range(act);
    switch (act.kind) {
      case "type":
        return this.replace(
          { from: range.from, to: range.from },
          this.words(0, 1 + (act.size % 3)),
          "input.type",
        );
      case "delete":
        return this.replace(range, ["", ""], "delete.backward");
      case "copy and paste": {
        const at = this.place(act.size);
        return this.replace({ from: at, to: at }, this.copied(range), "input.paste");
      }
      case "cut and paste": {
        const words = this.copied(range);
        this.replace(range, ["", ""], "delete.cut");
        const at = this.place(act.size);
        return this.replace({ from: at, to: at }, words, "input.paste");
      }
      case "move lines":
        return this.both(({ view }) => {
          view.dispatch({ selection: { anchor: range.from, head: range.to } });
          (act.size % 2 === 0 ? moveLineUp : moveLineDown)(view);
        });
      case "undo":
        this.both((one) => one.undo());
        return this.diverge();
      case "redo":
        this.both((one) => one.redo());
        return this.diverge();
      case "propose":
        return this.propose(act);
      case "decide":
        return this.decide(act);
      case "accept":
        return this.accept();
      case "refuse":
        for (const one of this.proposals ?? []) one.remove();
        this.proposals = null;
        return;
      case "save":
        return this.save(act);
      case "answer again":
        return this.answerAgain(act);
      case "change elsewhere":
        return this.changeElsewhere(act);
      default:
        return this.reopen(act.kind === "reopen with history");
    }
  }

  private propose(act: Act): void {
    const { from, to } = this.range(act);
    const opened = this.pair.map((one) => one.propose({ from, to }, NOTHING)) as [
      Proposal | null,
      Proposal | null,
    ];
    const [plain, shared] = opened;
    if (plain === null || shared === null) return;
    this.generation += 1;
    const hunks: [ProposalHunk[], ProposalHunk[]] = [[], []];
    // Borders of up to three changes in order, each with removed and inserted words.
    const borders = [act.two, act.size, act.one, act.two + act.size].map((n) =>
      this.place(from + (n % (to - from + 1))),
    );
    const sound = [from, ...borders.filter((at) => at >= from && at <= to).sort((a, b) => a - b)];
    for (let at = 0; at + 1 < sound.length; at += 2) {
      const words = this.words(this.generation, (act.size + at) % 5);
      const [start = from, end = from] = [sound[at], sound[at + 1]];
      if (start === end && words[0] === "") continue;
      for (const which of [0, 1] as const) {
        hunks[which].push({ from: start - from, to: end - from, insert: words[which] });
      }
    }
    this.hunks = hunks[0].length;
    this.proposals = [plain, shared];
    for (const which of [0, 1] as const) {
      this.proposals[which].push(hunks[which].map(({ insert }) => insert).join(""));
      this.proposals[which].oldText();
      this.proposals[which].showHunks(hunks[which]);
    }
  }

  private decide({ one, two }: Act): void {
    const decision: Decision = two % 3 === 0 ? "rejected" : "accepted";
    if (this.hunks > 0) for (const open of this.proposals ?? []) open.decide(one % this.hunks, decision);
  }

  private async accept(): Promise<void> {
    const open = this.proposals;
    if (open === null) return;
    // Most undecided hunks are accepted with the rest.
    for (let at = 0; at < this.hunks; at += 1) {
      for (const one of open) if (one.decisions()[at] === "open" && at % 3 !== 2) one.decide(at, "accepted");
    }
    for (const one of open) {
      // The author wrote in the passage, so its hunks are stale.
      await one.apply(this.generation).catch(() => one.remove());
    }
    this.proposals = null;
  }

  /** The author continues typing while the text is being saved. */
  private save(act: Act): void {
    const moments = this.pair.map((one) => one.moment());
    this.replace(
      { from: this.place(act.one), to: this.place(act.one) },
      this.words(0, act.size % 3),
      "input.type",
    );
    this.version += 1;
    this.both((one, which) => one.setVersion(this.version, moments[which]));
  }

  /** The backend answers with what it was sent, while the author continues typing. */
  private answerAgain(act: Act): void {
    const moments = this.pair.map((one) => one.moment());
    const spans = this.truth();
    this.replace(
      { from: this.place(act.one), to: this.place(act.one) },
      this.words(0, act.size % 3),
      "input.type",
    );
    this.both((one, which) => one.setSpans({ moment: moments[which] ?? 0, spans }));
  }

  /** A version or a branch replaces the text: words of the author or of a model, as the backend then reports. */
  private async changeElsewhere(act: Act): Promise<void> {
    const range = this.range(act);
    const words = this.words(act.size % (this.generation + 1), act.size % 6);
    // The same words again are no change for the second editor, whose characters repeat.
    if (words[1] === this.pair[1].text().slice(range.from, range.to)) return;
    this.proposals = null;
    for (const which of [0, 1] as const) {
      await this.pair[which].edit([{ ...range, insert: words[which] }], "restore");
      this.pair[which].proposal()?.remove();
    }
    const spans = this.truth();
    this.both((one) => one.setSpans({ moment: one.moment(), spans }));
  }

  /** The scene is closed and reopened, with its history or, in another window, with what was stored of it. */
  private reopen(withHistory: boolean): void {
    this.proposals = null;
    this.pair = this.pair.map((one) => {
      const [text, spans, left] = [one.text(), one.spansNow(), one.leave()];
      one.destroy();
      const made = withHistory ? editor(text, left) : editor(text);
      made.setSpans({ moment: made.moment(), spans });
      return made;
    }) as [Writing, Writing];
  }
}
