import type { Same } from "../language";
import type { texts as english } from "../newspace";

export const texts: Same<typeof english> = {
  title: "Bereich anlegen",
  name: "Name",
  nameHelp: "So heißt der neue Ordner.",
  where: "Anlegen in",
  whereHelp: (folder) => `Legt ${folder} an`,
  choose: "Auswählen…",
  begin: "Beginnen mit",
  templates: {
    assistant: { label: "Assistent", text: "Ein Agent und ein Tool, als Beispiele für Ihre eigenen." },
    notes: { label: "Notizen", text: "Ein Agent, der Ihre Notizen als Markdown-Dateien führt, mit Tools und einem Skill dafür." },
    empty: { label: "Leer", text: "Nur die Datei des Bereichs. Was Sie brauchen, fügen Sie hinzu." },
  },
  like: { label: "Wie ein anderer Bereich", text: "Kopiert Agenten, Tools, Skills, Hooks, Regeln, Server und Skripte jenes Bereichs und keine seiner anderen Dateien. Sie bleiben aus, bis Sie sie prüfen und ihnen vertrauen." },
  other: "Bereich zum Kopieren",
  noOther: "Es gibt noch keinen Bereich zum Kopieren.",
  create: "Anlegen",
  creating: "Wird angelegt…",
  failed: "Der Bereich ließ sich nicht anlegen.",
  noPlace: "Der Ordnerdialog ließ sich nicht öffnen.",
};
