// What of a rehearsal the person keeps.

import type { RehearsalView, RehearsedItemView } from "../backend/backend";

const below = (folder: RehearsedItemView, { path }: RehearsedItemView) => folder.kind === "folder" && path.startsWith(`${folder.path}/`);

/** Ticks an item or takes its tick away: a folder goes with what lies in it, and stays if that stays. */
export function tickRehearsed(items: readonly RehearsedItemView[], without: ReadonlySet<string>, item: RehearsedItemView, on: boolean): ReadonlySet<string> {
  const left = new Set(without);
  for (const one of items) {
    if (one.id !== item.id && !below(item, one)) continue;
    if (on) left.delete(one.id);
    else left.add(one.id);
  }
  // The deepest first, so that what becomes of a folder counts for the one around it.
  for (const folder of items.filter((one) => below(one, item)).sort((a, b) => b.path.length - a.path.length)) {
    const stay = items.filter((one) => below(folder, one)).map(({ id }) => left.has(id));
    const stays = folder.what === "gone" ? stay.some(Boolean) : stay.every(Boolean);
    if (stays) left.add(folder.id);
    else left.delete(folder.id);
  }
  return left;
}

/** How many items would be kept. */
export function keptOf({ items, more }: RehearsalView, without: ReadonlySet<string>): number {
  return items.filter(({ id, moved }) => !moved && !without.has(id)).length + more;
}
