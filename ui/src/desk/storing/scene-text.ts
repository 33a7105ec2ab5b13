// The text of one open scene, in its editor or as its last editor left it, with its anchors and AI spans.

import { carryAnchors } from "@/desk/scene-anchors";
import { carrySpans } from "@/desk/scene-spans";
import { takeChangedLines } from "@/editor/changed-lines";
import type { Writing } from "@/editor/create";
import { type KeptChange, takeKeptChange } from "@/editor/kept-change";
import { type PastedPassage, pastedStored, takePasted } from "@/editor/pasted-passages";
import type { SceneId } from "@/ipc/types";
import type { Moment, Words } from "./state";

export class SceneText {
  readonly scene: SceneId;
  writing: Writing | null = null;
  readonly anchors;
  readonly spans;
  /** The text while there is no editor. */
  private left: string;
  /** Whether a change of the stored text is due to words that moved to or from another scene. */
  haveWordsMoved = false;
  private leftPasted: readonly PastedPassage[] = [];

  constructor(scene: SceneId, text: string) {
    this.scene = scene;
    this.left = text;
    this.anchors = carryAnchors(scene);
    this.spans = carrySpans(scene);
  }

  /** Without the letters of an active composition. */
  text(): string {
    return this.writing?.text() ?? this.left;
  }

  words(): Words {
    return this.writing?.words() ?? this.left;
  }

  /** The anchors and spans in the current text. */
  placed() {
    return { ...this.anchors.placed(), ...this.spans.placed() };
  }

  moment(): Moment {
    return {
      clock: performance.now(),
      date: Date.now(),
      isComposing: this.writing?.composing() ?? false,
      areSpansKnown: this.spans.known(),
    };
  }

  attach(writing: Writing): void {
    this.writing = writing;
    this.leftPasted = [];
    this.anchors.attach(writing);
    this.spans.attach(writing);
  }

  detach(): void {
    this.left = this.text();
    this.leftPasted = this.takePasted();
    this.anchors.detach();
    this.spans.detach();
    this.writing = null;
  }

  /** What changed since the last call; null when nothing did, or while it would include letters of a composition. */
  takeChange(): KeptChange | null {
    return this.writing === null || this.writing.composing() ? null : takeKeptChange(this.writing.view);
  }

  /** The passages that were pasted from outside and are not stored; none while letters are composed. */
  takePasted(): readonly PastedPassage[] {
    if (this.writing === null) return this.leftPasted;
    return this.writing.composing() ? [] : takePasted(this.writing.view);
  }

  /** The passages that were taken last are stored. */
  pastedStored(): void {
    this.leftPasted = [];
    if (this.writing !== null) pastedStored(this.writing.view);
  }

  /** From here on tracked changes are changes of the current text. */
  trackFromHere(): void {
    if (this.writing === null) return;
    takeChangedLines(this.writing.view);
    takeKeptChange(this.writing.view);
  }
}
