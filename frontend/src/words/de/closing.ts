import type { texts as english } from "../closing";
import { number, plural } from "../format";
import type { Same } from "../language";

export const texts: Same<typeof english> = {
  title: "Schließen, während Agenten arbeiten?",
  works: (chats, calls) => {
    const parts = [chats && `in ${plural(chats, "Chat", "Chats")} arbeiten Agenten`, calls && `${plural(calls, "Aufruf läuft", "Aufrufe laufen")} noch`].filter(Boolean).join(", und ");
    return parts ? `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.` : "Nichts läuft mehr.";
  },
  questions: (count) => (count === 1 ? "Eine Frage wartet auf Sie." : `${number(count)} Fragen warten auf Sie.`),
  inBackground: "Im Hintergrund geht es ohne Fenster weiter. Handrail beendet sich, wenn alles fertig ist. Beim nächsten Start ist das Fenster wieder da.",
  stopped: "Nach dem Anhalten können Sie beim nächsten Mal in den Chats weitermachen.",
  background: "Im Hintergrund weiterlaufen lassen",
  stop: "Anhalten und beenden",
  failed: "Das Fenster ließ sich nicht schließen.",
};
