import { ChevronRight } from "lucide-react";
import type { InventoryItemView, InventoryView } from "../../backend/backend";
import { Code } from "../../components/code";
import { Section } from "../../components/pane";
import { texts } from "../../words/spaces";

const GROUPS: [InventoryItemView["kind"], string][] = [
  ["tool", texts.inventory.tools],
  ["hook", texts.inventory.hooks],
  ["hand", texts.inventory.hands],
  ["server", texts.inventory.servers],
  ["file", texts.inventory.files],
  ["agent", texts.inventory.agents],
  ["skill", texts.inventory.skills],
  ["memory", texts.inventory.memory],
  ["page", texts.inventory.pages],
  ["rules", texts.inventory.rules],
  ["manifest", texts.inventory.about],
];

/** Kinds about which there are words, and no command or text of the space. */
const PROSE = new Set<InventoryItemView["kind"]>(["file", "page", "memory", "manifest"]);

/** All that a space is able to run or to tell a model, by kind; each opens to its command or text. */
export function Inventory({ inventory }: { inventory: InventoryView }) {
  return (
    <div className="flex flex-col gap-6">
      {GROUPS.map(([kind, title]) => {
        const items = inventory.items.filter((item) => item.kind === kind);
        if (items.length === 0) return null;
        return (
          <Section key={kind} level={2} title={`${title} · ${items.length}`}>
            <ul className="border-t border-line">
              {items.map((item) => (
                <li key={item.file + item.name} className="border-b border-line">
                  <Item item={item} />
                </li>
              ))}
            </ul>
          </Section>
        );
      })}
      {inventory.notes.map((note) => (
        <p key={note} className="text-12 text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

function Item({ item: { kind, name, file, detail, sha256 } }: { item: InventoryItemView }) {
  const [first = "", ...rest] = detail.split("\n");
  return (
    <details className="group/item">
      <summary className="row cursor-default list-none rounded-sm py-1 hover:bg-hover [&::-webkit-details-marker]:hidden">
        <ChevronRight size={14} aria-hidden className="shrink-0 text-muted group-open/item:rotate-90" />
        <span className="max-w-[40%] shrink-0 truncate font-semibold">{name}</span>
        <span className={`min-w-0 flex-1 truncate text-12 text-muted group-open/item:invisible ${PROSE.has(kind) ? "" : "font-mono"}`}>
          {first}
          {rest.length > 0 && " …"}
        </span>
        {file !== name && <span className="max-w-[36%] shrink-0 truncate font-mono text-11 text-muted">{file}</span>}
      </summary>
      <div className="flex flex-col gap-1 pb-3 pl-5.5">
        {PROSE.has(kind) ? <p className="text-12 whitespace-pre-line text-muted select-text">{detail}</p> : <Code text={detail.trim()} label={texts.inventory.content(name)} />}
        <p className="font-mono text-11 break-all text-muted select-text">{texts.inventory.digest}{" "}{sha256}</p>
      </div>
    </details>
  );
}
