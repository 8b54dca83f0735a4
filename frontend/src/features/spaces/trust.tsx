import { useMutation, useQuery } from "@tanstack/react-query";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import type { InventoryItemView, InventoryView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { Button } from "../../components/button";
import { Code } from "../../components/code";
import { Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";

/** Stands above every page of a space that is not trusted. */
export function TrustBanner({ space }: { space: SpaceView }) {
  const [open, setOpen] = useState(false);
  if (space.trust !== "untrusted") return null;
  return (
    <div role="note" className="flex shrink-0 items-center gap-3 border-b border-line bg-asking-soft px-4 py-2">
      <ShieldAlert size={15} aria-hidden className="shrink-0 text-asking" />
      <p className="min-w-0 flex-1">
        <b className="font-semibold">You have not trusted this space.</b> Its tools, hooks and servers do not run, and agents can only read.
      </p>
      <Button onClick={() => setOpen(true)}>What would be able to run?</Button>
      {open && <TrustDialog space={space} onClose={() => setOpen(false)} />}
    </div>
  );
}

const GROUPS: [InventoryItemView["kind"], string][] = [
  ["tool", "Tools that agents could call"],
  ["hook", "Hooks that would run at every call"],
  ["hand", "Hands that agents could call"],
  ["server", "Servers that would be started"],
  ["file", "Files that these name"],
  ["agent", "Agents whose text models would read"],
  ["skill", "Skills whose text models would read"],
  ["memory", "Memory that models would read"],
  ["page", "Pages that could call tools"],
];

function TrustDialog({ space, onClose }: { space: SpaceView; onClose: () => void }) {
  const backend = useBackend();
  // Never from a cache: what is shown is what will be pinned.
  const inventory = useQuery({ queryKey: ["inventory", space.path], queryFn: () => backend.inventory(space.path), gcTime: 0 });
  const trust = useMutation({
    mutationFn: (digest: string) => backend.trustSpace(space.path, digest),
    onSuccess: onClose,
  });
  const digest = inventory.data?.digest;
  const actions = (
    <>
      <Button onClick={onClose}>Not now</Button>
      <Button look="primary" disabled={digest === undefined || trust.isPending} onClick={() => digest !== undefined && trust.mutate(digest)}>
        Trust {space.name}
      </Button>
    </>
  );
  return (
    <Dialog title={`Trust ${space.name}?`} open onClose={onClose} actions={actions}>
      <div className="flex flex-col gap-4">
        <p>
          This is all that would be able to run, or be read by models. It counts as it is now: if any of it changes, nothing of it runs until you have looked again.
        </p>
        {trust.error && (
          <Failure what="It was not trusted." why={trust.error.message} action={<Button onClick={() => void inventory.refetch()}>Look again</Button>} />
        )}
        <Loaded query={inventory} waiting="Reading what this space declares…" failed="What it declares could not be read.">
          {(found) => <Inventory inventory={found} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

function Inventory({ inventory }: { inventory: InventoryView }) {
  return (
    <>
      {GROUPS.map(([kind, title]) => {
        const items = inventory.items.filter((item) => item.kind === kind);
        if (items.length === 0) return null;
        return (
          <Section key={kind} title={title}>
            <ul className="flex flex-col gap-3">
              {items.map((item) => (
                <li key={item.file + item.name} className="flex flex-col gap-1">
                  <div className="flex items-baseline gap-2">
                    <span className="font-semibold">{item.name}</span>
                    {item.file !== item.name && <span className="truncate font-mono text-11 text-muted">{item.file}</span>}
                    <span className="ml-auto font-mono text-11 text-muted" title={`SHA-256 ${item.sha256}`}>
                      {item.sha256.slice(0, 12)}
                    </span>
                  </div>
                  {kind === "file" ? (
                    <p className="text-12 text-muted">{item.detail}</p>
                  ) : (
                    <Code text={item.detail} label={`What ${item.name} is`} fold={8} />
                  )}
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
    </>
  );
}
