// The `no-model` dialog: an act needs a model and none is set up. Offers the setup in one step; everything else works
// without.
import { Cpu, Plug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { Dialog } from "@/components/dialog";
import { closeDialog, openDialog, useDesk } from "@/desk/desk";
import { useProviders } from "@/desk/providers";
import { localPresets } from "./presets";

export function NoModelDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "no-model");
  return open ? <NoModel /> : null;
}

function NoModel() {
  const { t } = useTranslation("models");
  const setUp = useProviders();
  // With models available only the choice is missing.
  const some = setUp.data?.providers.some(({ provider }) => provider.models.length > 0) ?? false;
  const local = localPresets(setUp.data?.presets ?? []);
  return (
    <Dialog
      open
      onClose={closeDialog}
      title={t("noModel.title")}
      description={t("noModel.text")}
      footer={<Button onClick={closeDialog}>{t("noModel.later")}</Button>}
    >
      <div className="flex flex-col gap-4">
        {some && (
          <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3">
            <p className="min-w-40 flex-1 text-sm break-words">{t("noModel.some")}</p>
            <Button variant="primary" onClick={() => openDialog({ name: "models", section: "routes" })}>
              {t("noModel.choose")}
            </Button>
          </div>
        )}
        {local.length > 0 && (
          <section aria-label={t("noModel.local")} className="flex flex-col gap-2">
            <h3 className="text-sm font-medium">{t("noModel.local")}</h3>
            <p className="text-xs break-words text-faint">{t("noModel.localText")}</p>
            <div className="grid grid-cols-2 gap-2">
              {local.map(({ preset, name }) => (
                <Button
                  key={preset}
                  icon={Cpu}
                  className="justify-start"
                  onClick={() => openDialog({ name: "models", preset })}
                >
                  {name}
                </Button>
              ))}
            </div>
          </section>
        )}
        <section aria-label={t("noModel.net")} className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{t("noModel.net")}</h3>
          <p className="text-xs break-words text-faint">{t("noModel.netText")}</p>
          <Button
            icon={Plug}
            className="self-start"
            onClick={() => openDialog({ name: "models", section: "providers" })}
          >
            {t("noModel.other")}
          </Button>
        </section>
      </div>
    </Dialog>
  );
}
