// Of spaces, what the window shows from its beginning.

import { plural } from "./format";
import { said } from "./language";

export const texts = said("spacelist", {
  list: {
    title: "Spaces",
    reading: "Loading your spaces…",
    failed: "Couldn't load your spaces.",
    empty: "Folders you open appear here.",
    more: (name: string) => `More actions for ${name}`,
    copyPath: "Copy path",
    remove: "Remove from list",
    unreadable: "can't be read",
    untrusted: "Not trusted",
    untrustedSmall: "not trusted",
  },
  open: {
    open: "Open a folder",
    add: "Add a space",
    create: "Create a space…",
    choose: "Choose a folder…",
    type: "Type a path…",
    confirm: "Open",
    dialogFailed: "Couldn't open the folder dialog.",
    path: "Folder path",
    pathHelp: "Any folder works. Its tools stay off until you trust it.",
    failed: "Couldn't open the folder.",
  },
  banner: {
    review: "Review…",
    untrusted: "This space isn't trusted.",
    untrustedText: "Its tools, hooks and servers don't run, and agents can only read.",
    reviewChanges: "Review changes",
    changed: (count: number) => `${plural(count, "item has", "items have")} changed since you trusted this space.`,
    made: (count: number) => `${plural(count, "item was", "items were")} made here, and you haven't reviewed ${count === 1 ? "it" : "them"}.`,
    waiting: (count: number) => `${count === 1 ? "It" : "They"} won't run until you approve ${count === 1 ? "it" : "them"}.`,
  },
} as const);
