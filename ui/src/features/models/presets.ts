// Provider presets, and a new provider based on one.
import type { Preset, PresetFacts, Provider, ProviderView } from "@/ipc/types";

/** Local servers first, then internet services, the unknown one last. */
export function sortPresets(presets: readonly PresetFacts[]): PresetFacts[] {
  const rank = ({ preset, host }: PresetFacts) => (preset === "custom" ? 2 : host === "loopback" ? 0 : 1);
  return [...presets].sort((a, b) => rank(a) - rank(b));
}

export function localPresets(presets: readonly PresetFacts[]): PresetFacts[] {
  return presets.filter(({ host }) => host === "loopback");
}

/** An unused provider id: `deepseek`, `deepseek-2`. */
export function freeId(preset: Preset, taken: readonly ProviderView[]): string {
  const begin = preset.replaceAll("_", "-");
  const isFree = (id: string) => taken.every(({ provider }) => provider.id !== id);
  for (let n = 1; ; n++) {
    const id = n === 1 ? begin : `${begin}-${n}`;
    if (isFree(id)) return id;
  }
}

/** The host of an address; the address itself if it has none. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}

/** Seconds; a local server may have to load its model first. */
function usualTimeouts({ host }: PresetFacts): Provider["timeouts"] {
  const remote = host === "public";
  return { connect: 10, first_token: remote ? 120 : 300, idle: 60, total: remote ? 1800 : 3600 };
}

/** A new provider with the defaults of a preset. */
export function newProvider(
  facts: PresetFacts,
  { id, name, address }: { id: string; name: string; address: string },
): Provider {
  const base_url = address.trim();
  return {
    id,
    name: name.trim() === "" ? hostOf(base_url) : name.trim(),
    preset: facts.preset,
    base_url,
    headers: {},
    timeouts: usualTimeouts(facts),
    models: [],
    abilities: null,
    mask_names: false,
  };
}
