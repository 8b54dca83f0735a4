import { KeyRound, List, Plug, Plus } from "lucide-react";
import type { AddedServerView, ServerView, SpaceView } from "../../backend/backend";
import { useServers } from "../../backend/queries";
import { named } from "../../backend/words";
import { Button } from "../../components/button";
import { Section } from "../../components/pane";
import { State } from "../../components/state";
import { isBroken, sayAdded, sayServer } from "./server-words";
import { texts as common } from "../../words/common";
import { texts } from "../../words/serversadd";

interface AddedProps {
  space: SpaceView;
  added: readonly AddedServerView[];
  onOpen: (server: string) => void;
  onMore: () => void;
  onPrograms: () => void;
}

/** What became of each, and, as they are started in the background, who does not start and why. */
export function Added({ space, added, onOpen, onMore, onPrograms }: AddedProps) {
  const servers = useServers(space.path).data?.servers ?? [];
  const brought = added.filter(({ outcome }) => outcome === "added");
  const now = brought.map(({ name }) => servers.find((server) => server.name === name));
  const starting = now.filter((server) => server?.state === "connecting").length;
  const broken = now.filter((server) => server && isBroken(server)).length;
  const signIn = now.filter((server) => server?.state === "sign-in").length;
  const word = starting > 0 ? texts.added.trying(starting) : [broken > 0 && texts.added.broken(broken), signIn > 0 && texts.added.signIn(signIn)].filter(Boolean).join(" ");
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="flex max-w-200 flex-col gap-4 p-4">
        <p role="status" className="text-15 font-semibold">
          {brought.length === 0 ? texts.added.none : texts.added.done(brought.length)} {word}
        </p>
        <Section level={2} title={texts.added.results}>
          <ul className="border-t border-line">
            {added.map((one) => (
              <Row key={one.id + one.name} one={one} server={one.outcome === "added" ? servers.find(({ name }) => name === one.name) : undefined} onOpen={onOpen} />
            ))}
          </ul>
        </Section>
        <div className="flex gap-2">
          <Button look="primary" icon={List} onClick={() => onOpen("")}>
            {texts.added.all}
          </Button>
          <Button icon={Plus} onClick={onMore}>
            {texts.added.more}
          </Button>
          <Button icon={Plug} onClick={onPrograms}>
            {texts.added.elsewhere}
          </Button>
        </div>
      </div>
    </div>
  );
}

function Row({ one, server, onOpen }: { one: AddedServerView; server: ServerView | undefined; onOpen: (server: string) => void }) {
  const { name, why, secrets, missing } = one;
  const said = server ? sayServer(server) : sayAdded(one);
  return (
    <li className="grid grid-cols-[148px_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line py-2">
      <State tone={said.tone} word={said.word} />
      <div className="min-w-0">
        <p className="font-semibold">
          {name}
          {server?.state === "ready" && <span className="pl-2 text-12 font-normal text-muted">{common.counts.tools(server.tools)}</span>}
        </p>
        {(server?.reason || why) && <p className={`text-12 break-words select-text ${server && isBroken(server) ? "text-failed" : "text-muted"}`}>{named(server?.name ?? "", server?.reason || why)}</p>}
        {secrets.length > 0 && (
          <p className="flex items-start gap-1.5 text-12 text-muted">
            <KeyRound size={12} aria-hidden className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">{texts.added.secrets(secrets)}</span>
          </p>
        )}
        {missing.length > 0 && <p className="text-12 break-words text-asking">{texts.added.missing(missing)}</p>}
      </div>
      {server ? (
        <Button aria-label={texts.added.openNamed(name)} onClick={() => onOpen(name)}>
          {texts.added.open}
        </Button>
      ) : (
        <span />
      )}
    </li>
  );
}
