// Globals available to functions that run in the page.
interface Window {
  /** Set by code that must never run. */
  harmed?: string;
  /** Number of requested versions. */
  saves?: number;
  __TAURI_INTERNALS__: { invoke(command: string, args?: unknown): Promise<unknown> };
}
