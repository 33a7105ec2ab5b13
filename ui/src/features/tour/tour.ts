// The state of the tour. It lives while the window shows the novel; nothing is stored.
import { create } from "zustand";
import { PLACES } from "./places";

interface Tour {
  /** The index of the current place, from 0; null without a tour. */
  at: number | null;
}

export const useTour = create<Tour>(() => ({ at: null }));

function goTo(at: number): void {
  const place = PLACES[at];
  if (place === undefined) return;
  place.go();
  useTour.setState({ at });
}

/** Starts at the first place, also while already running. */
export function startTour(): void {
  goTo(0);
}

/** Goes to the next place; after the last one the tour ends. */
export function nextPlace(): void {
  const { at } = useTour.getState();
  if (at === null) return;
  if (at + 1 < PLACES.length) goTo(at + 1);
  else endTour();
}

/** Goes to the previous place; stays at the first one. */
export function previousPlace(): void {
  const { at } = useTour.getState();
  if (at !== null && at > 0) goTo(at - 1);
}

/** Ends the tour. */
export function endTour(): void {
  useTour.setState({ at: null });
}
