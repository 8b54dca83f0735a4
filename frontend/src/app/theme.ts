import { useEffect } from "react";
import type { Theme } from "../backend/backend";

/** Shows or hides where text of calls comes from, in all chats at once. */
export function useHideFrom(hide: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute("data-hide-from", hide);
  }, [hide]);
}

/** Puts the theme on the page; "system" follows the desktop. */
export function useTheme(theme: Theme): void {
  useEffect(() => {
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    const apply = () => {
      document.documentElement.setAttribute("data-theme", theme === "system" ? (dark.matches ? "dark" : "light") : theme);
    };
    apply();
    dark.addEventListener("change", apply);
    return () => dark.removeEventListener("change", apply);
  }, [theme]);
}
