import { plural } from "../format";
import type { Same } from "../language";
import type { texts as english } from "../spacelist";

export const texts: Same<typeof english> = {
  list: {
    title: "Bereiche",
    reading: "Bereiche werden geladen…",
    failed: "Die Bereiche ließen sich nicht laden.",
    empty: "Ordner, die Sie öffnen, erscheinen hier.",
    more: (name) => `Weitere Aktionen für ${name}`,
    copyPath: "Pfad kopieren",
    remove: "Aus der Liste entfernen",
    unreadable: "nicht lesbar",
    untrusted: "Kein Vertrauen",
    untrustedSmall: "kein Vertrauen",
  },
  open: {
    open: "Ordner öffnen",
    add: "Bereich hinzufügen",
    create: "Bereich anlegen…",
    choose: "Ordner wählen…",
    type: "Pfad eingeben…",
    confirm: "Öffnen",
    dialogFailed: "Der Ordnerdialog ließ sich nicht öffnen.",
    path: "Pfad des Ordners",
    pathHelp: "Jeder Ordner ist geeignet. Seine Tools bleiben aus, bis Sie ihm vertrauen.",
    failed: "Der Ordner ließ sich nicht öffnen.",
  },
  banner: {
    review: "Prüfen…",
    untrusted: "Diesem Bereich vertrauen Sie noch nicht.",
    untrustedText: "Seine Tools, Hooks und Server laufen nicht, und Agenten können nur lesen.",
    reviewChanges: "Änderungen prüfen",
    changed: (count) => `${plural(count, "Eintrag hat", "Einträge haben")} sich geändert, seit Sie diesem Bereich vertrauen.`,
    made: (count) => (count === 1 ? "Hier ist 1 Eintrag entstanden, den Sie noch nicht angesehen haben." : `Hier sind ${count} Einträge entstanden, die Sie noch nicht angesehen haben.`),
    waiting: (count) => `${count === 1 ? "Er läuft" : "Sie laufen"} erst, wenn Sie ${count === 1 ? "ihn" : "sie"} freigeben.`,
  },
};
