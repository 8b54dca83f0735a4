import { ChevronRight, TriangleAlert } from "lucide-react";
import { useId, useState, type ReactNode } from "react";
import type { ServerChoiceForm, ServerDraftView, SettingView } from "../../backend/backend";
import { sentence } from "../../backend/words";
import { Argv } from "../../components/argv";
import { IconButton } from "../../components/button";
import { Code, Revealed } from "../../components/code";
import { Facts } from "../../components/facts";
import { Field, TextInput } from "../../components/field";
import { Phrase } from "../../components/phrase";
import { State } from "../../components/state";
import { canAdd, lineOf } from "./server-words";
import { texts } from "../../words/serversadd";

/** What the person has chosen of one draft. */
export interface Chosen {
  on: boolean;
  answers: Readonly<Record<string, string>>;
  /** Needs that it is not let have, by their IDs. */
  without: readonly string[];
}

/** A draft of which nothing was changed: all that it needs is ticked, for the person to see. */
export const ALL: Chosen = { on: true, answers: {}, without: [] };

/** A draft as the person wants it added. */
export function choiceOf(draft: ServerDraftView, { answers, without }: Chosen, internal: boolean): ServerChoiceForm {
  return {
    id: draft.id,
    digest: draft.digest,
    name: "",
    internal,
    answers: Object.entries(answers).map(([secret, value]) => ({ secret, value })),
    take: draft.needs.map(({ id }) => id).filter((id) => !without.includes(id)),
  };
}

interface DraftRowsProps {
  drafts: readonly ServerDraftView[];
  chosen: (draft: ServerDraftView) => Chosen;
  onChange: (draft: ServerDraftView, chosen: Chosen) => void;
}

/** Servers that could be added, each with a box to tick and all that is known of it before it is. */
export function DraftRows({ drafts, chosen, onChange }: DraftRowsProps) {
  return (
    <ul className="border-t border-line">
      {drafts.map((draft) => (
        <Row key={draft.id || draft.name} draft={draft} chosen={chosen(draft)} onChange={(next) => onChange(draft, next)} />
      ))}
    </ul>
  );
}

function Row({ draft, chosen, onChange }: { draft: ServerDraftView; chosen: Chosen; onChange: (chosen: Chosen) => void }) {
  const { name, taken, same, refused, argv, url, warnings, disabled, asks } = draft;
  const [open, setOpen] = useState(false);
  const id = useId();
  const may = canAdd(draft);
  return (
    <li className="border-b border-line py-2">
      <div className="flex items-start gap-2">
        <input id={id} type="checkbox" className="mt-0.75 size-3.5 shrink-0 accent-(--accent-fill) disabled:opacity-50" aria-describedby={`${id}-about`} disabled={!may} checked={may && chosen.on} onChange={(event) => onChange({ ...chosen, on: event.target.checked })} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-3">
            <label htmlFor={id} className={`font-semibold ${may ? "" : "text-muted"}`}>
              {name}
            </label>
            {same && <State inline tone="quiet" word={same === name ? texts.draft.there : texts.draft.thereAs(same)} />}
            {refused && <State inline tone="failed" word={texts.draft.refused} />}
            {taken && <span className="text-12 text-muted">{texts.draft.taken(taken)}</span>}
            {disabled && <span className="text-12 text-muted">{texts.draft.off}</span>}
          </div>
          <p id={`${id}-about`} className={`font-mono text-12 break-words text-muted ${open ? "" : "line-clamp-2"}`}>
            {refused ? <span className="font-sans text-text">{sentence(refused)}</span> : <Revealed text={url || lineOf(argv)} oneLine={!open} />}
          </p>
          {may && <Carries draft={draft} />}
          {may && warnings.map((warning) => <Warning key={warning}>{sentence(warning)}</Warning>)}
          {may && chosen.on && <Needs draft={draft} without={chosen.without} onChange={(without) => onChange({ ...chosen, without })} />}
          {may && chosen.on && asks.map(({ secret, prompt, value }) => (
            <div key={secret} className="max-w-90 pt-2">
              <Field id={`${id}-${secret}`} label={prompt} help={texts.draft.secretHelp}>
                <TextInput id={`${id}-${secret}`} type="password" autoComplete="new-password" placeholder={value} aria-describedby={`${id}-${secret}-help`} value={chosen.answers[secret] ?? ""} onChange={(event) => onChange({ ...chosen, answers: { ...chosen.answers, [secret]: event.target.value } })} />
              </Field>
            </div>
          ))}
        </div>
        <IconButton label={open ? texts.draft.hide(name) : texts.draft.show(name)} icon={ChevronRight} aria-expanded={open} className={open ? "[&>svg]:rotate-90" : ""} onClick={() => setOpen(!open)} />
      </div>
      {open && (
        <div className="flex flex-col gap-3 pt-2 pr-9 pb-1 pl-5.5">
          <DraftDetail draft={draft} />
        </div>
      )}
    </li>
  );
}

