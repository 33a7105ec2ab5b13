// zustand for the stories page, where every store can be reset: the build of the page puts it in place of the library.
import { create as createStore, type UseBoundStore } from "zustand/react";
import type { StateCreator, StoreApi } from "zustand/vanilla";

const resets: (() => void)[] = [];

export function create<T>(initial: StateCreator<T>): UseBoundStore<StoreApi<T>> {
  const store = createStore(initial);
  resets.push(() => store.setState(store.getInitialState(), true));
  return store;
}

/** Gives every store its initial state. */
export function resetStores(): void {
  for (const reset of resets) reset();
}
