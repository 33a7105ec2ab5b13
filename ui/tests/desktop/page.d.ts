// What functions that run in the page find there.
interface Window {
  /** Set by anything that should never run. */
  harmed?: string;
  /** How often a version was asked for. */
  saves?: number;
  __TAURI_INTERNALS__: { invoke(command: string, args?: unknown): Promise<unknown> };
}
