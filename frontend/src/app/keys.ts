import { useEffect } from "react";
import { texts } from "../words/shortcuts";

const mac = navigator.userAgent.includes("Mac");

export const COMMAND_KEY = mac ? "⌘" : texts.control;

/** What has a key that works everywhere, with Ctrl (or Cmd on a Mac). */
export const COMMAND_KEYS = {
  palette: "k",
  newChat: "n",
  waiting: "j",
  stop: ".",
  side: "b",
  settings: ",",
  shortcuts: "/",
  larger: "+",
  smaller: "-",
  usual: "0",
} as const;

/** Other characters of the same keys, with Shift or without, as keyboards differ. */
const SAME: Record<string, string> = { "=": "+", _: "-", "\u2212": "-" };

export type Command = keyof typeof COMMAND_KEYS;

/** A command's key as a person reads it: "Ctrl K". */
export const sayKey = (command: Command): string => `${COMMAND_KEY} ${COMMAND_KEYS[command].toUpperCase()}`;

export function useCommandKeys(commands: Record<Command, () => void>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(mac ? event.metaKey : event.ctrlKey) || event.altKey) return;
      const key = SAME[event.key] ?? event.key.toLowerCase();
      const command = (Object.keys(COMMAND_KEYS) as Command[]).find((known) => COMMAND_KEYS[known] === key);
      if (!command || (event.shiftKey && key !== "+" && key !== "-")) return;
      event.preventDefault();
      commands[command]();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  });
}
