// The models in use of a provider: added by name, or from the server's list.
import { Box, ListPlus, Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { EmptyState } from "@/components/empty-state";
import { ProgressBar } from "@/components/progress-bar";
import { SuggestField } from "@/components/suggest-field";
import { useAct } from "@/desk/use-act";
import { type Job, run, toFailure } from "@/ipc/host";
import type { Failure, ProviderView, Routes } from "@/ipc/types";
import { addModel, allSaved } from "./acts";
import { ModelRow } from "./model-row";
import { ServedList } from "./served-list";
import { Trouble } from "./trouble";

interface Served {
  names: readonly string[] | null;
  asking: boolean;
  stopping: boolean;
  failure: Failure | null;
  ask: () => Promise<void>;
  stop: () => void;
  close: () => void;
}

const IDLE = { names: null, asking: false, stopping: false, failure: null };

/** The server's list of models, loaded on request. */
function useServed(id: string): Served {
  const [state, setState] = useState<Pick<Served, keyof typeof IDLE>>(IDLE);
  const job = useRef<Job<"providers.models"> | null>(null);
  useEffect(() => () => job.current?.stop(), []);
  return {
    ...state,
    ask: async () => {
      setState({ ...IDLE, asking: true });
      await allSaved();
      const asking = run("providers.models", { id });
      job.current = asking;
      try {
        const { models } = await asking.answer;
        setState({ ...IDLE, names: models });
      } catch (thrown) {
        const failure = toFailure(thrown);
        setState({ ...IDLE, failure: failure.code === "stopped" ? null : failure });
      }
      job.current = null;
    },
    stop: () => {
      job.current?.stop();
      setState((now) => ({ ...now, stopping: true }));
    },
    close: () => setState(IDLE),
  };
}

export function ModelList({ view, routes }: { view: ProviderView; routes: Routes }) {
  const { t } = useTranslation("models");
  const { id, models } = view.provider;
  const [typed, setTyped] = useState("");
  const served = useServed(id);
  const { busy, failure, act } = useAct();
  const chosen = new Set(models.map(({ name }) => name));
  const name = typed.trim();
  const add = async () => {
    if (name === "" || busy) return;
    if (await act(() => addModel(id, name))) setTyped("");
  };
  const choices = (served.names ?? []).filter((one) => !chosen.has(one)).map((value) => ({ value }));
  return (
    <div className="flex flex-col gap-3">
      {models.length === 0 ? (
        <EmptyState compact icon={Box} title={t("model.none")} text={t("model.noneText")} />
      ) : (
        <ul aria-label={t("model.list")} className="flex flex-col rounded-lg border border-line">
          {models.map((model) => (
            <ModelRow
              key={model.name}
              provider={id}
              model={model}
              routes={routes}
              assumed={view.assumed_window}
            />
          ))}
        </ul>
      )}
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <SuggestField
          className="min-w-48 flex-1"
          label={t("model.name")}
          value={typed}
          onChange={setTyped}
          suggestions={choices}
          placeholder={t("model.namePlaceholder")}
        />
        <Button type="submit" icon={Plus} busy={busy} disabled={name === "" || chosen.has(name)}>
          {t("model.add")}
        </Button>
        <Button icon={ListPlus} disabled={served.asking} onClick={() => void served.ask()}>
          {t("model.fetch")}
        </Button>
      </form>
      <Trouble failure={failure} />
      {served.asking && (
        <ProgressBar
          label={t("served.asking")}
          value={null}
          stopping={served.stopping}
          onStop={served.stop}
        />
      )}
      <Trouble failure={served.failure} onRetry={() => void served.ask()} />
      {served.names !== null && (
        <div className="flex flex-col gap-2">
          <ServedList
            label={t("served.label")}
            names={served.names}
            chosen={chosen}
            disabled={busy}
            onChoose={(one) => void act(() => addModel(id, one))}
          />
          <Button size="sm" variant="ghost" className="self-end" onClick={served.close}>
            {t("served.close")}
          </Button>
        </div>
      )}
    </div>
  );
}
