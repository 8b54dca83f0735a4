import type { texts as english } from "../jobs";
import type { Same } from "../language";

export const texts: Same<typeof english> = {
  output: {
    end: "Neueste",
    start: "Von Anfang an",
    title: "Ausgabe",
    part: "Teil",
    failed: "Die Ausgabe ließ sich nicht laden.",
    reading: "Ausgabe wird geladen…",
    noneYet: "Noch keine Ausgabe.",
    none: "Keine Ausgabe.",
    more: "Frühere Ausgabe fehlt hier.",
    all: "Ganze Ausgabe",
    showMore: "Mehr anzeigen",
  },
  page: {
    title: "Jobs",
    note: (space) => `Programme, die in ${space} im Hintergrund laufen. Jobs enden, wenn Sie Handrail beenden.`,
    reading: "Jobs werden geladen…",
    failed: "Die Jobs ließen sich nicht laden.",
    empty: "Keine Jobs",
    emptyText: "Startet ein Agent einen Server oder ein Programm im Hintergrund, erscheint es hier. Sie können die Ausgabe lesen und es anhalten. Auch was ein beendeter Aufruf laufen lässt, erscheint hier.",
    gone: "Dieser Job steht nicht mehr in der Liste",
    goneText: "Er endete mit Handrail, oder neuere Jobs haben ihn verdrängt.",
    job: (title) => `Job ${title}`,
    stopping: "Wird angehalten…",
    stop: "Job anhalten",
    end: "Beenden",
    left: "Ein Aufruf ist fertig und hat das laufen lassen. Solange es läuft, auch nach dem Ende von Handrail, kann es alles ändern, was seine Sandbox erlaubt. Handrail hebt die Ausgabe nicht auf.",
    since: "Gestartet",
    startedBy: "Gestartet von",
    folder: "Ordner",
    name: "Name",
  },
};
