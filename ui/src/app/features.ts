// All features of the window: every `feature.ts` is found by its name.
import type { Feature, FeatureTab, Slot, Slots } from "@/desk/feature";

const modules = import.meta.glob<{ feature: Feature }>(
  ["../features/*/feature.ts", "../features/*/feature.tsx", "./feature.ts"],
  { eager: true },
);

export const features: readonly Feature[] = Object.values(modules)
  .map(({ feature }) => feature)
  .sort((a, b) => a.place - b.place);

/** The tabs of the inspector, in display order. */
export const tabs: readonly FeatureTab[] = features
  .flatMap(({ tab }) => tab ?? [])
  .sort((a, b) => a.place - b.place);

const fills: Partial<Slots> = Object.assign({}, ...features.map((feature) => feature.fills));

export const slot: Slot = (name) => {
  const filled = fills[name];
  if (filled === undefined) throw new Error(`no feature fills ${name}`);
  return filled;
};
