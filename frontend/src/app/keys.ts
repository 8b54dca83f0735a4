import { useEffect } from "react";

const mac = navigator.userAgent.includes("Mac");

export const COMMAND_KEY = mac ? "⌘" : "Ctrl";

/** Keys that work everywhere, with Ctrl (or Cmd on a Mac). */
export function useCommandKeys(commands: Record<string, () => void>): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(mac ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return;
      const command = commands[event.key.toLowerCase()];
      if (!command) return;
      event.preventDefault();
      command();
    };
    window.addEventListener("keydown", hear);
    return () => window.removeEventListener("keydown", hear);
  });
}
