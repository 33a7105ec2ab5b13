// The current place in the models dialog.
import { create } from "zustand";
import type { Dialog } from "@/desk/desk";
import type { Preset, Providers } from "@/ipc/types";

export type Place =
  | { at: "provider"; id: string }
  /** Choosing what to add. */
  | { at: "add" }
  | { at: "new"; preset: Preset }
  | { at: "routes" }
  | { at: "keys" }
  | { at: "ceilings" };

type Opened = Extract<Dialog, { name: "models" }>;

/** null: no navigation since the dialog was opened. */
export const usePlace = create<{ place: Place | null }>(() => ({ place: null }));

export function go(place: Place | null): void {
  usePlace.setState({ place });
}

/** The current place after the dialog was opened, or after its item was removed. */
export function placeOf(place: Place | null, opened: Opened, { providers, presets }: Providers): Place {
  const isThere = place?.at !== "provider" || providers.some(({ provider }) => provider.id === place.id);
  if (place !== null && isThere) return place;
  if (place === null) {
    const preset = presets.find((one) => one.preset === opened.preset);
    if (preset !== undefined) return { at: "new", preset: preset.preset };
    if (opened.section === "routes" || opened.section === "keys" || opened.section === "ceilings")
      return { at: opened.section };
    const requested = providers.find(({ provider }) => provider.id === opened.provider);
    if (requested !== undefined) return { at: "provider", id: requested.provider.id };
    // Opening the providers without any model means adding one.
    const without = providers.every(({ provider }) => provider.models.length === 0);
    if (opened.section === "providers" && without) return { at: "add" };
  }
  const first = providers[0];
  return first === undefined ? { at: "add" } : { at: "provider", id: first.provider.id };
}
