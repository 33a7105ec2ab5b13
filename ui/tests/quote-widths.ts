/** The widths of the curly quotes in each element that a selector finds, em. It runs in the page. */
export function quoteWidths(selector: string): number[][] {
  return [...document.querySelectorAll(selector)].map((element) => {
    const em = Number.parseFloat(getComputedStyle(element).fontSize);
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const widths: number[] = [];
    for (let node = nodes.nextNode(); node !== null; node = nodes.nextNode()) {
      for (const { index } of (node.textContent ?? "").matchAll(/[‘’“”]/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const rects = [...range.getClientRects()];
        widths.push(rects.reduce((sum, { width }) => sum + width, 0) / em);
      }
    }
    return widths;
  });
}
