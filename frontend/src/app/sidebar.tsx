import { UNDECIDED } from "../backend/decider";
import { AppWindow, ArrowLeftRight, BookOpen, BrickWall, CircleDot, CircleHelp, FileCode2, Hand, HandHelping, History, NotebookPen, OctagonX, Scale, Search, Server, Settings, ShieldCheck, SquareTerminal, TriangleAlert, Webhook, Wrench, type LucideIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLiveState } from "../backend/context";
import { useChanges, useJobs, useServers, useSkills, useSpaces, useTools } from "../backend/queries";
import { sayWaiting } from "../backend/waiting";
import { Kbd } from "../components/pane";
import { ChatList } from "../features/chat/chat-list";
import { SpaceList } from "../features/spaces/space-list";
import { COMMAND_KEY } from "./keys";
import { go, showAside, spaceOf, type Page, type Route } from "./routes";
import { texts } from "../words/app";

/** Where am I: spaces, the pages of the one that is open, its chats. */
export function Sidebar({ route, onPalette, onStop }: { route: Route; onPalette: () => void; onStop: () => void }) {
  const here = spaceOf(route.page);
  // In the settings, the space that one comes from stays in sight.
  const [last, setLast] = useState(here);
  if (here && here !== last) setLast(here);
  const space = here || last;
  return (
    <nav aria-label={texts.sidebar.label} className="flex w-60 shrink-0 flex-col border-r border-line bg-side">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <SpaceList
          current={space}
          onOpen={(path) => go({ at: "chat", space: path, session: "" })}
          onRemoved={(path) => {
            if (path !== space) return;
            setLast("");
            if (here) go({ at: "start" });
          }}
        >
          <SpacePages page={route.page} space={space} />
        </SpaceList>
      </div>
      <div className="flex shrink-0 flex-col border-t border-line p-2">
        <WaitingRow open={route.aside.show === "waiting"} />
        <Row icon={Search} onClick={onPalette} end={<Kbd>{`${COMMAND_KEY} K`}</Kbd>}>
          {texts.sidebar.goTo}
        </Row>
        <Row icon={OctagonX} onClick={onStop} end={<Kbd>{`${COMMAND_KEY} .`}</Kbd>}>
          {texts.sidebar.stop}
        </Row>
        <Row icon={Settings} current={route.page.at === "settings"} onClick={() => go({ at: "settings", part: "models" })}>
          {texts.sidebar.settings}
        </Row>
      </div>
    </nav>
  );
}

function SpacePages({ page, space }: { page: Page; space: string }) {
  const found = useSpaces().data?.find((known) => known.path === space);
  const tools = useTools(found && !found.unavailable ? space : "");
  if (!found || found.unavailable) return null;
  const problems = found.errors + found.warnings;
  return (
    <div className="pb-2">
      <Row deep icon={Wrench} current={page.at === "tools"} onClick={() => go({ at: "tools", space, tool: "" })} end={<Count of={tools.data?.length} />}>
        {texts.pages.tools}
      </Row>
      <Row deep icon={HandHelping} current={page.at === "hands"} onClick={() => go({ at: "hands", space, hand: "" })} end={<Count of={tools.data?.filter(({ source }) => source === "hand").length || undefined} />}>
        {texts.pages.hands}
      </Row>
      <SkillsRow space={space} current={page.at === "skills"} />
      <Row deep icon={NotebookPen} current={page.at === "memory"} onClick={() => go({ at: "memory", space })}>
        {texts.pages.memory}
      </Row>
      <Row deep icon={AppWindow} current={page.at === "pages"} onClick={() => go({ at: "pages", space })}>
        {texts.pages.pages}
      </Row>
      <Row deep icon={FileCode2} current={page.at === "files" || page.at === "new-file"} onClick={() => go({ at: "files", space, file: "", line: 0 })}>
        {texts.pages.files}
      </Row>
      <ServersRow space={space} current={page.at === "servers" || page.at === "add-servers" || page.at === "programs"} />
      <Row deep icon={History} current={page.at === "runs"} onClick={() => go({ at: "runs", space, run: "" })}>
        {texts.pages.runs}
      </Row>
      <JobsRow space={space} current={page.at === "jobs"} />
      <Row deep icon={Webhook} current={page.at === "hooks" || page.at === "replay"} onClick={() => go({ at: "hooks", space, hook: "" })}>
        {texts.pages.hooks}
      </Row>
      <Row deep icon={Scale} current={page.at === "rules"} onClick={() => go({ at: "rules", space, decider: UNDECIDED })}>
        {texts.pages.rules}
      </Row>
      <Row deep icon={BrickWall} current={page.at === "walls"} onClick={() => go({ at: "walls", space })}>
        {texts.pages.walls}
      </Row>
      <Row deep icon={ArrowLeftRight} current={page.at === "elsewhere"} onClick={() => go({ at: "elsewhere", space })}>
        {texts.pages.elsewhere}
      </Row>
      <TrustRow space={space} current={page.at === "trust"} />
      {problems > 0 && (
        <Row deep icon={TriangleAlert} current={page.at === "problems"} onClick={() => go({ at: "problems", space })} end={<Count of={problems} />}>
          {texts.pages.problems}
        </Row>
      )}
      <ChatList space={found} current={page.at === "chat" ? page.session : ""} onOpen={(session) => go({ at: "chat", space, session })} onAll={() => go({ at: "chats", space })} />
    </div>
  );
}

