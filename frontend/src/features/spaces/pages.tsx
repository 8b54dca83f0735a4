import { useMutation, useQuery } from "@tanstack/react-query";
import { AppWindow, RotateCw } from "lucide-react";
import type { PageView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button, IconButton } from "../../components/button";
import { Empty, Failure, Loaded } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { texts as common } from "../../words/common";
import { texts as words } from "../../words/spaces";

const texts = words.pages;

/** The pages of a space: each opens in a window of its own, never in this one. */
export function PagesPage({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const pages = useQuery({ queryKey: keys.pages(space.path), queryFn: () => backend.pages(space.path), staleTime: 0 });
  return (
    <>
      <PaneHeader title={texts.title} note={texts.note(space.name)}>
        <IconButton label={common.refresh} icon={RotateCw} disabled={pages.isFetching} onClick={() => void pages.refetch()} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Loaded query={pages} waiting={texts.reading} failed={texts.failed}>
          {(list) => <PageList space={space.path} pages={list} />}
        </Loaded>
      </div>
    </>
  );
}

function PageList({ space, pages }: { space: string; pages: PageView[] }) {
  const backend = useBackend();
  const open = useMutation({ mutationFn: (id: string) => backend.openPage(space, id) });
  if (pages.length === 0) {
    return (
      <Empty icon={AppWindow} title={texts.empty}>
        {texts.emptyText}
      </Empty>
    );
  }
  return (
    <div className="flex max-w-220 flex-col gap-3 p-4">
      {open.error && <Failure what={texts.openFailed} why={open.error.message} />}
      <ul className="border-t border-line">
        {pages.map((page) => (
          <li key={page.id} className="flex items-center gap-4 border-b border-line py-3">
            <div className="min-w-0 flex-1">
              <h2 className="font-medium wrap-anywhere">{page.name}</h2>
              <p className="text-muted wrap-anywhere">{page.why ? texts.held(page.why) : mayCall(page)}</p>
            </div>
            <Button aria-label={texts.openNamed(page.name)} disabled={page.why !== "" || open.isPending} onClick={() => open.mutate(page.id)}>
              {texts.open}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function mayCall(page: PageView): string {
  if (page.desktop) return texts.mayAsk;
  return page.tools.length > 0 ? texts.mayCall(page.tools.join(", ")) : texts.mayNothing;
}
