import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { useSpaces } from "../../backend/queries";
import { sayTime, sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { Dialog } from "../../components/overlay";
import { Section } from "../../components/pane";
import { Select } from "../../components/select";
import { texts as common } from "../../words/common";
import { texts as settings } from "../../words/holdings";

const texts = settings.held;

/** A Select has no value that is empty. */
const ALL = "all";

/** Deletes what is recorded, of one space or of all, once the person has seen what goes. */
export function DeleteHeld() {
  const spaces = useSpaces();
  const [picked, setPicked] = useState(ALL);
  const [asking, setAsking] = useState(false);
  const options = [{ value: ALL, label: texts.all }, ...(spaces.data ?? []).map(({ path, name }) => ({ value: path, label: name }))];
  return (
    <Section level={2} title={texts.delete}>
      <p className="text-muted">{texts.deleteText}</p>
      <div className="flex flex-wrap items-center gap-2">
        <Select label={texts.space} value={picked} options={options} onChange={setPicked} />
        <Button icon={Trash2} onClick={() => setAsking(true)}>
          {texts.open}
        </Button>
      </div>
      {asking && <Asking space={picked === ALL ? "" : picked} name={picked === ALL ? "" : (options.find(({ value }) => value === picked)?.label ?? picked)} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function Asking({ space, name, onClose }: { space: string; name: string; onClose: () => void }) {
  const backend = useBackend();
  const client = useQueryClient();
  const held = useQuery({ queryKey: keys.held(space), queryFn: () => backend.held(space), staleTime: 0, gcTime: 0 });
  const remove = useMutation({
    mutationFn: () => backend.deleteHeld(space),
    onSuccess: () => {
      void client.invalidateQueries(); // whatever the page shows of chats and runs
      onClose();
    },
  });
  const now = held.data;
  const actions = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" disabled={!now || now.runs === 0 || now.running > 0 || remove.isPending} onClick={() => remove.mutate()}>
        {texts.deleteNow}
      </Button>
    </>
  );
  return (
    <Dialog title={texts.deleteTitle(name)} open onClose={onClose} actions={actions}>
      <Loaded query={held} waiting={texts.reading} failed={texts.failed}>
        {({ chats, runs, since, running }) => (
          <div className="flex flex-col gap-3">
            <p>{runs === 0 ? texts.nothing : `${texts.goes(chats, runs)} ${since ? texts.since(sayTime(since, new Date())) : ""}`}</p>
            {runs > 0 && <p>{space ? texts.stays : texts.goesToo}</p>}
            {running > 0 && <p className="text-failed">{texts.running(running)}</p>}
            {remove.error && <Failure what={texts.deleteFailed} why={sentence(remove.error.message)} />}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}
