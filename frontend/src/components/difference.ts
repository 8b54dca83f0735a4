/** A unified difference of two texts, one hunk over all lines that are not the same at both ends; "" = they are the same. */
export function difference(before: string, after: string, names: readonly [string, string]): string {
  if (before === after) return "";
  const [a, b] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - head && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - CONTEXT);
  const rest = Math.min(CONTEXT, tail);
  const [gone, come] = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  const count = (changed: readonly string[]) => head - from + changed.length + rest;
  return [
    `--- ${names[0]}`, `+++ ${names[1]}`, `@@ -${from + 1},${count(gone)} +${from + 1},${count(come)} @@`,
    ...a.slice(from, head).map((line) => ` ${line}`), ...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`),
    ...a.slice(a.length - tail, a.length - tail + rest).map((line) => ` ${line}`),
  ].join("\n");
}

const CONTEXT = 3;

function linesOf(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}
