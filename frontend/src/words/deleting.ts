// Of deleting a chat.

import { number } from "./format";
import { said } from "./language";

export const texts = said("deleting", {
  title: (chat: string) => `Delete “${chat}”?`,
  looking: "Looking at what would be deleted…",
  failedToLook: "Couldn't find out what would be deleted.",
  failed: "Couldn't delete the chat.",
  button: "Delete chat",
  stopAndDelete: "Stop and delete",
  works: "The agent is still working. It's stopped first.",
  goes: "Deleted for good",
  said: (messages: number) => (messages === 1 ? "Your message, and all answers" : `Your ${number(messages)} messages, and all answers`),
  pictures: (count: number) => (count === 1 ? "A picture that a tool returned" : `${number(count)} pictures that tools returned`),
  copies: (count: number) => (count === 1 ? "The copy of a file that you dropped or pasted" : `Copies of ${number(count)} files that you dropped or pasted`),
  rehearsed: "Changes that were only rehearsed, and that you haven't kept",
  unsent: "Drafts, and messages that wait",
  stays: "Stays",
  files: "Files that it changed",
  calls: (count: number) => (count === 1 ? "The record of its call, under “Runs”, until old runs are deleted" : `The record of its ${number(count)} calls, under “Runs”, until old runs are deleted`),
  branches: (count: number) => (count === 1 ? "The beginning of a chat that was branched from it" : `The beginnings of ${number(count)} chats that were branched from it`),
} as const);
