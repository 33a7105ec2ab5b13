// Where the tour is. It lives as long as the window shows the novel; nothing of it is stored.
import { create } from "zustand";
import { PLACES } from "./places";

interface Tour {
  /** Which of the places is shown, from 0; null while nobody is shown around. */
  at: number | null;
}

export const useTour = create<Tour>(() => ({ at: null }));

function goTo(at: number): void {
  const place = PLACES[at];
  if (place === undefined) return;
  place.go();
  useTour.setState({ at });
}

/** Begins at the first place, also when it is under way. */
export function startTour(): void {
  goTo(0);
}

/** Goes to the next place; after the last one the tour is over. */
export function nextPlace(): void {
  const { at } = useTour.getState();
  if (at === null) return;
  if (at + 1 < PLACES.length) goTo(at + 1);
  else endTour();
}

/** Goes back to the place before; at the first one it stays. */
export function previousPlace(): void {
  const { at } = useTour.getState();
  if (at !== null && at > 0) goTo(at - 1);
}

/** Ends the tour where it is. */
export function endTour(): void {
  useTour.setState({ at: null });
}
