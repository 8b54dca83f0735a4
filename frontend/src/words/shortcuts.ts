import { said } from "./language";

export const texts = said("shortcuts", {
  title: "Keyboard shortcuts",
  control: "Ctrl",
  everywhere: "Everywhere",
  chat: "In a chat",
  question: "When a call asks",
  keys: {
    palette: "Go to a page, chat or tool",
    newChat: "New chat",
    waiting: "Next call that waits for you",
    stop: "Stop everything",
    side: "Show or hide the sidebar",
    settings: "Settings",
    shortcuts: "Keyboard shortcuts",
    larger: "Larger text",
    smaller: "Smaller text",
    usual: "Usual text size",
  },
  inChat: [
    ["Enter", "Send, or queue while the agent works"],
    ["Shift Enter", "New line"],
    ["Esc", "Stop the run"],
    ["↑", "Edit your last message"],
    ["/", "Tools and skills"],
    ["@", "Files, folders and resources"],
  ] as readonly (readonly [string, string])[],
  inQuestion: [
    ["Alt D", "Deny"],
    ["Alt R", "Run once"],
    ["Alt H", "Rehearse"],
    ["Alt A", "Always allow"],
    ["Alt E", "Edit the input"],
    ["Alt W", "Give a reason"],
  ] as readonly (readonly [string, string])[],
  save: "Save the file or form",
} as const);
