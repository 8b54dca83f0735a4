import { said } from "./language";

export const texts = said("palette", {
  newFile: "Add a tool, agent, skill or hook",
  side: "Show or hide the sidebar",
  shortcuts: "Keyboard shortcuts",
  label: "Go to",
  placeholder: "Go to a page, chat or tool…",
  none: "No results",
  light: "Light theme",
  dark: "Dark theme",
  system: "System theme",
  newChat: "New chat",
  searchChats: "Search chats",
  addServers: "Add or import servers",
  programs: "Use Handrail in other programs",
  replay: "Replay past calls",
  /** What an entry is, beside it. */
  notes: {
    page: "page",
    settings: "settings",
    answer: "answer",
    chat: "chat",
    space: "space",
    theme: "theme",
    tool: "tool",
  },
});
