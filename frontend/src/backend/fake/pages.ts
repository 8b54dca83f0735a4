import type { PageView } from "../wire";

const PAGES: PageView[] = [
  { id: "find", name: "Find in your notes", file: "pages/find.html", icon: "search", tools: ["show_file_picker", "grep"], desktop: false, why: "" },
  { id: "scan", name: "Scan a receipt", file: "pages/scan.html", icon: "", tools: [], desktop: true, why: "" },
  { id: "totals", name: "Totals", file: "pages/totals.html", icon: "", tools: [], desktop: false, why: "it changed since you trusted this space" },
];

/** What the page may ask of it. Pages open nowhere: there is no Go that could serve one. */
export function pagesOf(empty: boolean) {
  return {
    pages: () => (empty ? [] : PAGES),
    openApp: () => Promise.resolve(),
    openPage: (_space: string, id: string) => {
      const page = PAGES.find((known) => known.id === id);
      if (!page || page.why) throw new Error(`the page can't be opened: ${page?.why ?? "there is none"}`);
    },
  };
}
