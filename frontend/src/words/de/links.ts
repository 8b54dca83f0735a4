import type { Same } from "../language";
import type { texts as english } from "../links";

export const texts: Same<typeof english> = {
  title: "Diesen Ordner öffnen?",
  asks: "Eine Adresse aus einer Seite oder einem anderen Programm will in Handrail einen Ordner öffnen:",
  only: "Das Öffnen startet nichts. Die Tools des Ordners bleiben aus, bis Sie sie prüfen und ihnen vertrauen.",
  open: "Ordner öffnen",
  failed: "Der Ordner ließ sich nicht öffnen.",
};
