// The `models` dialog: providers and shared settings on the left, the selected one on the right. Every change is saved
// immediately.
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/components/dialog";
import { FailureState } from "@/components/failure-state";
import { LoadingState } from "@/components/loading-state";
import { closeDialog, type Dialog as Opened, useDesk } from "@/desk/desk";
import { useProviders } from "@/desk/providers";
import type { Providers } from "@/ipc/types";
import { AddProvider } from "./add-provider";
import { CeilingsPage } from "./ceilings-page";
import { KeysPage } from "./keys-page";
import { NewProvider } from "./new-provider";
import { go, type Place, placeOf, usePlace } from "./place";
import { PlaceList } from "./place-list";
import { forgetProbes } from "./probe";
import { ProviderPage } from "./provider-page";
import { RoutesPage } from "./routes-page";

type OpenedModels = Extract<Opened, { name: "models" }>;

/** The dialog, at the given section or provider preset. */
export function ModelsDialog() {
  const dialog = useDesk((desk) => (desk.dialog?.name === "models" ? desk.dialog : null));
  const closed = dialog === null;
  useEffect(() => {
    if (closed) forgetProbes();
  }, [closed]);
  return dialog === null ? null : <Models opened={dialog} />;
}

function Models({ opened }: { opened: OpenedModels }) {
  const { t } = useTranslation("models");
  const setUp = useProviders();
  const current = usePlace((state) => state.place);
  // Reopening it while open navigates to the requested place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets on opening only
  useEffect(() => go(null), [opened]);
  const place = setUp.data === undefined ? null : placeOf(current, opened, setUp.data);
  // The initial place becomes the current one.
  useEffect(() => {
    if (current === null && place !== null) go(place);
  }, [current, place]);
  return (
    <Dialog open size="xl" onClose={closeDialog} title={t("title")}>
      <div className="-mx-5 -mb-5 flex h-[min(44rem,69vh)] border-t border-line">
        {setUp.error !== null ? (
          <div className="min-w-0 flex-1 p-5">
            <FailureState failure={setUp.error} onRetry={() => void setUp.refetch()} />
          </div>
        ) : setUp.data === undefined || place === null ? (
          <LoadingState className="flex-1 py-2" rows={7} />
        ) : (
          <>
            <PlaceList setUp={setUp.data} place={place} />
            <Shown key={keyOf(place)} setUp={setUp.data} place={place} />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Each place scrolls to its top and gets its own fields. */
const keyOf = (place: Place): string =>
  place.at === "provider" ? `provider ${place.id}` : place.at === "new" ? `new ${place.preset}` : place.at;

function Shown({ setUp, place }: { setUp: Providers; place: Place }) {
  return (
    <div className="min-h-0 min-w-0 flex-1 overflow-y-auto px-6 pt-4 pb-6">
      <PageOf setUp={setUp} place={place} />
    </div>
  );
}

function PageOf({ setUp, place }: { setUp: Providers; place: Place }) {
  switch (place.at) {
    case "provider": {
      const view = setUp.providers.find(({ provider }) => provider.id === place.id);
      return view === undefined ? null : <ProviderPage view={view} setUp={setUp} />;
    }
    case "new": {
      const facts = setUp.presets.find(({ preset }) => preset === place.preset);
      return facts === undefined ? null : <NewProvider facts={facts} setUp={setUp} />;
    }
    case "add":
      return <AddProvider presets={setUp.presets} />;
    case "routes":
      return <RoutesPage setUp={setUp} />;
    case "keys":
      return <KeysPage key={setUp.keys.place} setUp={setUp} />;
    case "ceilings":
      return <CeilingsPage setUp={setUp} />;
  }
}
