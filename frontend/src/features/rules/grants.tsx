import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CheckCheck, FolderOpen, Globe, Info, type LucideIcon } from "lucide-react";
import type { GrantView } from "../../backend/backend";
import { saySaid } from "../../backend/clauses";
import { useBackend } from "../../backend/context";
import { keys } from "../../backend/keys";
import { renew } from "../../backend/queries";
import { sentence } from "../../backend/words";
import { Button, IconButton } from "../../components/button";
import { Revealed } from "../../components/code";
import { Failure } from "../../components/feedback";
import { State } from "../../components/state";
import { useWays } from "../../widgets/ways";
import { DecidedRow } from "./decided";
import { sayGiven, sayUse } from "./rule-words";
import { texts } from "../../words/rules";

const KINDS: { kind: GrantView["kind"]; title: string; icon: LucideIcon }[] = [
  { kind: "act", title: texts.always.calls, icon: CheckCheck },
  { kind: "path", title: texts.always.files, icon: FolderOpen },
  { kind: "network", title: texts.always.network, icon: Globe },
];

interface GrantsProps {
  grants: readonly GrantView[];
  decided: string;
}

/** Everything lasting that the person has granted, each with the way back. */
export function Grants({ grants, decided }: GrantsProps) {
  const backend = useBackend();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ id, widen }: { id: string; widen: boolean }) => (widen ? backend.widen(id) : backend.revoke(id)),
    onSuccess: (now) => {
      client.setQueryData(keys.grants, now);
      void renew(client, keys.everySpace);
    },
  });
  if (grants.length === 0) {
    return <p className="text-muted">{texts.always.empty}</p>;
  }
  return (
    <div className="flex flex-col gap-4">
      {change.error && <Failure what={texts.always.failed} why={change.error.message} />}
      {KINDS.map(({ kind, title, icon: Icon }) => {
        const list = grants.filter((grant) => grant.kind === kind);
        if (list.length === 0) return null;
        return (
          <section key={kind} aria-label={title}>
            <h3 className="flex items-center gap-2 border-b border-line pb-1 text-12 text-muted">
              <Icon size={14} aria-hidden />
              {title}
            </h3>
            <ul>
              {list.map((grant) => (
                <DecidedRow key={grant.id} decided={decided !== "" && grant.label === decided}>
                  <Grant grant={grant} busy={change.isPending} onChange={(widen) => change.mutate({ id: grant.id, widen })} />
                </DecidedRow>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface GrantProps {
  grant: GrantView;
  busy: boolean;
  /** Widens it to every chat of its space; else revokes it. */
  onChange: (widen: boolean) => void;
}

function Grant({ grant, busy, onChange }: GrantProps) {
  const ways = useWays();
  const now = new Date();
  const label = saySaid(grant.label, grant.says);
  return (
    <div className="flex items-start gap-x-3 max-[479px]:flex-wrap">
      <div className="min-w-0 flex-1 max-[479px]:basis-full">
        <p className="break-words select-text">
          <Revealed text={label} /> {grant.tool && <span className="font-mono text-12 text-muted">{grant.tool}</span>}
        </p>
        {grant.about && (
          <p className="truncate font-mono text-12 select-text" title={grant.about}>
            <Revealed text={grant.about.split("\n", 1)[0] ?? ""} />
          </p>
        )}
        <p className="text-12 text-muted">
          {sayGiven(grant, now)} {sayUse(grant, now)}
        </p>
        {grant.idle && (
          <div className="flex items-start gap-2 text-12">
            <State inline tone="warning" word={texts.always.nothing} />
            <p className="min-w-0 text-muted">{sentence(grant.idle)}</p>
          </div>
        )}
      </div>
      {grant.call && <IconButton label={texts.always.showCall} icon={Info} onClick={() => ways?.inspect(grant.run, grant.call)} />}
      {grant.kind === "path" && grant.session && (
        <Button disabled={busy} aria-label={texts.always.widenNamed(label)} onClick={() => onChange(true)}>
          {texts.always.widen}
        </Button>
      )}
      <Button disabled={busy} aria-label={texts.always.revokeNamed(label)} onClick={() => onChange(false)}>
        {texts.always.revoke}
      </Button>
    </div>
  );
}
