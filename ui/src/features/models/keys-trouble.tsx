// Replaces the key field while keys cannot be stored: the reason, and what to do.
import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { setUp, takeSetUp } from "@/desk/providers";
import { useAct } from "@/desk/use-act";
import type { KeysView } from "@/ipc/types";
import { setKeyPlace } from "./acts";
import { go } from "./place";
import { Trouble } from "./trouble";

/** Why keys cannot be used, as a words key. */
function reasonOf({ place, trouble }: Pick<KeysView, "place" | "trouble">) {
  if (place === "file")
    return trouble?.code === "keys_locked" ? "key.trouble.file" : "key.trouble.fileFailed";
  if (trouble?.code === "no_keychain") return "key.trouble.none";
  return trouble?.code === "keys_locked" ? "key.trouble.locked" : "key.trouble.failed";
}

export function KeysTrouble({ keys }: { keys: KeysView }) {
  const { t } = useTranslation("models");
  const { busy, failure, act } = useAct();
  const isKeychain = keys.place === "keychain";
  return (
    <section aria-label={t("key.label")} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{t("key.label")}</h3>
      <div className="flex flex-col gap-2 rounded-lg border border-line bg-surface px-3.5 py-3">
        <p className="flex items-start gap-1.5 text-sm text-warning">
          <KeyRound size={14} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
          <span className="min-w-0 break-words">{t(reasonOf(keys))}</span>
        </p>
        {isKeychain && <p className="text-xs break-words text-subtle">{t("key.trouble.ways")}</p>}
        <div className="flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={() => go({ at: "keys" })}>
            {t("toKeys")}
          </Button>
          {isKeychain && (
            <>
              <Button size="sm" busy={busy} onClick={() => void act(() => setKeyPlace("memory", null))}>
                {t("key.trouble.memory")}
              </Button>
              <Button
                size="sm"
                variant="ghost"
                busy={busy}
                onClick={() => void act(async () => takeSetUp(await setUp()))}
              >
                {t("key.trouble.again")}
              </Button>
            </>
          )}
        </div>
        <Trouble failure={failure} />
      </div>
    </section>
  );
}
