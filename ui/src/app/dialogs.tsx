// All dialogs of the window. Each is shown when the desk says so.
import { features } from "./features";

const DIALOGS = features.flatMap(({ dialogs }) => Object.entries(dialogs ?? {}));

export function Dialogs() {
  return DIALOGS.map(([name, Dialog]) => <Dialog key={name} />);
}
