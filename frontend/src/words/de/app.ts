import type { texts as english } from "../app";
import { plural, sentence } from "../format";
import type { Same } from "../language";

export const texts: Same<typeof english> = {
  outside: "Diese Seite funktioniert nur in der Handrail-App. Bitte dort öffnen.",
  notOpened: (why) => `Handrail lässt sich nicht starten: ${why}`,
  title: {
    waiting: (count) => `(${count}) Handrail`,
    plain: "Handrail",
  },
  announce: {
    call: (title, agent, why, key) => `Wartet auf Sie: ${sentence(title)} Angefragt von: ${sentence(agent)} ${sentence(why)} Mit ${key} J antworten.`,
    form: (server, key) => `Der Server ${server} hat ein Formular für Sie. Mit ${key} J antworten.`,
  },
  dismiss: "Ausblenden",
  cut: (titles) => `${titles.length === 1 ? "Eine Antwort wurde" : `${titles.length} Antworten wurden`} abgebrochen, als Handrail endete: ${titles.slice(0, 3).map((title) => `„${title}“`).join(", ")}${titles.length > 3 ? ", …" : ""}. Zum Fortsetzen den Chat öffnen.`,
  link: {
    refused: (address, why) => `Die Adresse ${address} öffnet nichts: ${why}.`,
  },
  opening: {
    app: "Handrail wird geöffnet…",
    hands: "Handgriffe werden geladen…",
    servers: "Server werden geladen…",
    programs: "Andere Programme werden gesucht…",
    page: "Wird geladen…",
  },
  welcome: {
    reading: "Bereiche werden geladen…",
    failed: "Die Bereiche ließen sich nicht laden.",
  },
  waiting: "Wartet auf Sie",
  callDetails: "Details zum Aufruf",
  notStopped: (why) => `Nicht alles ließ sich anhalten: ${why}`,
  sidebar: {
    newChat: "Neuer Chat",
    label: "Bereiche und Chats",
    goTo: "Gehe zu…",
    settings: "Einstellungen",
    stop: "Alles anhalten",
    hide: "Seitenleiste ausblenden",
    show: "Seitenleiste einblenden",
    width: "Breite der Seitenleiste",
    changes: (count) => `${plural(count, "Änderung", "Änderungen")} zu prüfen`,
    toReview: "zu prüfen",
    servers: (count) => `${plural(count, "Server braucht", "Server brauchen")} Aufmerksamkeit`,
    needAttention: "mit Problemen",
    jobs: (count) => `${plural(count, "Job läuft", "Jobs laufen")} im Hintergrund`,
    running: "laufen",
  },
  groups: {
    build: "Tools und Server",
    activity: "Aktivität",
    safety: "Sicherheit",
  },
  pages: {
    tools: "Tools",
    hands: "Handgriffe",
    skills: "Skills",
    memory: "Gedächtnis",
    pages: "Seiten",
    files: "Bereichsdateien",
    servers: "Server",
    runs: "Läufe",
    jobs: "Jobs",
    hooks: "Hooks",
    rules: "Regeln",
    walls: "Sandbox und Netzwerk",
    elsewhere: "Fremder Text",
    trust: "Vertrauen",
    problems: "Probleme",
    chats: "Alle Chats",
  },
};
