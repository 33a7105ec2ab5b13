// What a model was sent: the token budget, the parts with their fates, the full messages, and later rounds.
import { useTranslation } from "react-i18next";
import { Disclosure } from "@/components/disclosure";
import { figure } from "@/components/figures";
import { useDraftLength } from "@/desk/draft-length";
import type { Receipt, ReceiptFlag } from "@/ipc/types";
import { AskedPassages } from "./asked-passages";
import { Layers } from "./layers";
import { MessageList } from "./message-list";
import { slice } from "./pieces";
import { Room } from "./room";
import { Suspicions } from "./suspicions";

/** The suspicious phrases in a layer; other variables appear only in the messages. */
function phrasesOf({ flags, layers }: Receipt): string[] {
  const text = ({ variable }: ReceiptFlag) =>
    layers.find(({ layer }) => `layers.${layer}` === variable)?.text ?? "";
  return flags.map((flag) => slice(text(flag), flag.range));
}

export function ReceiptParts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("context");
  const { inUnits, unit } = useDraftLength();
  const { budget, layers, parts, flags, messages, rounds, prompt_hash } = receipt;
  return (
    <div className="flex flex-col gap-4">
      <Room {...{ budget, layers }} />
      <Suspicions patterns={flags.map(({ pattern }) => pattern)} />
      <AskedPassages passages={receipt.passages ?? []} />
      <Layers {...{ layers, parts, flags }} />
      <div className="flex flex-col border-t border-line pt-2">
        <Disclosure title={t("messages")} begins="open">
          <MessageList messages={messages} phrases={phrasesOf(receipt)} />
        </Disclosure>
        {rounds.length > 0 && (
          <Disclosure title={t("rounds.title", { n: rounds.length })}>
            <ul className="flex flex-col gap-0.5 text-sm text-subtle tabular-nums">
              {rounds.map(({ round, remaining }) => (
                <li key={round}>
                  {t("rounds.one", { round, n: figure(inUnits(remaining)), context: unit })}
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
      <p className="text-xs break-all text-faint">
        {t("hash")} <span className="font-mono">{prompt_hash.slice(0, 16)}</span>
      </p>
    </div>
  );
}
