import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { IconButton } from "../../components/button";
import { Loaded } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { texts as common } from "../../words/common";
import { texts } from "../../words/elsewhere";
import { ForeignFiles } from "./foreign-files";
import { PastCalls } from "./past-calls";

/** Which files hold text that agents read from strangers, and which calls ask because of it. */
export function ElsewherePage({ space }: { space: SpaceView }) {
  const backend = useBackend();
  const files = useQuery({ queryKey: keys.foreign(space.path), queryFn: () => backend.foreign(space.path), staleTime: 0 });
  return (
    <>
      <PaneHeader title={texts.title} note={texts.note(space.name)}>
        <IconButton label={common.refresh} icon={RotateCw} disabled={files.isFetching} onClick={() => void files.refetch()} />
      </PaneHeader>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="@container/elsewhere flex max-w-220 flex-col gap-8 p-4">
          <p className="max-w-160">{texts.intro}</p>
          <Section level={2} title={texts.files.title}>
            <Loaded query={files} waiting={texts.files.reading} failed={texts.files.failed}>
              {(list) => <ForeignFiles space={space.path} files={list} />}
            </Loaded>
          </Section>
          <PastCalls space={space.path} />
        </div>
      </div>
    </>
  );
}
