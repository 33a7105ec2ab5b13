// Name and address of a provider. Both are saved on blur; refused input stays in the field.
import { useTranslation } from "react-i18next";
import { TextField } from "@/components/text-field";
import { useKept } from "@/desk/use-kept";
import type { ProviderView } from "@/ipc/types";
import { changeProvider } from "./acts";
import { forgetProbe } from "./probe";
import { Trouble } from "./trouble";

export function ConnectionFields({ view }: { view: ProviderView }) {
  const { t } = useTranslation("models");
  const { id, name: stored, base_url } = view.provider;
  const name = useKept({
    stored,
    keep: (value) => changeProvider(id, (provider) => ({ ...provider, name: value.trim() })),
    after: null,
    allowed: (value) => value.trim() !== "",
  });
  const address = useKept({
    stored: base_url,
    // An incomplete address is invalid: it is saved once complete.
    after: null,
    keep: async (value) => {
      await changeProvider(id, (provider) => ({ ...provider, base_url: value.trim() }));
      forgetProbe(id);
    },
    allowed: (value) => value.trim() !== "",
  });
  const unnamed = name.value.trim() === "";
  const unaddressed = address.value.trim() === "";
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <TextField
          label={t("fields.name")}
          value={name.value}
          onChange={name.change}
          maxLength={100}
          error={unnamed ? t("fields.nameNeeded") : undefined}
          onBlur={() => (unnamed ? name.change(stored) : name.flush())}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) name.flush();
          }}
        />
        <Trouble failure={name.failure} onRetry={name.flush} />
      </div>
      <div className="flex flex-col gap-1.5">
        <TextField
          label={t("fields.address")}
          value={address.value}
          onChange={address.change}
          maxLength={500}
          inputMode="url"
          hint={t("fields.addressChange")}
          error={unaddressed ? t("fields.addressNeeded") : undefined}
          onBlur={() => (unaddressed ? address.change(base_url) : address.flush())}
          onKeyDown={(event) => {
            if (event.key === "Enter" && !event.nativeEvent.isComposing) address.flush();
          }}
        />
        <Trouble failure={address.failure} onRetry={address.flush} />
      </div>
    </>
  );
}
