import { useEffect } from "react";
import type { Theme } from "../backend/backend";

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
