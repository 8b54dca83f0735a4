// What the fake's agents remember.

import type { MemoryView, ParagraphView } from "../wire";
import { WELCOME } from "./many";

const MOST = 32_768;

const NOTED: Record<string, Partial<ParagraphView>> = {
  "Ada wants amounts rounded half up, and never with floats.": { when: "2026-03-02T10:12:00Z", run: "run-01", session: "chat-tests", by: "Guide" },
  "# Staging\nThe guide goes to staging before anything else; ask Ada for the branch.": { when: "2026-02-27T16:40:00Z", run: "run-02", session: "chat-release", by: "Guide" },
};

class FakeMemory {
  private readonly kept = new Map<string, string>();

  constructor(empty: boolean) {
    if (!empty) this.kept.set(WELCOME, [...Object.keys(NOTED), "The fair is on the first Saturday in May."].join("\n\n") + "\n");
  }

  of(space: string): MemoryView {
    const text = this.kept.get(space) ?? "";
    const paragraphs = text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean);
    return { text, digest: String(text.length), used: text.length, most: MOST, paragraphs: paragraphs.map((part) => ({ text: part, when: "", run: "", session: "", by: "", ...NOTED[part] })) };
  }

  replace(space: string, was: string, text: string): MemoryView {
    const { text: old } = this.of(space);
    if (!old.includes(was)) throw new Error("the memory has changed since it was read: look at it again, then decide");
    return this.save(space, old.replace(was, text).replace(/\n{3,}/g, "\n\n").trimStart());
  }

  save(space: string, text: string): MemoryView {
    this.kept.set(space, text);
    return this.of(space);
  }
}

/** What the page may ask of it. */
export function remembering(empty: boolean) {
  const memory = new FakeMemory(empty);
  return {
    memory: (path: string) => memory.of(path),
    replaceMemory: (path: string, _at: number, was: string, text: string) => memory.replace(path, was, text),
    saveMemory: (path: string, text: string) => memory.save(path, text),
  };
}
