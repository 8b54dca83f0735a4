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
  addServers: "Server hinzufügen oder importieren",
  programs: "Handrail in anderen Programmen verwenden",
  replay: "Frühere Aufrufe nachspielen",
  notes: {
    page: "Seite",
    settings: "Einstellungen",
    answer: "beantworten",
    chat: "Chat",
    space: "Bereich",
    theme: "Design",
    tool: "Tool",
  },
};
