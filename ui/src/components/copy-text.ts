/**
 * Copies text to the clipboard; resolves to whether it succeeded. A text that must be asked for is given as a promise,
 * in the same moment as the press or key: WebKit allows no copy that begins after a wait.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === "string") await navigator.clipboard.writeText(text);
    else if (typeof ClipboardItem === "undefined") await navigator.clipboard.writeText(await text);
    else await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
    return true;
  } catch {
    return false;
  }
}
