import { CircleCheck, LogIn, RotateCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { ServersView, ServerView } from "../../backend/backend";
import { named } from "../../backend/words";
import { Button } from "../../components/button";
import { Revealed } from "../../components/code";
import { OpenRow } from "../../components/open-row";
import { State } from "../../components/state";
import { Switch } from "../../components/switch";
import { useWays } from "../../widgets/ways";
import type { ServerAct } from "./server-act";
import { isBroken, needsLook, sayFrom, sayServer, sayTokens, sayTrouble } from "./server-words";
import { number } from "../../words/format";
import { texts as common } from "../../words/common";
import { texts } from "../../words/servers";

interface ServerTableProps {
  found: ServersView;
  busy: boolean;
  onOpen: (server: string) => void;
  onAct: (act: ServerAct) => void;
}

type Group = keyof typeof texts.groups;
const GROUPS: Group[] = ["attention", "used", "unused"];

function groupOf(server: ServerView, troubled: ReadonlySet<string>): Group {
  if (troubled.has(server.name)) return "attention";
  return server.state === "off" || server.state === "stopped" || server.state === "shadowed" ? "unused" : "used";
}

/** Those that need attention. One that is tried again stays until it is known how that went: rows do not jump under the hand. */
function useTroubled(servers: readonly ServerView[]): ReadonlySet<string> {
  const [last, setLast] = useState<ReadonlySet<string>>(new Set());
  const now = new Set(servers.filter((server) => needsLook(server) || (server.state === "connecting" && last.has(server.name))).map(({ name }) => name));
  if (now.size !== last.size || [...now].some((name) => !last.has(name))) setLast(now);
  return now;
}

/** What does not start comes first, then what waits for the person. */
function urgency(server: ServerView): number {
  return isBroken(server) || server.state === "connecting" ? 0 : server.state === "sign-in" ? 1 : server.state === "held-back" || server.held > 0 ? 2 : 3;
}

/** All servers, those that need the person first, each with the reason right there. */
export function ServerTable({ found: { servers }, busy, onOpen, onAct }: ServerTableProps) {
  const troubled = useTroubled(servers);
  return (
    <>
      <Summary servers={servers} />
      <table className="w-full border-collapse text-left">
        <thead className="sticky top-0 z-10 bg-ground text-12 text-muted">
          <tr className="h-8 border-b border-line [&>th]:px-2 [&>th]:font-normal [&>th]:first:pl-4 [&>th]:last:pr-4">
            <th className="w-13">
              <span className="sr-only">{texts.table.onOff}</span>
            </th>
            <th>{texts.table.server}</th>
            <th className="w-40">{texts.table.state}</th>
            <th className="hidden w-44 @3xl:table-cell">{texts.table.from}</th>
            <th className="hidden w-28 @4xl:table-cell">{texts.table.available}</th>
            <th className="hidden w-16 text-right @xl:table-cell">{texts.table.tools}</th>
            <th className="hidden w-18 text-right @xl:table-cell">{texts.table.tokens}</th>
          </tr>
        </thead>
        {GROUPS.map((group) => {
          const list = servers.filter((server) => groupOf(server, troubled) === group);
          if (group === "attention") list.sort((a, b) => urgency(a) - urgency(b));
          if (list.length === 0) return null;
          return (
            <tbody key={group}>
              <tr className="border-b border-line">
                <th scope="rowgroup" colSpan={7} className="px-4 pt-5 pb-2 text-12 font-semibold text-muted">
                  {texts.groups[group]} · {list.length}
                </th>
              </tr>
              {list.map((server) => (
                <Rows key={server.name} server={server} busy={busy} onOpen={onOpen} onAct={onAct} />
              ))}
            </tbody>
          );
        })}
      </table>
      <p className="px-4 py-3 text-12 text-muted">{texts.table.tokensNote}</p>
    </>
  );
}

function Summary({ servers }: { servers: readonly ServerView[] }) {
  if (servers.length === 0) return null;
  const trouble = sayTrouble(servers);
  const Icon = trouble ? TriangleAlert : CircleCheck;
  return (
    <p role="status" className={`flex items-center gap-2 border-b border-line px-4 py-2.5 text-15 font-semibold ${trouble ? "" : "text-done"}`}>
      <Icon size={16} aria-hidden className={`shrink-0 ${trouble ? "text-asking" : ""}`} />
      {trouble || (servers.length === 1 ? texts.table.oneFine : texts.table.fine(servers.length))}
    </p>
  );
}

interface RowsProps extends Omit<ServerTableProps, "found"> {
  server: ServerView;
}

function Rows({ server, busy, onOpen, onAct }: RowsProps) {
  const { name, target, enabled, known, tools, tokens, internal, state } = server;
  const more = server.reason !== "" || server.held > 0;
  const quiet = state === "off" || state === "shadowed" ? "text-muted" : "";
  const count = (text: string) => <td className="hidden text-right text-muted tabular-nums @xl:table-cell">{known ? text : <span title={texts.table.notListed}>–</span>}</td>;
  return (
    <>
      <OpenRow className={`h-11 ${more ? "" : "border-b border-line"} ${quiet}`} onOpen={() => onOpen(name)}>
        <td>
          <Switch label={texts.table.use(name)} on={enabled} disabled={busy || state === "shadowed" || state === "broken"} onChange={(on) => onAct({ enable: name, on })} />
        </td>
        <td className="max-w-0">
          <button className="block w-full truncate text-left font-semibold" onClick={() => onOpen(name)}>
            {name}
          </button>
          <p className="truncate font-mono text-11 text-muted" title={target}>
            <Revealed text={target} oneLine />
          </p>
        </td>
        <td>
          <State {...sayServer(server)} />
        </td>
        <td className="hidden max-w-0 truncate text-12 text-muted @3xl:table-cell">{sayFrom(server)}</td>
        <td className="hidden text-12 whitespace-nowrap text-muted @4xl:table-cell">{internal ? texts.table.skillsOnly : texts.table.always}</td>
        {count(number(tools))}
        {count(sayTokens(tokens))}
      </OpenRow>
      {more && (
        <tr className="border-b border-line">
          <td />
          <td colSpan={6} className="max-w-0 px-2 pr-4 pb-2.5">
            <Why server={server} busy={busy} onOpen={onOpen} onAct={onAct} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Why it does not work, and the next step. */
function Why({ server, busy, onOpen, onAct }: RowsProps) {
  const { name, state, reason, held, target } = server;
  const ways = useWays();
  const text = reason ? named(target.split(" ")[0] ?? "", reason) : texts.table.held(held);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-12">
      <p className={`min-w-60 flex-1 break-words select-text ${isBroken(server) ? "text-failed" : "text-muted"}`}>
        <Revealed text={text} />
      </p>
      <div className="flex gap-1">
        {state === "sign-in" && (
          <Button look="primary" icon={LogIn} aria-label={texts.table.signInNamed(name)} disabled={busy} onClick={() => onAct({ signIn: name })}>
            {busy ? texts.table.waiting : texts.table.signIn}
          </Button>
        )}
        {((isBroken(server) && state !== "broken") || state === "stopped") && (
          <Button icon={RotateCw} aria-label={state === "stopped" ? texts.table.startNamed(name) : texts.table.againNamed(name)} disabled={busy} onClick={() => onAct({ restart: name })}>
            {state === "stopped" ? texts.table.start : common.tryAgain}
          </Button>
        )}
        {state === "held-back" && (
          <Button aria-label={texts.table.reviewNamed(name)} onClick={() => ways?.trust()}>
            {texts.table.review}
          </Button>
        )}
        {(held > 0 || isBroken(server)) && (
          <Button aria-label={held > 0 ? texts.table.reviewNamed(name) : texts.table.whyNamed(name)} onClick={() => onOpen(name)}>
            {held > 0 ? texts.table.review : texts.table.why}
          </Button>
        )}
      </div>
    </div>
  );
}
