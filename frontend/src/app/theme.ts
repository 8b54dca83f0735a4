import { useEffect } from "react";
import type { SettingsView, Theme } from "../backend/backend";

/** Shows or hides where text of calls comes from, in all chats at once. */
export function useHideFrom(hide: boolean): void {
  useEffect(() => {
    document.documentElement.toggleAttribute("data-hide-from", hide);
  }, [hide]);
}

/** Shows the page in the size that the person has chosen, where the window does not do so itself. */
export function useZoom({ zoom, zooms }: Pick<SettingsView, "zoom" | "zooms">): void {
  useEffect(() => {
    document.documentElement.style.zoom = zooms || zoom === 100 ? "" : String(zoom / 100);
  }, [zoom, zooms]);
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
