// A new space, made in the window.

import { said } from "./language";

const TEMPLATES: Record<string, { label: string; text: string }> = {
  assistant: { label: "Assistant", text: "An agent and a tool, as examples for your own." },
  notes: { label: "Notes", text: "An agent that keeps your notes as Markdown files, with tools and a skill for them." },
  empty: { label: "Empty", text: "Nothing but the space's own file. You add what you need." },
};

export const texts = said("newspace", {
  title: "Create a space",
  name: "Name",
  nameHelp: "The new folder has this name.",
  where: "Create in",
  whereHelp: (folder: string) => `Creates ${folder}`,
  choose: "Choose…",
  begin: "Begin with",
  templates: TEMPLATES,
  like: { label: "Like another space", text: "Copies the agents, tools, skills, hooks, rules, servers and scripts of that space, and none of its other files. They stay off until you review and trust them." },
  other: "Space to copy",
  noOther: "You have no space to copy yet.",
  create: "Create",
  creating: "Creating…",
  failed: "Couldn't create the space.",
  noPlace: "Couldn't open the folder dialog.",
} as const);
