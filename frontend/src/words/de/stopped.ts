import { plural } from "../format";
import type { Same } from "../language";
import type { texts as english } from "../stopped";

export const texts: Same<typeof english> = {
  what: (runs, calls, jobs, questions) => {
    const parts = [runs && plural(runs, "Lauf", "Läufe"), calls && plural(calls, "Aufruf", "Aufrufe"), jobs && plural(jobs, "Job", "Jobs"), questions && plural(questions, "Frage", "Fragen")].filter(Boolean);
    return parts.length > 0 ? `Angehalten: ${parts.join(", ")}.` : "Es lief nichts.";
  },
  messages: (count) => `${plural(count, "Nachricht", "Nachrichten")} zurückgehalten: siehe Postausgang.`,
  sending: (count) => `${plural(count, "Nachricht wird", "Nachrichten werden")} bereits gesendet.`,
  ended: (count) => `${plural(count, "Prozess", "Prozesse")} von Handrail ohne Antwort, daher beendet.`,
  stuck: (why) => `Nicht alles ließ sich anhalten: ${why.join("; ")}.`,
};
