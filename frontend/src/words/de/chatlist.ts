import type { texts as english } from "../chatlist";
import type { Same } from "../language";

export const texts: Same<typeof english> = {
  list: {
    title: "Chats",
    newChat: "Neuer Chat",
    reading: "Chats werden geladen…",
    failed: "Die Chats ließen sich nicht laden.",
    none: "Noch keine Chats.",
    waiting: "Wartet auf Sie",
    running: "Läuft",
    missed: "Eine Frage blieb ohne Antwort",
    cut: "Abgebrochen",
    rehearsal: "Probe",
    rehearsalFailed: "Die Probe ließ sich nicht starten.",
    pinned: "Angeheftet",
    seeAll: "Alle Chats",
  },
  deleting: {
    menu: "Löschen…",
    palette: "Diesen Chat löschen…",
  },
};
