import { useQuery, useQueryClient, useMutation } from "@tanstack/react-query";
import { History, Plus, RotateCw } from "lucide-react";
import type { HooksView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { Button, IconButton } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { PaneHeader } from "../../components/pane";
import { useWays } from "../../widgets/ways";
import { HookDetail } from "./hook-detail";
import { HookTable } from "./hook-table";
import { NoHooks } from "./no-hooks";
import { texts as common } from "../../words/common";
import { texts } from "../../words/hooks";

interface HooksPageProps {
  space: SpaceView;
  /** Its key; "" = the list. */
  hook: string;
  onOpen: (hook: string) => void;
  onReplay: () => void;
}

/** What watches over the tools of a space. */
export function HooksPage({ space, hook, onOpen, onReplay }: HooksPageProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const ways = useWays();
  const hooks = useQuery({ queryKey: keys.hooks(space.path), queryFn: () => backend.hooks(space.path) });
  const flip = useMutation({
    mutationFn: ({ key, on }: { key: string; on: boolean }) => backend.setHookEnabled(space.path, key, on),
    onSuccess: (now) => client.setQueryData<HooksView>(keys.hooks(space.path), now),
  });
  const onSwitch = (key: string, on: boolean) => flip.mutate({ key, on });
  const failed = flip.error && (
    <div className="p-4 pb-0">
      <Failure what={texts.page.failed} why={flip.error.message} />
    </div>
  );
  if (hook) {
    return (
      <Loaded query={hooks} waiting={texts.page.reading} failed={texts.page.loadFailed}>
        {(found) => <HookDetail key={hook} space={space} hook={found.hooks.find((known) => known.key === hook)} failed={failed} busy={flip.isPending} onSwitch={onSwitch} onBack={() => onOpen("")} />}
      </Loaded>
    );
  }
  return (
    <>
      <PaneHeader title={texts.page.title} note={texts.page.note(space.name)}>
        {ways && <Button icon={Plus} onClick={() => ways.newFile("hook-refuse")}>{texts.page.add}</Button>}
        <Button icon={History} onClick={onReplay}>
          {texts.page.replay}
        </Button>
        <IconButton label={common.refresh} icon={RotateCw} disabled={hooks.isFetching} onClick={() => void hooks.refetch()} />
      </PaneHeader>
      <div className="@container min-h-0 flex-1 overflow-y-auto">
        {failed}
        <Loaded query={hooks} waiting={texts.page.reading} failed={texts.page.loadFailed}>
          {(found) => (found.hooks.length === 0 ? <NoHooks folder={found.folder} /> : <HookTable hooks={found} busy={flip.isPending} onOpen={onOpen} onSwitch={onSwitch} />)}
        </Loaded>
      </div>
    </>
  );
}
