// A story shows one component, or one part of a feature, in isolation and in every state.
import type { ReactNode } from "react";

export type StoryLanguage = "zh" | "en";

export interface StoryContext {
  language: StoryLanguage;
  /** Sample text in the current language. */
  say: (zh: string, en: string) => string;
}

export interface Story {
  /** In the address: ?story=<id>. Lower case, words joined by hyphens. */
  id: string;
  title: string;
  /** Stories with the same group are listed together. */
  group: string;
  /** Rendered as a component: it may use hooks. */
  render: (context: StoryContext) => ReactNode;
}
