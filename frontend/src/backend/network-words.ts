import { texts } from "../words/states";

// The words of a network as the form shows them, and back. Nothing is judged here: Go does.

export type Mode = "off" | "some" | "on";

export interface Reach {
  mode: Mode;
  loopback: boolean;
  registry: boolean;
  /** One a line. */
  hosts: string;
}

export function reachOf(words: readonly string[]): Reach {
  const hosts = words.filter((word) => !["off", "on", "loopback", "registry"].includes(word));
  const reach = { loopback: words.includes("loopback"), registry: words.includes("registry"), hosts: hosts.join("\n") };
  const some = reach.loopback || reach.registry || hosts.length > 0;
  return { mode: words.includes("on") ? "on" : some ? "some" : "off", ...reach };
}

export function hostsOf({ hosts }: Reach): string[] {
  return hosts.split(/[\s,]+/).filter(Boolean);
}

/** Empty if nothing is ticked or named. */
export function wordsOf(reach: Reach): string[] {
  if (reach.mode !== "some") return [reach.mode];
  return [...(reach.loopback ? ["loopback"] : []), ...(reach.registry ? ["registry"] : []), ...hostsOf(reach)];
}

export function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.toSorted().join(" ") === b.toSorted().join(" ");
}

/** "off" -> "nothing": what a person reads. */
export function sayWords(words: readonly string[]): string {
  const said: Record<string, string> = { off: texts.network.nothing, on: texts.network.everything, loopback: texts.network.loopback, registry: texts.network.registry };
  return words.map((word) => said[word] ?? word).join(", ");
}
