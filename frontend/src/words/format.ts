// How numbers, times and clauses are written.

/** Makes a sentence of a clause: "it changes nothing" -> "It changes nothing." A name of a file stays as it is. */
export function sentence(clause: string): string {
  if (clause === "") return "";
  const end = /[.!?…]$/.test(clause) ? "" : ".";
  return clause.replace(/^[a-z]+(?=[\s,;'])/, (word) => word.charAt(0).toUpperCase() + word.slice(1)) + end;
}

/** The same of a clause that may begin with a name, which stays as it is: "log is new" -> "log is new." */
export function named(name: string, clause: string): string {
  if (name === "" || !clause.startsWith(`${name} `)) return sentence(clause);
  return /[.!?…]$/.test(clause) ? clause : `${clause}.`;
}

export function sayDuration(ms: number): string {
  if (ms < 1) return "under 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** "14:03" of today, "Tue 14:03" of this week, else "3 Nov" (with the year if it is another). */
export function sayTime(time: string, now: Date): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return "";
  const clock = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === now.toDateString()) return clock;
  if (Math.abs(now.getTime() - at.getTime()) < 6 * 86_400_000) return `${at.toLocaleDateString("en-GB", { weekday: "short" })} ${clock}`;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

/** "588.9 kB" */
export function sayBytes(bytes: number): string {
  if (bytes < 1000) return plural(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
