import { number } from "../format";
import type { Same } from "../language";
import type { texts as english } from "../deleting";

export const texts: Same<typeof english> = {
  title: (chat) => `„${chat}“ löschen?`,
  looking: "Was gelöscht würde, wird ermittelt…",
  failedToLook: "Was gelöscht würde, ließ sich nicht ermitteln.",
  failed: "Der Chat ließ sich nicht löschen.",
  button: "Chat löschen",
  stopAndDelete: "Anhalten und löschen",
  works: "Der Agent arbeitet noch. Er wird zuerst angehalten.",
  goes: "Endgültig gelöscht",
  said: (messages) => (messages === 1 ? "Ihre Nachricht und alle Antworten" : `Ihre ${number(messages)} Nachrichten und alle Antworten`),
  pictures: (count) => (count === 1 ? "Ein Bild, das ein Tool geliefert hat" : `${number(count)} Bilder, die Tools geliefert haben`),
  copies: (count) => (count === 1 ? "Die Kopie einer Datei, die Sie abgelegt oder eingefügt haben" : `Kopien von ${number(count)} Dateien, die Sie abgelegt oder eingefügt haben`),
  rehearsed: "Änderungen, die nur geprobt und nicht behalten wurden",
  unsent: "Entwürfe und wartende Nachrichten",
  stays: "Bleibt",
  files: "Dateien, die der Chat geändert hat",
  calls: (count) => (count === 1 ? "Das Protokoll seines Aufrufs unter „Läufe“, bis alte Läufe gelöscht werden" : `Das Protokoll seiner ${number(count)} Aufrufe unter „Läufe“, bis alte Läufe gelöscht werden`),
  branches: (count) => (count === 1 ? "Der Anfang eines Chats, der von ihm abzweigt" : `Die Anfänge von ${number(count)} Chats, die von ihm abzweigen`),
};