/** Says that something changed, and is held back until the person has looked. */
function TrustRow({ space, current }: { space: string; current: boolean }) {
  const changes = useChanges(space).data?.changes.length ?? 0;
  const end = changes > 0 && (
    <span className="text-11 text-asking tabular-nums" title={texts.sidebar.changes(changes)}>
      {changes}
      <span className="sr-only">{texts.sidebar.toReview}</span>
    </span>
  );
  return (
    <Row deep icon={ShieldCheck} current={current} onClick={() => go({ at: "trust", space })} end={end}>
      {texts.pages.trust}
    </Row>
  );
}

function SkillsRow({ space, current }: { space: string; current: boolean }) {
  const skills = useSkills(space).data?.length;
  return (
    <Row deep icon={BookOpen} current={current} onClick={() => go({ at: "skills", space })} end={<Count of={skills || undefined} />}>
      {texts.pages.skills}
    </Row>
  );
}

/** Says quietly that a server does not start, or wants the person. */
function ServersRow({ space, current }: { space: string; current: boolean }) {
  const servers = useServers(space).data?.servers ?? [];
  const bad = servers.filter(({ state, held }) => ["failed", "waiting", "broken", "sign-in", "held-back"].includes(state) || held > 0).length;
  const end = bad > 0 ? (
    <span className="text-11 text-asking tabular-nums" title={texts.sidebar.servers(bad)}>
      {bad}
      <span className="sr-only">{texts.sidebar.needAttention}</span>
    </span>
  ) : <Count of={servers.length || undefined} />;
  return (
    <Row deep icon={Server} current={current} onClick={() => go({ at: "servers", space, server: "" })} end={end}>
      {texts.pages.servers}
    </Row>
  );
}

/** Says quietly that something runs in the background. It does not turn: a server may run all day. */
function JobsRow({ space, current }: { space: string; current: boolean }) {
  const running = useJobs(space).data?.filter(({ state }) => state === "running").length ?? 0;
  const end = running > 0 && (
    <span className="flex items-center gap-1 text-11 text-accent tabular-nums" title={texts.sidebar.jobs(running)}>
      <CircleDot size={12} aria-hidden />
      {running}
      <span className="sr-only">{texts.sidebar.running}</span>
    </span>
  );
  return (
    <Row deep icon={SquareTerminal} current={current} onClick={() => go({ at: "jobs", space, job: "" })} end={end}>
      {texts.pages.jobs}
    </Row>
  );
}

function Count({ of }: { of: number | undefined }) {
  if (of === undefined) return null;
  return <span className="text-11 text-muted tabular-nums">{of.toLocaleString("en")}</span>;
}

/** The one thing that may shout. */
function WaitingRow({ open }: { open: boolean }) {
  const said = useLiveState(sayWaiting);
  if (said === "") return null;
  return (
    <button
      aria-expanded={open}
      className="row mb-1 rounded-md bg-asking-fill px-2 text-left text-12 font-semibold text-on-asking"
      onClick={() => showAside(open ? { show: "nothing" } : { show: "waiting" })}
    >
      <Hand size={15} aria-hidden />
      <span className="flex-1">{said}</span>
      <kbd className="font-sans text-11 font-normal">{COMMAND_KEY} J</kbd>
    </button>
  );
}

interface RowProps {
  icon?: LucideIcon;
  deep?: boolean;
  current?: boolean;
  onClick: () => void;
  end?: ReactNode;
  children: ReactNode;
}

function Row({ icon: Icon = CircleHelp, deep = false, current = false, onClick, end, children }: RowProps) {
  return (
    <button
      aria-current={current ? "page" : undefined}
      className={`row w-full rounded-md pr-2 text-left ${deep ? "pl-8" : "pl-2"} ${current ? "bg-chosen" : "hover:bg-hover"}`}
      onClick={onClick}
    >
      <Icon size={15} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {end}
    </button>
  );
}
