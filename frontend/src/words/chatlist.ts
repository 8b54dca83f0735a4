// Of chats, what the window shows from its beginning.

import { said } from "./language";

export const texts = said("chatlist", {
  list: {
    title: "Chats",
    newChat: "New chat",
    reading: "Loading chats…",
    failed: "Couldn't load the chats.",
    none: "No chats yet.",
    waiting: "Waiting for you",
    running: "Running",
    missed: "You missed a question",
    cut: "Cut",
    rehearsal: "Rehearsal",
    rehearsalFailed: "Couldn't start a rehearsal.",
    pinned: "On top",
    seeAll: "All chats",
  },
  deleting: {
    menu: "Delete…",
    palette: "Delete this chat…",
  },
} as const);