interface NeedsProps {
  draft: ServerDraftView;
  without: readonly string[];
  onChange: (without: readonly string[]) => void;
}

/** What a well-known server lacks, each with a box to tick. */
export function Needs({ draft: { name, needs }, without, onChange }: NeedsProps) {
  if (needs.length === 0) return null;
  return (
    <fieldset className="flex flex-col gap-0.5 pt-1.5">
      <legend className="text-12 text-muted">{texts.draft.needs(name)}</legend>
      {needs.map(({ id, words }) => (
        <label key={id} className="flex items-start gap-2 text-12">
          <input type="checkbox" className="mt-0.5 size-3.5 shrink-0 accent-(--accent-fill)" checked={!without.includes(id)} onChange={(event) => onChange(event.target.checked ? without.filter((other) => other !== id) : [...without, id])} />
          <span className="min-w-0 break-words">{sentence(words)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Its environment or headers, in a line: the row below shows them whole. */
function Carries({ draft: { env, headers } }: { draft: ServerDraftView }) {
  const settings = [...env, ...headers];
  if (settings.length === 0) return null;
  return (
    <p className="truncate text-12 text-muted">
      <Phrase of={texts.draft.carries} with={{ settings: settings.map(({ name, value, hidden }, i) => (
        <span key={name}>
          {i > 0 && ", "}
          <span className="font-mono">{hidden ? name : `${name}=${value}`}</span>
          {hidden && ` ${texts.draft.inKeychain}`}
        </span>
      )) }} />
    </p>
  );
}

export function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-1.5 text-12">
      <TriangleAlert size={13} aria-hidden className="mt-0.5 shrink-0 text-asking" />
      <span className="min-w-0 break-words select-text">{children}</span>
    </p>
  );
}

interface DraftDetailProps {
  draft: ServerDraftView;
  /** Secrets that are kept already, by name. */
  kept?: readonly string[];
}

/** All that would be saved, and what it could do. */
export function DraftDetail({ draft: { argv, url, folder, env, headers, profile, found }, kept = [] }: DraftDetailProps) {
  return (
    <>
      {argv.length > 0 && <Argv elements={argv} label={texts.draft.command} />}
      {url && <Code text={url} label={texts.draft.address} />}
      <Facts
        facts={[
          { name: texts.draft.program, value: found && <span className="font-mono break-all">{found}</span> },
          { name: texts.draft.folder, value: folder && <span className="font-mono break-all">{folder}</span> },
          { name: texts.draft.environment, value: env.length > 0 && <Settings settings={env} kept={kept} /> },
          { name: texts.draft.headers, value: headers.length > 0 && <Settings settings={headers} kept={kept} /> },
          { name: texts.draft.access, value: profile.length > 0 && profile.map((line) => <p key={line}>{line}</p>) },
        ]}
      />
    </>
  );
}

function Settings({ settings, kept }: { settings: readonly SettingView[]; kept: readonly string[] }) {
  return settings.map(({ name, value, hidden, secret }) => (
    <p key={name} className="break-all">
      <span className="font-mono">{name}</span>
      {hidden ? <span className="text-muted"> {kept.includes(secret) ? texts.draft.stays(secret) : texts.draft.goes(secret)}</span> : <span className="font-mono">={value}</span>}
    </p>
  ));
}
