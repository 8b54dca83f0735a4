import type { Same } from "../language";
import type { texts as english } from "../shortcuts";

export const texts: Same<typeof english> = {
  title: "Tastenkürzel",
  control: "Strg",
  everywhere: "Überall",
  chat: "In einem Chat",
  question: "Wenn ein Aufruf fragt",
  keys: {
    palette: "Gehe zu Seite, Chat oder Tool",
    newChat: "Neuer Chat",
    waiting: "Nächster Aufruf, der auf Sie wartet",
    stop: "Alles anhalten",
    side: "Seitenleiste ein- oder ausblenden",
    settings: "Einstellungen",
    shortcuts: "Tastenkürzel",
    larger: "Text vergrößern",
    smaller: "Text verkleinern",
    usual: "Übliche Textgröße",
  },
  inChat: [
    ["Enter", "Senden, oder einreihen, solange der Agent arbeitet"],
    ["Umschalt Enter", "Neue Zeile"],
    ["Esc", "Lauf anhalten"],
    ["↑", "Letzte Nachricht bearbeiten"],
    ["/", "Tools und Skills"],
    ["@", "Dateien, Ordner und Ressourcen"],
  ],
  inQuestion: [
    ["Alt D", "Ablehnen"],
    ["Alt R", "Einmal ausführen"],
    ["Alt H", "Proben"],
    ["Alt A", "Immer erlauben"],
    ["Alt E", "Eingabe bearbeiten"],
    ["Alt W", "Grund angeben"],
  ],
  save: "Datei oder Formular speichern",
};
