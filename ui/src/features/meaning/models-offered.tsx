// The available models: downloadable ones, and the author's own folder.
import { FolderOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { FailureState } from "@/components/failure-state";
import { sizeOf } from "@/components/figures";
import { useAct } from "@/desk/use-act";
import { call } from "@/ipc/host";
import type { MeaningState, OfferedModel } from "@/ipc/types";
import { chooseFolder } from "./choose-folder";
import { Consent } from "./consent";
import { offeredInUse, takeState } from "./state";
import { download, useWork } from "./work";

export function ModelsOffered({ state }: { state: MeaningState }) {
  const { t } = useTranslation("meaning");
  const working = useWork(({ work }) => work?.running === true);
  return (
    <section aria-labelledby="meaning-models" className="flex flex-col gap-2">
      <h2 id="meaning-models" className="text-sm font-semibold">
        {t("models.title")}
      </h2>
      <ul className="flex flex-col rounded-lg border border-line">
        {state.catalogue.map((model) => (
          <li key={model.id} className="border-b border-line px-4 py-3">
            <Offered state={state} model={model} />
          </li>
        ))}
        <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-3">
          <div className="flex min-w-48 flex-1 flex-col gap-0.5">
            <h3 className="flex flex-wrap items-center gap-2 text-sm">
              {t("models.folder")}
              {state.model.type === "folder" && <Badge tone="accent">{t("models.inUse")}</Badge>}
            </h3>
            <p className="text-xs break-words text-faint">{t("models.folderText")}</p>
          </div>
          <Button size="sm" icon={FolderOpen} disabled={working} onClick={() => void chooseFolder()}>
            {t("models.choose")}
          </Button>
        </li>
      </ul>
    </section>
  );
}

function Offered({ state, model }: { state: MeaningState; model: OfferedModel }) {
  const { t } = useTranslation("meaning");
  const [asking, setAsking] = useState(false);
  const working = useWork(({ work }) => work?.running === true);
  const { busy, failure, act } = useAct();
  const { id, licence, bytes, bytes_present, presence } = model;
  const inUse = offeredInUse(state)?.id === id;
  const size = sizeOf(bytes);
  const clear = () => void act(async () => takeState(await call("meaning.remove", { model: id })));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-48 flex-1 flex-col gap-0.5">
          <h3 className="flex flex-wrap items-center gap-2 text-sm break-words">
            {id}
            {inUse ? (
              <Badge tone="accent">{t("models.inUse")}</Badge>
            ) : (
              presence === "complete" && <Badge>{t("models.complete")}</Badge>
            )}
          </h3>
          <p className="text-xs break-words text-faint tabular-nums">
            {presence === "partial"
              ? t("models.partial", { licence, size, done: sizeOf(bytes_present) })
              : t("models.offered", { licence, size })}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {!inUse && presence !== "absent" && (
            <Button size="sm" variant="ghost" busy={busy} disabled={working} onClick={clear}>
              {t("models.clear")}
            </Button>
          )}
          {!inUse && presence === "complete" && (
            // Nothing is left to download.
            <Button size="sm" disabled={working} onClick={() => void download(id)}>
              {t("models.use")}
            </Button>
          )}
          {presence !== "complete" && !asking && (
            <Button
              size="sm"
              variant={state.model.type === "none" ? "primary" : "secondary"}
              disabled={working}
              onClick={() => setAsking(true)}
            >
              {t(presence === "partial" ? "models.goOn" : "models.download")}
            </Button>
          )}
        </div>
      </div>
      {failure !== null && <FailureState failure={failure} onRetry={clear} />}
      {asking && presence !== "complete" && !working && (
        <Consent
          state={state}
          model={model}
          onCancel={() => setAsking(false)}
          onAgree={() => {
            setAsking(false);
            void download(id);
          }}
        />
      )}
    </div>
  );
}
