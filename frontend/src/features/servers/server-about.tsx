import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, PencilLine } from "lucide-react";
import { useState } from "react";
import type { ServerDetailView, ServerItemView, SettingView, SpaceView } from "../../backend/backend";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { sayDuration, sayTime } from "../../backend/words";
import { Argv } from "../../components/argv";
import { Button } from "../../components/button";
import { Code, Revealed } from "../../components/code";
import { Facts } from "../../components/facts";
import { Failure } from "../../components/feedback";
import { Section } from "../../components/pane";
import { number } from "../../words/format";
import { texts as common } from "../../words/common";
import { texts } from "../../words/server";
import { InternalChoice } from "./internal-choice";
import { ProfileForm } from "./profile-form";
import { ProfileWords } from "./profile-words";

interface ServerAboutProps {
  space: SpaceView;
  detail: ServerDetailView;
}

/** What a server is, how it is started, and what it may do. */
export function ServerAbout({ space, detail }: ServerAboutProps) {
  const { server, argv, url, env, headers, resources, prompts, help } = detail;
  return (
    <div className="grid max-w-260 grid-cols-1 items-start gap-x-8 gap-y-6 p-4 @3xl:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-6">
        {argv.length > 0 ? (
          <Section level={2} title={texts.about.command}>
            <Argv elements={argv} label={texts.about.command} />
          </Section>
        ) : (
          <Section level={2} title={texts.about.address}>
            <Code text={url} label={texts.about.address} large />
          </Section>
        )}
        {env.length > 0 && <Settings title={texts.about.env} settings={env} />}
        {headers.length > 0 && <Settings title={texts.about.headers} settings={headers} />}
        <Section level={2} title={texts.about.details}>
          <Facts facts={factsOf(detail)} />
        </Section>
        {help && (
          <Section level={2} title={texts.about.instructions}>
            <Code text={help} label={texts.about.instructionsLabel} fold={12} />
          </Section>
        )}
        <Items title={texts.about.resources} items={resources} />
        <Items title={texts.about.prompts} items={prompts} />
      </div>
      <div className="flex min-w-0 flex-col gap-6">
        <Internal space={space} detail={detail} />
        <Profile space={space} detail={detail} />
        {server.kind === "program" && <Refused space={space} detail={detail} />}
      </div>
    </div>
  );
}

function factsOf({ server, transport, folder, timeoutSeconds, version, protocol, pid, tookMs }: ServerDetailView) {
  const speaks = server.kind === "program" ? texts.about.stdio : { "": texts.about.anyHTTP, http: texts.about.http, sse: texts.about.sse }[transport];
  return [
    { name: texts.about.name, value: server.title && <Revealed text={[server.title, version].filter(Boolean).join(" ")} /> },
    { name: texts.about.transport, value: speaks },
    { name: texts.about.protocol, value: server.state === "ready" && protocol },
    { name: texts.about.declaredIn, value: <><span className="font-mono break-all">{server.file}</span>{server.from === "space" && ` ${texts.about.inSpace}`}</> },
    { name: texts.about.folder, value: folder && <span className="font-mono break-all">{folder}</span> },
    { name: texts.about.process, value: pid > 0 && String(pid) },
    { name: texts.about.ready, value: tookMs > 0 && sayDuration(tookMs) },
    { name: texts.about.timeout, value: timeoutSeconds > 0 && common.counts.seconds(timeoutSeconds) },
  ];
}

function Settings({ title, settings }: { title: string; settings: readonly SettingView[] }) {
  return (
    <Section level={2} title={title}>
      <dl className="border-t border-line font-mono text-12">
        {settings.map(({ name, value, hidden, secret }) => (
          <div key={name} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3 border-b border-line py-1">
            <dt className="break-all">{name}</dt>
            <dd className="break-all text-muted select-text">{hidden ? <span className="font-sans">{secret ? texts.about.secret(secret) : texts.about.hidden}</span> : <Revealed text={value} />}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const MOST = 50;

function Items({ title, items }: { title: string; items: readonly ServerItemView[] }) {
  if (items.length === 0) return null;
  return (
    <Section level={2} title={`${title} · ${number(items.length)}`}>
      <ul className="border-t border-line text-12">
        {items.slice(0, MOST).map(({ name, description }) => (
          <li key={name} className="border-b border-line py-1">
            <p className="font-mono break-all select-text">
              <Revealed text={name} />
            </p>
            {description && <p className="break-words text-muted">{description}</p>}
          </li>
        ))}
      </ul>
      {items.length > MOST && <p className="text-12 text-muted">{texts.about.more(items.length - MOST)}</p>}
    </Section>
  );
}

function Internal({ space: { path }, detail: { server } }: ServerAboutProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: (internal: boolean) => backend.setServerInternal(path, server.name, internal),
    onSuccess: (now) => client.setQueryData(keys.mcpServers(path), now),
  });
  return (
    <Section level={2} title={texts.about.availability}>
      <InternalChoice internal={server.internal} disabled={set.isPending} onChange={set.mutate} />
      {set.error && <Failure what={texts.about.availabilityFailed} why={set.error.message} />}
    </Section>
  );
}

function Profile({ space, detail }: ServerAboutProps) {
  const [editing, setEditing] = useState(false);
  const { profile, server } = detail;
  const may = server.kind === "program";
  const edit = may && !editing && (
    <Button look="quiet" icon={PencilLine} onClick={() => setEditing(true)}>
      {texts.about.change}
    </Button>
  );
  return (
    <Section level={2} title={texts.about.access} action={edit}>
      {editing ? <ProfileForm space={space} detail={detail} onDone={() => setEditing(false)} /> : <ProfileWords profile={profile} />}
    </Section>
  );
}

/** What its walls have kept from it, each with the way to let it. */
function Refused({ space: { path }, detail: { server, refused } }: ServerAboutProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const allow = useMutation({
    mutationFn: ({ kind, target }: ServerDetailView["refused"][number]) => backend.allowRefused(path, server.name, kind, target),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.mcpServer(path, server.name) }),
  });
  return (
    <Section level={2} title={texts.about.refused}>
      {allow.error && <Failure what={texts.about.allowFailed} why={allow.error.message} />}
      {refused.length === 0 ? (
        <p className="text-muted">{texts.about.nothingRefused}</p>
      ) : (
        <ul className="border-t border-line">
          {refused.map((one) => (
            <li key={one.kind + one.target} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
              <div className="min-w-48 flex-1">
                <p className="select-text">
                  {{ reach: texts.about.reach, read: texts.about.read, write: texts.about.write }[one.kind]} <span className="font-mono text-12 break-all">{one.target}</span>
                </p>
                <p className="text-12 break-words text-muted">
                  {one.text} {one.last && <span className="whitespace-nowrap">{texts.about.last(sayTime(one.last, new Date()))}</span>}
                </p>
              </div>
              <Button icon={Check} aria-label={texts.about.allowNamed(one.target)} disabled={allow.isPending} onClick={() => allow.mutate(one)}>
                {texts.about.allow}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
