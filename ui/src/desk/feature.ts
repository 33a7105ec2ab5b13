// What a feature adds to the window. Each has a `feature.ts` with `export const feature: Feature`, which also declares the
// names of its dialogs, tabs and slots (`declare module`).
import type { LucideIcon } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import type { Command } from "@/commands/command";
import type { InspectorTab } from "./desk";

/** What one feature shows inside another: declared by the one that shows it, filled by another. */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it.
export interface Slots {}

/** Finds what fills a slot. */
export type Slot = <N extends keyof Slots>(name: N) => Slots[N];

/** A tab of the inspector; its label is in `app/words.ts`. */
export interface FeatureTab {
  readonly id: InspectorTab;
  /** Tabs are shown in ascending order. */
  readonly place: number;
  readonly icon: LucideIcon;
  readonly content: (slot: Slot) => ReactNode;
}

export interface Feature {
  /** Commands of features are listed in ascending order, such as in the palette. */
  readonly place: number;
  readonly commands?: readonly Command[];
  /** Always rendered, under a unique name; each is shown when the desk says so. */
  readonly dialogs?: Readonly<Record<string, ComponentType>>;
  readonly tab?: FeatureTab;
  readonly fills?: Partial<Slots>;
}
