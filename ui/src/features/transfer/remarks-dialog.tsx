// The `remarks` dialog: remarks of readers, which become comments. A reader returns a file with comments, or writes
// remarks by the numbers of a copy.
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Segmented } from "@/components/segmented";
import { useDesk } from "@/desk/desk";
import { NumbersForm } from "./numbers-form";
import { ReturnedForm } from "./returned-form";

type Kind = "returned" | "numbers";
const KINDS: readonly Kind[] = ["returned", "numbers"];

export function RemarksDialog() {
  const open = useDesk((desk) => desk.dialog?.name === "remarks");
  return open ? <Remarks /> : null;
}

function Remarks() {
  const { t } = useTranslation("transfer");
  const [kind, setKind] = useState<Kind>("returned");
  const choice = (
    <Segmented
      label={t("remarks.from")}
      value={kind}
      onChange={setKind}
      options={KINDS.map((value) => ({ value, label: t(`remarks.kinds.${value}`) }))}
    />
  );
  return kind === "returned" ? <ReturnedForm choice={choice} /> : <NumbersForm choice={choice} />;
}
