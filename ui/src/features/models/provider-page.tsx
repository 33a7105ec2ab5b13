// One provider: its test, connection, models, and rarely used settings.
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "@/components/badge";
import { Button } from "@/components/button";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { figure } from "@/components/figures";
import { setUnasked } from "@/desk/providers";
import { useAct } from "@/desk/use-act";
import type { Providers, ProviderView } from "@/ipc/types";
import { removeProvider, withdraw } from "./acts";
import { ConnectionFields } from "./connection-fields";
import { Extras } from "./extras";
import { KeyField } from "./key-field";
import { ModelList } from "./model-list";
import { forgetProbe } from "./probe";
import { ProbeCard } from "./probe-card";
import { leadsTo } from "./routes";
import { Trouble } from "./trouble";

export function ProviderPage({ view, setUp }: { view: ProviderView; setUp: Providers }) {
  const { t } = useTranslation("models");
  const { provider } = view;
  const note = setUp.presets.find(({ preset }) => preset === provider.preset)?.note ?? null;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-1.5">
        <h2 className="text-base font-semibold break-words">{provider.name}</h2>
        <div className="flex flex-wrap items-center gap-1.5">
          <Badge>{t(`hosts.${view.host}`)}</Badge>
          <KeyBadge view={view} ready={setUp.keys.ready} />
          <Badge tone={view.consented ? "success" : "neutral"}>
            {t(view.consented ? "consent.given" : "consent.notGiven")}
          </Badge>
        </div>
        {note !== null && <p className="text-sm break-words text-subtle">{t(`notes.${note}`)}</p>}
      </div>
      <ProbeCard view={view} routes={setUp.routes} />
      <Part title={t("parts.models")}>
        <ModelList view={view} routes={setUp.routes} />
      </Part>
      <Part title={t("parts.connection")}>
        <ConnectionFields view={view} />
        <KeyField view={view} keys={setUp.keys} />
        <ConsentLine view={view} />
      </Part>
      <Extras provider={provider} />
      <Removal view={view} setUp={setUp} />
    </div>
  );
}

function KeyBadge({ view, ready }: { view: ProviderView; ready: boolean }) {
  const { t } = useTranslation("models");
  if (view.key.set) return <Badge tone="success">{t("key.set")}</Badge>;
  if (!view.needs_key && view.key.elsewhere === null) return <Badge>{t("key.notNeeded")}</Badge>;
  return <Badge tone="warning">{t(ready ? "lacks.key" : "keys.unusable")}</Badge>;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3.5">
      <h2 className="border-b border-line pb-1.5 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}

/** Whether text may be sent there. Consent is given where the preview is shown, and withdrawn here. */
function ConsentLine({ view }: { view: ProviderView }) {
  const { t } = useTranslation("models");
  const { busy, failure, act } = useAct();
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t("consent.title")}</h3>
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 text-sm break-words text-subtle">
          {t(view.consented ? "consent.givenText" : "consent.notGivenText", { origin: view.origin })}
        </p>
        {view.consented && (
          <Button size="sm" busy={busy} onClick={() => void act(() => withdraw(view.provider.id))}>
            {t("consent.withdraw")}
          </Button>
        )}
      </div>
      {Object.entries(view.unasked).map(([model, tokens]) => (
        <div key={model} className="flex flex-wrap items-center gap-2">
          <p className="min-w-0 flex-1 text-sm break-words text-subtle">
            {t("consent.unasked", { model, n: figure(tokens ?? 0) })}
          </p>
          <Button
            size="sm"
            busy={busy}
            onClick={() => void act(() => setUnasked(view.provider.id, model, 0))}
          >
            {t("consent.askAgain")}
          </Button>
        </div>
      ))}
      <Trouble failure={failure} />
    </div>
  );
}

function Removal({ view, setUp }: { view: ProviderView; setUp: Providers }) {
  const { t } = useTranslation("models");
  const { provider } = view;
  const [asking, setAsking] = useState(false);
  const { busy, failure, act } = useAct();
  const routed = leadsTo(setUp.routes, provider.id);
  const goes = [
    t("remove.settings"),
    view.key.set ? t("remove.key") : null,
    routed ? t("remove.routes") : null,
  ].filter((part) => part !== null);
  return (
    <div className="flex flex-col items-start gap-2 border-t border-line pt-4">
      <Button icon={Trash2} onClick={() => setAsking(true)}>
        {t("remove.open")}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={busy}
        title={t("remove.title", { name: provider.name })}
        text={t("remove.text")}
        confirmLabel={t("remove.submit")}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          void act(async () => {
            await removeProvider(provider.id);
            forgetProbe(provider.id);
          }).then(() => setAsking(false))
        }
      >
        <ul className="list-disc pl-5 text-sm text-subtle">
          {goes.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      </ConfirmDialog>
      <Trouble failure={failure} />
    </div>
  );
}
