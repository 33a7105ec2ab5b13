// The `about` dialog: program information, storage locations and diagnostics to copy.
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/components/button";
import { copyText } from "@/components/copy-text";
import { Dialog } from "@/components/dialog";
import { closeDialog, useDesk } from "@/desk/desk";
import { diagnostics } from "./diagnostics";

export function AboutDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "about");
  return open ? <About /> : null;
}

const PLATFORMS: Record<string, string> = { linux: "Linux", macos: "macOS", windows: "Windows" };

function About() {
  const { t } = useTranslation("about");
  const application = useDesk((desk) => desk.application);
  const settings = useDesk((desk) => desk.settings);
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  const report = diagnostics(application, settings, navigator.userAgent);
  const platform = application?.platform ?? "";
  const facts = [
    [t("version"), application?.version ?? ""],
    [t("platform"), PLATFORMS[platform] ?? platform],
    [t("licence"), t("licenceText")],
  ] as const;
  return (
    <Dialog
      open
      closeOnOutsidePress
      onClose={closeDialog}
      title={t("title")}
      footerStart={<p className="min-w-0 text-xs text-faint">{t("copyHint")}</p>}
      footer={
        <Button
          icon={copied === "yes" ? Check : Copy}
          onClick={async () => setCopied((await copyText(report)) ? "yes" : "failed")}
        >
          {copied === "yes" ? t("copied") : t("copy")}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-1.5">
          <p lang="zh" className="font-reading text-[1.75rem] leading-tight font-semibold tracking-[0.18em]">
            文房
          </p>
          <p className="text-sm text-subtle">{t("tagline")}</p>
        </div>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-faint">{name}</dt>
              <dd className="break-words select-text">{value}</dd>
            </div>
          ))}
        </dl>
        <section className="flex flex-col gap-1 text-sm">
          <h2 className="font-medium">{t("where")}</h2>
          <ul className="flex flex-col gap-1 text-subtle">
            <li>{t("project")}</li>
            <li>{t("backups")}</li>
            <li>{t("settings")}</li>
            <li>{t("network")}</li>
          </ul>
        </section>
        <p aria-live="polite" className={copied === "failed" ? "text-xs text-danger" : "sr-only"}>
          {copied === "failed" ? t("copyFailed") : copied === "yes" ? t("copied") : ""}
        </p>
        {copied === "failed" && (
          <pre className="rounded-md bg-surface-sunken px-2.5 py-2 font-mono text-xs whitespace-pre-wrap text-subtle select-text">
            {report}
          </pre>
        )}
      </div>
    </Dialog>
  );
}
