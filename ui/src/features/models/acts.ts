// Changes of the model setup, in sequence: each starts from the result of the previous one.
import i18next from "i18next";
import { attempt } from "@/desk/attempt";
import { notify } from "@/desk/notices";
import { setUp, takeSetUp } from "@/desk/providers";
import { turns } from "@/desk/turns";
import { call } from "@/ipc/host";
import type { Ceilings, KeyPlace, Model, Provider, ProviderId, Routes } from "@/ipc/types";
import { leadsTo, withDefault, without } from "./routes";

const say = (key: string, options: Record<string, unknown> = {}) => i18next.t(`models:${key}`, options);

const inTurn = turns();

/** Waits until every change so far was saved or refused. */
export function allSaved(): Promise<void> {
  return inTurn(() => Promise.resolve());
}

/** Adds a provider, with its key if given. Idempotent, so that it can be retried after a failure. */
export const addProvider = (provider: Provider, key: string): Promise<void> =>
  inTurn(async () => {
    takeSetUp(await call("providers.save", { provider }));
    if (key.trim() !== "") takeSetUp(await call("providers.set_key", { id: provider.id, key: key.trim() }));
  });

/** Changes a provider; a removed one stays removed. */
export const changeProvider = (id: ProviderId, change: (provider: Provider) => Provider): Promise<void> =>
  inTurn(async () => {
    const { providers } = await setUp();
    const known = providers.find(({ provider }) => provider.id === id);
    if (known === undefined) return;
    takeSetUp(await call("providers.save", { provider: change(known.provider) }));
  });

export const changeModel = (id: ProviderId, name: string, change: (model: Model) => Model): Promise<void> =>
  changeProvider(id, (provider) => ({
    ...provider,
    models: provider.models.map((model) => (model.name === name ? change(model) : model)),
  }));

/** Adds a model; an existing one is unchanged. The very first model becomes the default. */
export const addModel = (id: ProviderId, name: string): Promise<void> =>
  changeProvider(id, (provider) => ({
    ...provider,
    models: provider.models.some((model) => model.name === name)
      ? provider.models
      : [...provider.models, { name, context_tokens: null, price: null }],
  }));

export const changeRoutes = (change: (routes: Routes) => Routes): Promise<void> =>
  inTurn(async () => {
    const { routes } = await setUp();
    takeSetUp(await call("providers.set_routes", { routes: change(routes) }));
  });

export const makeDefault = (id: ProviderId, model: string): Promise<void> =>
  changeRoutes((routes) => withDefault(routes, id, model));

/** Removes a model from the list and the routes; the notice restores both. */
export async function removeModel(id: ProviderId, name: string): Promise<void> {
  await allSaved();
  const was = await setUp();
  const known = was.providers.find(({ provider }) => provider.id === id)?.provider;
  if (known === undefined) return;
  await changeProvider(id, (provider) => ({
    ...provider,
    models: provider.models.filter((model) => model.name !== name),
  }));
  const routed = leadsTo(was.routes, id, name);
  if (routed) await changeRoutes((routes) => without(routes, id, name));
  notify({
    text: say(routed ? "model.removedRouted" : "model.removed", { name }),
    action: {
      label: say("undo"),
      onSelect: () =>
        void attempt(async () => {
          await changeProvider(id, (provider) => ({ ...provider, models: known.models }));
          if (routed) await changeRoutes(() => was.routes);
        }),
    },
  });
}

export const removeProvider = (id: ProviderId): Promise<void> =>
  inTurn(async () => takeSetUp(await call("providers.remove", { id })));

/** Saves a key; null deletes the saved one. */
export const setKey = (id: ProviderId, key: string | null): Promise<void> =>
  inTurn(async () => takeSetUp(await call("providers.set_key", { id, key })));

/** Withdraws consent to send text until the author agrees again. */
export const withdraw = (id: ProviderId): Promise<void> =>
  inTurn(async () => takeSetUp(await call("providers.consent", { id, agreed: false })));

export const setKeyPlace = (place: KeyPlace, passphrase: string | null): Promise<void> =>
  inTurn(async () => takeSetUp(await call("providers.set_key_place", { place, passphrase })));

export const unlock = (passphrase: string): Promise<void> =>
  inTurn(async () => takeSetUp(await call("providers.unlock", { passphrase })));

export const changeCeilings = (change: (ceilings: Ceilings) => Ceilings): Promise<void> =>
  inTurn(async () => {
    const { ceilings } = await setUp();
    takeSetUp(await call("providers.set_ceilings", { ceilings: change(ceilings) }));
  });
