import { AppWindow, ArrowLeftRight, BookOpen, BrickWall, ChevronRight, CircleDot, FileCode2, HandHelping, History, NotebookPen, Scale, Server, ShieldCheck, SquareTerminal, TriangleAlert, Webhook, Wrench } from "lucide-react";
import { useId, type ReactNode } from "react";
import { UNDECIDED } from "../backend/decider";
import { useChanges, useJobs, useServers, useSkills, useSpaces, useTools } from "../backend/queries";
import { ChatList } from "../features/chat/chat-list";
import { go, type Page } from "./routes";
import { Row } from "./row";
import { setSide, useSide, type Group } from "./side";
import { number } from "../words/format";
import { texts } from "../words/app";

/** The chats of the space that is open, and its pages in groups. */
export function SpacePages({ page, space }: { page: Page; space: string }) {
  const found = useSpaces().data?.find((known) => known.path === space);
  const tools = useTools(found && !found.unavailable ? space : "");
  if (!found || found.unavailable) return null;
  const problems = found.errors + found.warnings;
  return (
    <div className="px-2 pb-2">
      <ChatList space={found} current={page.at === "chat" ? page.session : ""} onOpen={(session) => go({ at: "chat", space, session })} onAll={() => go({ at: "chats", space })} />
      {problems > 0 && (
        <Row icon={TriangleAlert} current={page.at === "problems"} onClick={() => go({ at: "problems", space })} end={<Count of={problems} />}>
          {texts.pages.problems}
        </Row>
      )}
      <PageGroup group="build" title={texts.groups.build} here={BUILD.includes(page.at)}>
        <Row icon={Wrench} current={page.at === "tools"} onClick={() => go({ at: "tools", space, tool: "" })} end={<Count of={tools.data?.length} />}>
          {texts.pages.tools}
        </Row>
        <Row icon={HandHelping} current={page.at === "hands"} onClick={() => go({ at: "hands", space, hand: "" })} end={<Count of={tools.data?.filter(({ source }) => source === "hand").length || undefined} />}>
          {texts.pages.hands}
        </Row>
        <SkillsRow space={space} current={page.at === "skills"} />
        <ServersRow space={space} current={page.at === "servers" || page.at === "add-servers" || page.at === "programs"} />
        <Row icon={NotebookPen} current={page.at === "memory"} onClick={() => go({ at: "memory", space })}>
          {texts.pages.memory}
        </Row>
        <Row icon={AppWindow} current={page.at === "pages"} onClick={() => go({ at: "pages", space })}>
          {texts.pages.pages}
        </Row>
        <Row icon={FileCode2} current={page.at === "files" || page.at === "new-file"} onClick={() => go({ at: "files", space, file: "", line: 0 })}>
          {texts.pages.files}
        </Row>
      </PageGroup>
      <PageGroup group="activity" title={texts.groups.activity} here={ACTIVITY.includes(page.at)}>
        <Row icon={History} current={page.at === "runs"} onClick={() => go({ at: "runs", space, run: "" })}>
          {texts.pages.runs}
        </Row>
        <JobsRow space={space} current={page.at === "jobs"} />
      </PageGroup>
      <PageGroup group="safety" title={texts.groups.safety} here={SAFETY.includes(page.at)} end={<ChangesMark space={space} />}>
        <Row icon={Scale} current={page.at === "rules"} onClick={() => go({ at: "rules", space, decider: UNDECIDED })}>
          {texts.pages.rules}
        </Row>
        <Row icon={BrickWall} current={page.at === "walls"} onClick={() => go({ at: "walls", space })}>
          {texts.pages.walls}
        </Row>
        <Row icon={ShieldCheck} current={page.at === "trust"} onClick={() => go({ at: "trust", space })} end={<ChangesMark space={space} />}>
          {texts.pages.trust}
        </Row>
        <Row icon={Webhook} current={page.at === "hooks" || page.at === "replay"} onClick={() => go({ at: "hooks", space, hook: "" })}>
          {texts.pages.hooks}
        </Row>
        <Row icon={ArrowLeftRight} current={page.at === "elsewhere"} onClick={() => go({ at: "elsewhere", space })}>
          {texts.pages.elsewhere}
        </Row>
      </PageGroup>
    </div>
  );
}

const BUILD: readonly Page["at"][] = ["tools", "hands", "skills", "servers", "add-servers", "programs", "memory", "pages", "files", "new-file"];
const ACTIVITY: readonly Page["at"][] = ["runs", "jobs"];
const SAFETY: readonly Page["at"][] = ["rules", "walls", "trust", "hooks", "replay", "elsewhere"];

interface PageGroupProps {
  group: Group;
  title: string;
  /** The page that is open is one of these: it stays in sight. */
  here: boolean;
  /** Shown while the group is folded. */
  end?: ReactNode;
  children: ReactNode;
}

/** Pages that belong together, which can be folded. */
function PageGroup({ group, title, here, end, children }: PageGroupProps) {
  const { open } = useSide();
  const id = useId();
  const shown = open[group] || here;
  return (
    <section aria-labelledby={id} className="pt-2">
      <h3>
        <button
          id={id}
          aria-expanded={shown}
          className="row w-full rounded-md pr-2 pl-2 text-left text-12 text-muted hover:bg-hover"
          onClick={() => setSide({ open: { ...open, [group]: !open[group] } })}
        >
          <ChevronRight size={13} aria-hidden className={`shrink-0 ${shown ? "rotate-90" : ""}`} />
          <span className="min-w-0 flex-1 truncate">{title}</span>
          {!shown && end}
        </button>
      </h3>
      {shown && children}
    </section>
  );
}

/** Says that something changed, and is held back until the person has looked. */
function ChangesMark({ space }: { space: string }) {
  const changes = useChanges(space).data?.changes.length ?? 0;
  if (changes === 0) return null;
  return (
    <span className="text-11 text-asking tabular-nums" title={texts.sidebar.changes(changes)}>
      {changes}
      <span className="sr-only"> {texts.sidebar.toReview}</span>
    </span>
  );
}

function SkillsRow({ space, current }: { space: string; current: boolean }) {
  const skills = useSkills(space).data?.length;
  return (
    <Row icon={BookOpen} current={current} onClick={() => go({ at: "skills", space })} end={<Count of={skills || undefined} />}>
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
    <Row icon={Server} current={current} onClick={() => go({ at: "servers", space, server: "" })} end={end}>
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
    <Row icon={SquareTerminal} current={current} onClick={() => go({ at: "jobs", space, job: "" })} end={end}>
      {texts.pages.jobs}
    </Row>
  );
}

function Count({ of }: { of: number | undefined }) {
  if (of === undefined) return null;
  return <span className="text-11 text-muted tabular-nums">{number(of)}</span>;
}
