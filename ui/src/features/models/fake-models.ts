// An in-memory model setup, changed by its commands, for stories and tests.
import { type FakeAnswers, failure } from "@/ipc/fake-host";
import type { KeyHint, ProbeReport, Providers, ProviderView } from "@/ipc/types";
import { defaultOf, withDefault } from "./routes";
import { goodReport, originOf } from "./sample";

export interface FakeModels {
  /** The current setup. */
  now: () => Providers;
  answers: FakeAnswers;
}

interface Given {
  report?: ProbeReport;
  served?: readonly string[];
  /** The passphrase that opens the file. */
  passphrase?: string;
}

const NO_KEY: KeyHint = { set: false, last_four: null, elsewhere: null };

export function fakeModels(begin: Providers, given: Given = {}): FakeModels {
  let now = structuredClone(begin);
  const { report = goodReport(), served = report.model_names, passphrase = "a long passphrase" } = given;
  const change = (next: Partial<Providers>): Providers => {
    now = { ...now, ...next };
    return structuredClone(now);
  };
  const setView = (id: string, next: (view: ProviderView) => ProviderView) =>
    change({ providers: now.providers.map((view) => (view.provider.id === id ? next(view) : view)) });
  const open = (given: string) => {
    if (given !== passphrase) throw failure("keys_locked", { details: { refusal: "wrong_passphrase" } });
  };
  const answers: FakeAnswers = {
    "providers.list": () => structuredClone(now),
    "providers.save": ({ provider }) => {
      if (!/^https?:\/\/./.test(provider.base_url))
        throw failure("bad_request", { details: { refusal: "url" } });
      const facts = now.presets.find(({ preset }) => preset === provider.preset);
      const known = now.providers.find((view) => view.provider.id === provider.id);
      const before = new Set(known?.provider.models.map((model) => model.name));
      const added = provider.models.find((model) => !before.has(model.name));
      if (added !== undefined && defaultOf(now.routes) === null)
        change({ routes: withDefault(now.routes, provider.id, added.name) });
      const view: ProviderView = {
        key: NO_KEY,
        host: facts?.host ?? "public",
        needs_key: facts?.needs_key ?? false,
        consented: false,
        unasked: {},
        assumed_window: (facts?.host ?? "public") === "public" ? 32_768 : 8_192,
        ...known,
        origin: originOf(provider.base_url),
        provider,
      };
      return known === undefined
        ? change({ providers: [...now.providers, view] })
        : setView(provider.id, () => view);
    },
    "providers.remove": ({ id }) =>
      change({ providers: now.providers.filter(({ provider }) => provider.id !== id) }),
    "providers.set_key": ({ id, key }) =>
      setView(id, (view) => ({
        ...view,
        key:
          key == null ? NO_KEY : { ...NO_KEY, set: true, last_four: key.length < 12 ? null : key.slice(-4) },
      })),
    "providers.set_key_place": ({ place, passphrase: typed }) => {
      if (place === "file" && now.keys.file_exists) open(typed ?? "");
      return change({
        keys: { place, ready: true, trouble: null, file_exists: now.keys.file_exists || place === "file" },
        providers: now.providers.map((view) => ({ ...view, key: NO_KEY })),
      });
    },
    "providers.unlock": ({ passphrase: typed }) => {
      open(typed);
      return change({ keys: { ...now.keys, ready: true, trouble: null } });
    },
    "providers.consent": ({ id, agreed }) =>
      setView(id, (view) => ({ ...view, consented: agreed, unasked: agreed ? view.unasked : {} })),
    "providers.set_unasked": ({ id, model, tokens }) =>
      setView(id, (view) => {
        const { [model]: _, ...others } = view.unasked;
        return { ...view, unasked: tokens > 0 ? { ...others, [model]: tokens } : others };
      }),
    "providers.test": () => ({ report }),
    "providers.models": () => ({ models: [...served] }),
    "providers.set_routes": ({ routes }) => change({ routes }),
    "providers.set_ceilings": ({ ceilings }) => change({ ceilings }),
  };
  return { now: () => now, answers };
}
