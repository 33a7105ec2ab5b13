// What functions that run in the page find there.
interface Window {
  /** Set by anything that should never run. */
  harmed?: string;
  __TAURI_INTERNALS__: { invoke(command: string, args?: unknown): Promise<unknown> };
}
