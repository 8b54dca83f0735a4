import type { Same } from "../language";
import type { texts as english } from "../palette";

export const texts: Same<typeof english> = {
  newFile: "Tool, Agenten, Skill oder Hook hinzufügen",
  side: "Seitenleiste ein- oder ausblenden",
  shortcuts: "Tastenkürzel",
  label: "Gehe zu",
  placeholder: "Gehe zu Seite, Chat oder Tool…",
  none: "Keine Treffer",
  light: "Helles Design",
  dark: "Dunkles Design",
  system: "Design des Systems",
  newChat: "Neuer Chat",
  searchChats: "Chats durchsuchen",
  addServers: "Server hinzufügen",
  programs: "Handrail in anderen Programmen verwenden",
  replay: "Frühere Aufrufe nachspielen",
  models: "Modelle",
  channels: "Kanäle",
  machines: "Rechner",
  secrets: "Secrets",
  web: "Web",
  proxy: "Proxy",
  storage: "Speicher",
  caps: "Obergrenzen",
  doctor: "Diagnose",
};
