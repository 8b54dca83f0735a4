import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, Ellipsis, Folder, FolderX, ListX, ShieldAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { SpaceView } from "../../backend/backend";
import { useBackend, useLive } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSpaces } from "../../backend/queries";
import { Loaded } from "../../components/feedback";
import { Menu } from "../../components/menu";
import { OpenSpace } from "./open-space";
import { texts as common } from "../../words/common";
import { texts } from "../../words/spacelist";

interface SpaceListProps {
  current: string;
  onOpen: (space: string) => void;
  onRemoved: (space: string) => void;
  /** Another button beside the title. */
  action?: ReactNode;
}

export function SpaceList({ current, onOpen, onRemoved, action }: SpaceListProps) {
  const spaces = useSpaces();
  return (
    <>
      <div className="flex h-11 shrink-0 items-center justify-between pr-2 pl-4">
        <h2 className="text-12 font-semibold text-muted">{texts.list.title}</h2>
        <span className="flex">
          <OpenSpace onOpened={(space) => onOpen(space.path)} />
          {action}
        </span>
      </div>
      <Loaded query={spaces} waiting={texts.list.reading} failed={texts.list.failed}>
        {(list) =>
          list.length === 0 ? (
            <p className="px-4 py-2 text-12 text-muted">{texts.list.empty}</p>
          ) : (
            <ul className="flex min-h-0 flex-col overflow-y-auto px-2 pb-2">
              {list.map((space) => (
                <li key={space.path}>
                  <SpaceRow space={space} current={space.path === current} onOpen={onOpen} onRemoved={onRemoved} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  );
}

interface SpaceRowProps {
  space: SpaceView;
  current: boolean;
  onOpen: (space: string) => void;
  onRemoved: (space: string) => void;
}

function SpaceRow({ space, current, onOpen, onRemoved }: SpaceRowProps) {
  const backend = useBackend();
  const live = useLive();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => backend.removeSpace(space.path),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.spaces });
      onRemoved(space.path);
    },
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const Icon = space.unavailable ? FolderX : Folder;
  return (
    <div className={`group relative flex items-center rounded-md ${current ? "font-semibold" : ""} hover:bg-hover focus-within:bg-hover`}>
      <button className="row min-w-0 flex-1 rounded-md px-2 text-left group-hover:pr-10" aria-current={current ? "true" : undefined} onClick={() => onOpen(space.path)}>
        <Icon size={15} aria-hidden className="shrink-0 text-muted" />
        <span className={`truncate ${space.unavailable ? "text-muted" : ""}`}>{space.name}</span>
        <Mark space={space} current={current} />
      </button>
      <Menu
        button={(opens) => (
          <button
            aria-label={texts.list.more(space.name)}
            className="absolute right-3 size-6 rounded-sm bg-hover text-muted opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 hover:text-text data-[state=open]:opacity-100"
            {...opens}
          >
            <Ellipsis size={14} aria-hidden className="mx-auto" />
          </button>
        )}
        entries={[
          { icon: Copy, text: texts.list.copyPath, onSelect: () => void backend.copy(space.path) },
          { icon: ListX, text: texts.list.remove, onSelect: () => remove.mutate() },
        ]}
      />
    </div>
  );
}

/** What the person should know of a space before opening it. */
function Mark({ space, current }: { space: SpaceView; current: boolean }) {
  if (space.unavailable) return <span className="sr-only">{texts.list.unreadable}</span>;
  if (space.trust === "untrusted") {
    return (
      <span className="ml-auto" title={texts.list.untrusted}>
        <ShieldAlert size={14} aria-hidden className="text-asking" />
        <span className="sr-only">{texts.list.untrustedSmall}</span>
      </span>
    );
  }
  // The space that is open has a row for its problems.
  const count = space.errors + space.warnings;
  if (count === 0 || current) return null;
  return (
    <span className={`ml-auto ${space.errors ? "text-failed" : "text-asking"}`} title={common.counts.problems(count)}>
      <TriangleAlert size={14} aria-hidden />
      <span className="sr-only">{common.counts.problems(count)}</span>
    </span>
  );
}
