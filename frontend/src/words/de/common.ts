import type { texts as english } from "../common";
import { plural } from "../format";
import type { Same } from "../language";

export const texts: Same<typeof english> = {
  copy: "Kopieren",
  tryAgain: "Erneut versuchen",
  close: "Schließen",
  cancel: "Abbrechen",
  refresh: "Aktualisieren",
  makingForm: "Formular wird geladen…",
  wouldRun: "Vorschau",
  noResults: "Keine Treffer",
  back: "Zurück",
  previewing: "Vorschau wird geladen…",
  counts: {
    calls: (count) => plural(count, "Aufruf", "Aufrufe"),
    files: (count) => plural(count, "Datei", "Dateien"),
    pictures: (count) => plural(count, "Bild", "Bilder"),
    problems: (count) => plural(count, "Problem", "Probleme"),
    seconds: (count) => plural(count, "Sekunde", "Sekunden"),
    tools: (count) => plural(count, "Tool", "Tools"),
  },
};
