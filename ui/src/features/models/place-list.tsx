// The left side of the dialog: the providers with their status, and the shared settings.
import { Coins, KeyRound, type LucideIcon, Plus, Route } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "@/components/class-names";
import { StatusDot } from "@/components/status-dot";
import type { Providers, ProviderView } from "@/ipc/types";
import { go, type Place } from "./place";

/** What a provider still needs before it can be used. */
export function missingPart(
  { provider, key, needs_key }: ProviderView,
  ready: boolean,
): "key" | "models" | null {
  if (key.elsewhere !== null || (needs_key && ready && !key.set)) return "key";
  return provider.models.length === 0 ? "models" : null;
}

/** Whether keys are unusable while some provider needs one. */
export function lacksKeys({ keys, providers }: Providers): boolean {
  return keys.trouble !== null && providers.some(({ key, needs_key }) => needs_key || key.set);
}

export function PlaceList({ setUp, place }: { setUp: Providers; place: Place }) {
  const { t } = useTranslation("models");
  const list = useRef<HTMLElement>(null);
  // One Tab stop; the arrow keys move along the list, as in every other list of the window.
  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll("button") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
    };
    const to = rows[steps[event.key] ?? -1];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    to.focus();
  };
  return (
    <nav
      ref={list}
      aria-label={t("places.label")}
      onKeyDown={onKeyDown}
      className="flex w-56 shrink-0 flex-col gap-0.5 overflow-y-auto border-r border-line p-2"
    >
      <h3 className="px-2.5 pt-1 pb-1 text-xs font-medium text-faint">{t("places.providers")}</h3>
      {setUp.providers.map((view) => (
        <ProviderRow
          key={view.provider.id}
          view={view}
          ready={setUp.keys.ready}
          current={place.at === "provider" && place.id === view.provider.id}
        />
      ))}
      <Row
        icon={Plus}
        current={place.at === "add" || place.at === "new"}
        onClick={() => go({ at: "add" })}
        label={t("places.add")}
      />
      <h3 className="px-2.5 pt-4 pb-1 text-xs font-medium text-faint">{t("places.forAll")}</h3>
      <Row
        icon={Route}
        current={place.at === "routes"}
        onClick={() => go({ at: "routes" })}
        label={t("places.routes")}
      />
      <Row
        icon={KeyRound}
        current={place.at === "keys"}
        onClick={() => go({ at: "keys" })}
        label={t("places.keys")}
        aside={lacksKeys(setUp) && <StatusDot tone="warning" label={t("keys.unusable")} />}
      />
      <Row
        icon={Coins}
        current={place.at === "ceilings"}
        onClick={() => go({ at: "ceilings" })}
        label={t("places.ceilings")}
      />
    </nav>
  );
}

interface RowProps {
  icon: LucideIcon;
  label: string;
  current: boolean;
  onClick: () => void;
  aside?: ReactNode;
}

const rowClass = (current: boolean) =>
  cx(
    "flex w-full shrink-0 items-center gap-2 rounded-md px-2.5 text-left text-sm transition-colors -outline-offset-2",
    current
      ? "bg-surface-selected font-medium text-ink"
      : "text-subtle hover:bg-surface-hover hover:text-ink",
  );

function Row({ icon: Icon, label, current, onClick, aside }: RowProps) {
  return (
    <button
      type="button"
      aria-current={current ? "page" : undefined}
      tabIndex={current ? 0 : -1}
      onClick={onClick}
      className={cx(rowClass(current), "h-7.5")}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {aside}
    </button>
  );
}

function ProviderRow({ view, ready, current }: { view: ProviderView; ready: boolean; current: boolean }) {
  const { t } = useTranslation("models");
  const { provider, host } = view;
  const lack = missingPart(view, ready);
  const state = lack === null ? t("places.models", { n: provider.models.length }) : t(`lacks.${lack}`);
  return (
    <button
      type="button"
      aria-current={current ? "page" : undefined}
      tabIndex={current ? 0 : -1}
      title={provider.name}
      onClick={() => go({ at: "provider", id: provider.id })}
      className={cx(rowClass(current), "py-1.5")}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate">{provider.name}</span>
        <span className={cx("truncate text-xs font-normal", lack === null ? "text-faint" : "text-warning")}>
          {t("places.state", { host: t(`hosts.${host}`), state })}
        </span>
      </span>
    </button>
  );
}
