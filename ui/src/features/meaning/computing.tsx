// How vectors are computed, and how many resources this may use. Every change applies immediately.
import { useTranslation } from "react-i18next";
import { FailureState } from "@/components/failure-state";
import { Select } from "@/components/select";
import { Switch } from "@/components/switch";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { MeaningState, SetMeaning } from "@/ipc/types";
import { takeState } from "./state";
import { useWork } from "./work";

export function Computing({ state }: { state: MeaningState }) {
  const { t } = useTranslation("meaning");
  const { failure, act } = useAct();
  const working = useWork(({ work }) => work?.running === true);
  const { scheme, engine, chosen_threads, cores, pause_on_battery } = state;
  const set = (change: SetMeaning) => void act(async () => takeState(await call("meaning.set", change)));
  const counts = Array.from({ length: cores }, (_, at) => String(at + 1));
  return (
    <section aria-labelledby="meaning-computing" className="flex flex-col gap-2">
      <h2 id="meaning-computing" className="text-sm font-semibold">
        {t("use.title")}
      </h2>
      <div className="flex flex-col gap-2 rounded-lg border border-line px-4 py-2.5">
        <Switch
          label={t("use.int8")}
          description={t("use.int8Text")}
          checked={scheme === "int8" && engine === "auto"}
          disabled={working || engine === "candle"}
          onChange={(on) => set({ scheme: on ? "int8" : "f32" })}
        />
        <Switch
          label={t("use.candle")}
          description={t("use.candleText")}
          checked={engine === "candle"}
          disabled={working}
          onChange={(on) => set({ engine: on ? "candle" : "auto" })}
        />
        <div className="flex items-start justify-between gap-4 py-1">
          <div className="flex min-w-0 flex-col gap-0.5">
            <p aria-hidden className="text-sm">
              {t("use.threads")}
            </p>
            <p className="text-xs break-words text-faint">{t("use.threadsText")}</p>
          </div>
          <Select
            className="w-42 shrink-0"
            size="sm"
            label={t("use.threads")}
            hideLabel
            value={String(chosen_threads ?? 0)}
            onChange={(value) => set({ threads: Number(value) })}
            options={[
              { value: "0", label: t("use.auto", { n: Math.max(1, cores - 1) }) },
              ...counts.map((value) => ({ value, label: value })),
            ]}
          />
        </div>
        <Switch
          label={t("use.battery")}
          description={t("use.batteryText")}
          checked={pause_on_battery}
          onChange={(on) => set({ pause_on_battery: on })}
        />
      </div>
      {failure !== null && <FailureState failure={failure} />}
    </section>
  );
}
