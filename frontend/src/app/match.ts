/** The items that have every word, those whose text begins with the words first; otherwise in their order. */
export function match<T>(items: readonly T[], words: string, textOf: (item: T) => string): T[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...items];
  const whole = wanted.join(" ");
  const first: T[] = [];
  const rest: T[] = [];
  for (const item of items) {
    const text = textOf(item).toLowerCase();
    if (text.startsWith(whole)) first.push(item);
    else if (wanted.every((word) => text.includes(word))) rest.push(item);
  }
  return [...first, ...rest];
}
