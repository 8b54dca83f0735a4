// The first screen, and the tour. README.md says the same words (words.test.ts).

import { said } from "./language";

export const texts = said("start", {
  heading: "Handrail",
  what: "Agents act on this machine, and every act goes through one door that you can see.",
  how: "You say what you want. Anything that could do harm asks you first, and changes in your folder can be undone.",
  example: {
    title: "Try the example",
    text: "A small folder with a tour in which you press: answer one question, undo one change. Needs no model, takes five minutes.",
    where: "The example is copied here",
    whereHelp: "A new folder. Nothing that exists is written over, and you can delete it at any time.",
    choose: "Choose…",
    begin: "Copy and begin",
    beginning: "Copying…",
    failed: "Couldn't begin the example.",
  },
  model: {
    title: "Connect a model",
    text: "From Anthropic, OpenAI, Google and others with your key, or one that runs on this machine.",
    connected: (ref: string) => `Connected: ${ref}`,
  },
  servers: {
    title: "Bring your servers over",
    text: "MCP servers that Claude Desktop, Cursor or another program uses. You choose a folder to work in, then the servers.",
  },
  folder: {
    title: "Open a folder",
    text: "Work in one of your own. Its tools stay off until you review and trust them.",
  },
  create: {
    title: "Create a space",
    text: "A new folder with an agent, tools or notes to begin with, or like one of your spaces.",
  },
  found: (name: string) => `${name} was found on this machine.`,
  tour: {
    label: "Tour",
    look: "See what an agent does",
    answer: "Answer a question",
    undo: "Undo a change",
    done: "(done)",
    say: "Say next",
    undoNow: "Press “Undo this turn” below the answer, look at what goes back, then “Put back”.",
  },
  prompts: {
    label: "Or begin with",
    what: "What is in this folder? Say it in five sentences.",
    changed: "What was changed here last, and what is it for?",
    todo: "Find what is still to do here, such as TODO notes, and list it by urgency.",
  },
} as const);
