// Attaching in a plain browser: the native dialog always picks the same, and files are found among a few.

import type { AttachedListView, AttachedView, FoundFileView } from "../wire";
import type { FakeWorld } from "./world";

const FILES = ["README.md", "guide.md", "notes/plan.md", "src/totals.sh", "src/deploy.sh", "test.sh"];
const FOLDERS = ["notes", "src"];

const known = new Map<string, AttachedView>();

/** The words of a message with what is attached to it. */
export function wordsWith(text: string, ids: readonly string[]): string {
  return [text, ids.map((id) => known.get(id)?.words ?? "").join("\n")].join("\n\n").trim();
}

export function attaching(world: FakeWorld) {
  let named = 0;
  const attached = (name: string, change: Partial<AttachedView>): AttachedView => {
    named += 1;
    const path = `/home/ada/Documents/${name}`;
    return { id: `a_${named}`, name, path, words: /\s/.test(path) ? `@"${path}"` : `@${path}`, folder: false, copy: false, inside: false, size: 0, width: 0, height: 0, ...change };
  };
  const keep = (one: AttachedView) => {
    known.set(one.id, one);
    return one;
  };
  return {
    attachFiles: (_session: string, folder: boolean): AttachedListView =>
      folder
        ? { attached: [keep(attached("papers", { folder: true }))], problems: [] }
        : { attached: [keep(attached("invoice march.pdf", { size: 84_213 })), keep(attached("plan.png", { size: 1_204_332, width: 12_000, height: 9000 }))], problems: ["/dev/sda can't be attached: it is a device. Attach files and folders"] },
    attachDropped: (): AttachedListView => ({ attached: [keep(attached("dropped.txt", { size: 12 }))], problems: [] }),
    attachContent: (_session: string, name: string, content: string): AttachedView => keep(attached(name, { copy: true, size: atob(content).length })),
    contextWindow: () => 32_768,
    setAgent: (id: string, agent: string) => world.changeSession(world.session(id), { agent }),
    detach: (id: string) => void known.delete(id),
    findFiles: (_space: string, text: string): FoundFileView[] =>
      [...FOLDERS.map((path) => ({ path, words: `@${path}/`, folder: true })), ...FILES.map((path) => ({ path, words: `@${path}`, folder: false }))].filter(({ path }) => path.toLowerCase().includes(text.toLowerCase())),
  };
}
