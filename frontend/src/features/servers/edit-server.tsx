import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, RotateCw } from "lucide-react";
import { useState } from "react";
import type { ServerForm, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys, STILL } from "../../backend/keys";
import { renew } from "../../backend/queries";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure, Loaded } from "../../components/feedback";
import { PaneHeader, Section } from "../../components/pane";
import { texts as common } from "../../words/common";
import { texts } from "../../words/serverform";
import { AddBar } from "./add-bar";
import { DraftDetail, Warning } from "./draft-rows";
import { ServerFields, useFilling, WhereItRuns } from "./server-fields";

interface EditServerProps {
  space: SpaceView;
  name: string;
  onDone: () => void;
}

/** Changes a server of the person's settings. Nothing counts before it is saved. */
export function EditServer({ space, name, onDone }: EditServerProps) {
  const backend = useBackend();
  // What was filled in is of what stood there then: it is read anew each time, and not behind the person's back.
  const saved = useQuery({ queryKey: keys.savedServer(space.path, name), queryFn: () => backend.savedServer(space.path, name), ...STILL, refetchOnReconnect: false });
  return (
    <>
      <PaneHeader back={{ label: texts.edit.back(name), onBack: onDone }} title={texts.edit.title(name)} note={texts.edit.note} />
      <Loaded query={saved} waiting={texts.edit.reading} failed={texts.edit.loadFailed}>
        {(form) => <EditForm key={form.was} space={space} first={form} onAgain={() => void saved.refetch()} onDone={onDone} />}
      </Loaded>
    </>
  );
}

interface EditFormProps {
  space: SpaceView;
  first: ServerForm;
  onAgain: () => void;
  onDone: () => void;
}

function EditForm({ space: { path }, first, onAgain, onDone }: EditFormProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const filling = useFilling(first);
  const [pressed, setPressed] = useState(false);
  const { form, whole, remote, timeWrong, set } = filling;
  const begun = (whole.command !== "" || whole.url !== "") && timeWrong === "";
  const draft = useQuery({ queryKey: keys.serverChange(path, whole), queryFn: () => backend.draftChange(path, whole), enabled: begun, placeholderData: keepPreviousData, gcTime: 0 });
  const save = useMutation({
    mutationFn: () => backend.changeServer(path, whole),
    gcTime: 0,
    onSuccess: async ({ outcome }) => {
      if (outcome === "refused") return;
      await Promise.all([renew(client, keys.space(path)), client.invalidateQueries({ queryKey: keys.secrets })]);
      onDone();
    },
  });
  const made = begun ? draft.data : undefined;
  const error = save.data?.outcome === "refused" ? new Error(sentence(save.data.why)) : save.error;
  const missing = pressed && (remote ? form.url : form.command) === "" ? [remote ? texts.edit.noAddress : texts.edit.noCommand] : [];
  const kept = [...first.env, ...first.headers].flatMap((one) => (one.kept ? [one.kept] : []));
  const nothing = made !== undefined && made.same !== "";
  const submit = () => {
    setPressed(true);
    if (begun && !nothing) save.mutate();
  };
  const again = (
    <Button
      look="quiet"
      icon={RotateCw}
      onClick={() => {
        save.reset();
        onAgain();
      }}
    >
      {texts.edit.reload}
    </Button>
  );
  return (
    <>
      <div className="@container min-h-0 flex-1 overflow-y-auto">
        <form
          className="grid max-w-260 grid-cols-1 items-start gap-x-8 gap-y-6 p-4 @3xl:grid-cols-2"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div className="flex min-w-0 flex-col gap-4">
            <WhereItRuns remote={remote} onRemote={filling.setRemote} />
            <ServerFields filling={filling} errors={missing} focused />
            {/* The Enter key sends the form. */}
            <button type="submit" hidden />
          </div>
          <Section level={2} title={texts.edit.preview} action={again}>
            {!made && !draft.error && <p className="rounded-md border border-dashed border-edge px-3 py-2 text-muted">{timeWrong ? texts.edit.fixTimeout : texts.edit.empty(remote)}</p>}
            {draft.error && <Failure what={texts.edit.previewFailed} why={draft.error.message} />}
            {made && (
              <>
                {made.refused && <Failure what={texts.edit.refused} why={sentence(made.refused)} />}
                {nothing && !made.refused && <p className="text-muted">{texts.edit.nothing}</p>}
                {made.warnings.map((warning) => (
                  <Warning key={warning}>{sentence(warning)}</Warning>
                ))}
                <DraftDetail draft={made} kept={kept} />
                {!remote && <p className="text-12 text-muted">{texts.edit.access}</p>}
              </>
            )}
          </Section>
        </form>
      </div>
      <AddBar internal={form.internal} onInternal={(internal) => set({ internal })} error={error} failed={texts.edit.failed} note={texts.edit.restarts}>
        <Button disabled={save.isPending} onClick={onDone}>
          {common.cancel}
        </Button>
        <Button look="primary" icon={Check} disabled={save.isPending || nothing || (made !== undefined && made.refused !== "")} onClick={submit}>
          {texts.edit.save}
        </Button>
      </AddBar>
    </>
  );
}
