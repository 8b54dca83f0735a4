import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { AddedServerView, ServerForm, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { reachOf, wordsOf } from "../../backend/network-words";
import { sentence } from "../../backend/words";
import { Button } from "../../components/button";
import { Failure } from "../../components/feedback";
import { Field, TextInput } from "../../components/field";
import { Section } from "../../components/pane";
import { AddBar } from "./add-bar";
import { DraftDetail, Needs, Warning } from "./draft-rows";
import { linesOf, ProfileFields, type ProfileDraft } from "./profile-fields";
import { EMPTY_FORM, ServerFields, useFilling, WhereItRuns } from "./server-fields";
import { texts } from "../../words/serversadd";

interface AddFormProps {
  space: SpaceView;
  onAdded: (added: AddedServerView) => void;
}

/** One server by hand, with what would be started beside it. */
export function AddForm({ space, onAdded }: AddFormProps) {
  const backend = useBackend();
  const filling = useFilling(EMPTY_FORM);
  const { form, remote, timeWrong, set } = filling;
  const [profile, setProfile] = useState<ProfileDraft>();
  const [without, setWithout] = useState<readonly string[]>([]);
  const [pressed, setPressed] = useState(false);
  const whole: ServerForm = { ...filling.whole, ...(profile && !remote ? { network: wordsOf(profile.reach), read: linesOf(profile.read), write: linesOf(profile.write) } : {}) };
  const begun = whole.name !== "" && (whole.command !== "" || whole.url !== "") && timeWrong === "";
  const draft = useQuery({ queryKey: keys.serverDraft(space.path, whole), queryFn: () => backend.draftServer(space.path, whole), enabled: begun, placeholderData: keepPreviousData, gcTime: 0 });
  const made = begun ? draft.data : undefined;
  const add = useMutation({ mutationFn: () => backend.addServer(space.path, { ...whole, take: (made?.needs ?? []).map(({ id }) => id).filter((id) => !without.includes(id)) }), gcTime: 0, onSuccess: (added) => (added.outcome === "added" ? onAdded(added) : undefined) });
  const needed = (text: string, what: string) => (pressed && text === "" ? [what] : []);
  const errors = { name: needed(form.name, texts.form.noName), reach: needed(remote ? form.url : form.command, remote ? texts.form.noAddress : texts.form.noCommand) };
  const submit = () => {
    setPressed(true);
    if (begun) add.mutate();
  };
  const why = add.data && add.data.outcome !== "added" ? new Error(add.data.outcome === "same" ? texts.form.same(add.data.name) : add.data.why) : add.error;
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
            <Field id="server-name" label={texts.form.name} required help={texts.form.nameHelp} errors={errors.name}>
              <TextInput id="server-name" aria-invalid={errors.name.length > 0 || undefined} aria-describedby="server-name-help server-name-errors" value={form.name} onChange={(event) => set({ name: event.target.value.trim() })} />
            </Field>
            <ServerFields filling={filling} errors={errors.reach} />
            {/* The Enter key sends the form. */}
            <button type="submit" hidden />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <Section level={2} title={texts.form.preview}>
              {!made && !draft.error && <p className="rounded-md border border-dashed border-edge px-3 py-2 text-muted">{texts.form.empty(remote)}</p>}
              {draft.error && <Failure what={texts.form.previewFailed} why={draft.error.message} />}
              {made && (
                <>
                  {made.refused && <Failure what={texts.form.refused} why={sentence(made.refused)} />}
                  {made.taken && <Warning>{texts.form.taken(made.taken, made.name)}</Warning>}
                  {!made.taken && made.name !== form.name && <Warning>{texts.form.renamed(made.name)}</Warning>}
                  {made.same && <Warning>{texts.form.same(made.same)}</Warning>}
                  {made.warnings.map((warning) => (
                    <Warning key={warning}>{sentence(warning)}</Warning>
                  ))}
                  {made.asks.map(({ secret, prompt }) => (
                    <Warning key={secret}>{texts.form.lacks(prompt)}</Warning>
                  ))}
                  <Needs draft={made} without={without} onChange={setWithout} />
                  <DraftDetail draft={made} />
                </>
              )}
            </Section>
            {!remote && (
              <Section
                level={2}
                title={texts.form.access}
                action={
                  <Button look="quiet" onClick={() => setProfile(profile ? undefined : { reach: reachOf(["registry"]), read: "", write: "" })}>
                    {profile ? texts.form.defaults : texts.form.change}
                  </Button>
                }
              >
                {profile ? <ProfileFields draft={profile} errors={[]} onChange={setProfile} /> : <p className="text-muted">{texts.form.defaultsText}</p>}
              </Section>
            )}
          </div>
        </form>
      </div>
      <AddBar internal={form.internal} onInternal={(internal) => set({ internal })} error={why}>
        <Button look="primary" icon={Plus} disabled={add.isPending || (made !== undefined && made.refused !== "")} onClick={submit}>
          {texts.form.add}
        </Button>
      </AddBar>
    </>
  );
}
