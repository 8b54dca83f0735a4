import type { Same } from "../language";
import type { texts as english } from "../start";

export const texts: Same<typeof english> = {
  heading: "Handrail",
  what: "Agenten handeln auf diesem Rechner, und jede Handlung geht durch eine Tür, die Sie sehen.",
  how: "Sie sagen, was Sie wollen. Bevor etwas Schaden anrichten könnte, werden Sie gefragt, und Änderungen in Ihrem Ordner lassen sich rückgängig machen.",
  example: {
    title: "Beispiel ausprobieren",
    text: "Ein kleiner Ordner mit einer Tour zum Mitmachen: eine Frage beantworten, eine Änderung rückgängig machen. Dauert fünf Minuten und braucht kein Modell.",
    where: "Das Beispiel wird hierhin kopiert",
    whereHelp: "Ein neuer Ordner. Nichts Vorhandenes wird überschrieben, und Sie können ihn jederzeit löschen.",
    choose: "Auswählen…",
    begin: "Kopieren und beginnen",
    beginning: "Wird kopiert…",
    failed: "Das Beispiel ließ sich nicht beginnen.",
  },
  model: {
    title: "Modell verbinden",
    text: "Von Anthropic, OpenAI, Google und anderen mit Ihrem Schlüssel, oder eines, das auf diesem Rechner läuft.",
    connected: (ref) => `Verbunden: ${ref}`,
  },
  servers: {
    title: "Server mitbringen",
    text: "MCP-Server, die Claude Desktop, Cursor oder ein anderes Programm verwendet. Sie wählen einen Ordner zum Arbeiten, dann die Server.",
  },
  folder: {
    title: "Ordner öffnen",
    text: "Im eigenen Ordner arbeiten. Seine Tools bleiben aus, bis Sie sie prüfen und ihnen vertrauen.",
  },
  create: {
    title: "Bereich anlegen",
    text: "Ein neuer Ordner mit einem Agenten, Tools oder Notizen für den Anfang, oder wie einer Ihrer Bereiche.",
  },
  found: (name) => `${name} wurde auf diesem Rechner gefunden.`,
  tour: {
    label: "Tour",
    look: "Sehen, was ein Agent tut",
    answer: "Eine Frage beantworten",
    undo: "Eine Änderung rückgängig machen",
    done: "(erledigt)",
    say: "Als Nächstes sagen",
    undoNow: "Unter der Antwort „Diese Antwort rückgängig machen“ drücken, ansehen, was zurückgeht, dann „Zurücksetzen“.",
  },
  prompts: {
    label: "Oder beginnen mit",
    what: "Was ist in diesem Ordner? Sag es in fünf Sätzen.",
    changed: "Was wurde hier zuletzt geändert, und wozu?",
    todo: "Finde, was hier noch zu tun ist, etwa TODO-Notizen, und liste es nach Dringlichkeit auf.",
  },
};
