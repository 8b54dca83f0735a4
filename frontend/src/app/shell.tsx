import { Compass, FolderX } from "lucide-react";
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from "react";
import { useLiveState } from "../backend/context";
import { WaysProvider, type Ways } from "../backend/ways";
import { useSettings, useSpaces } from "../backend/queries";
import { askingOf } from "../backend/waiting";
import { Empty, Loaded, Waiting } from "../components/feedback";
import { ChatPage } from "../features/chat/chat-page";
import { FormQuestion } from "../features/chat/form-question";
import { Question } from "../features/chat/question";
import { WaitingList } from "../features/chat/waiting-list";
import { HooksPage } from "../features/hooks/hooks-page";
import { ReplayPage } from "../features/hooks/replay-page";
import { JobsPage } from "../features/jobs/jobs-page";
import { CallInspector } from "../features/runs/call-inspector";
import { RulesPage } from "../features/rules/rules-page";
import { RunsPage } from "../features/runs/runs-page";
import { SettingsPage } from "../features/settings/settings-page";
import { OpenSpace } from "../features/spaces/open-space";
import { ProblemsPage } from "../features/spaces/problems";
import { SkillsPage } from "../features/spaces/skills";
import { TrustBanner } from "../features/spaces/trust-banner";
import { TrustPage } from "../features/spaces/trust";
import { ToolsPage } from "../features/tools/tools-page";
import { TryTool } from "../features/tools/try-tool";
import { WallsPage } from "../features/walls/walls-page";
import type { SpaceView } from "../backend/backend";
import { Announcer } from "./announcer";
import { useFront } from "./front";
import { useCommandKeys } from "./keys";
import { Notices } from "./notices";
import { Palette } from "./palette";
import { go, showAside, spaceOf, useRoute, type Aside, type Page } from "./routes";
import { Sidebar } from "./sidebar";
import { useTheme } from "./theme";

// An editor, and most windows are opened to chat.
const AddPage = lazy(() => import("../features/servers/add-page").then((module) => ({ default: module.AddPage })));
const ProgramsPage = lazy(() => import("../features/servers/programs-page").then((module) => ({ default: module.ProgramsPage })));
const ServersPage = lazy(() => import("../features/servers/servers-page").then((module) => ({ default: module.ServersPage })));
const HandsPage = lazy(() => import("../features/hands/hands-page").then((module) => ({ default: module.HandsPage })));

/** Three panes at most: where am I, what is happening, what exactly. */
export function Shell() {
  const route = useRoute();
  const [palette, setPalette] = useState(false);
  useFront();
  useTheme(useSettings().data?.theme ?? "system");
  useCommandKeys({ k: () => setPalette(true), j: () => showAside({ show: "waiting" }) });
  const space = spaceOf(route.page);
  return (
    <div className="flex h-full">
      <Sidebar route={route} onPalette={() => setPalette(true)} />
      <WaysProvider ways={useWaysOf(space)}>
        <main className="flex min-w-0 flex-1 flex-col">
          <Center page={route.page} aside={route.aside} />
        </main>
        <AsidePane page={route.page} aside={route.aside} />
      </WaysProvider>
      {palette && <Palette space={space} onClose={() => setPalette(false)} />}
      <Notices />
      <Announcer />
    </div>
  );
}

function useWaysOf(space: string): Ways | undefined {
  return useMemo(() => (space ? { walls: () => go({ at: "walls", space }), rules: (by) => go({ at: "rules", space, by }), job: (job) => go({ at: "jobs", space, job }), trust: () => go({ at: "trust", space }), hook: (hook) => go({ at: "hooks", space, hook }) } : undefined), [space]);
}

function Center({ page, aside }: { page: Page; aside: Aside }) {
  if (page.at === "settings") return <SettingsPage part={page.part} onPart={(part) => go({ at: "settings", part })} />;
  if (page.at === "start") return <Start />;
  return <InSpace path={page.space} trusting={page.at === "trust"}>{(space) => <SpacePage space={space} page={page} aside={aside} />}</InSpace>;
}

/** The first space of the list, or, where there is none, how to get one. */
function Start() {
  const first = useSpaces().data?.[0]?.path;
  useEffect(() => {
    if (first !== undefined) go({ at: "chat", space: first, session: "" });
  }, [first]);
  return <Welcome />;
}

function Welcome() {
  return (
    <>
      <h1 className="sr-only">Handrail</h1>
      <Empty icon={Compass} title="Open a folder to begin" action={<OpenSpace big onOpened={(space) => go({ at: "chat", space: space.path, session: "" })} />}>
        A space is a folder in which agents work with its tools. Whatever it declares stays off until you have seen it and trust it.
      </Empty>
    </>
  );
}

/** A page of a space, once the space is known and can be read. */
function InSpace({ path, trusting, children }: { path: string; trusting: boolean; children: (space: SpaceView) => ReactNode }) {
  const spaces = useSpaces();
  return (
    <Loaded query={spaces} waiting="Reading your spaces…" failed="Your spaces could not be read.">
      {(list) => {
        const space = list.find((known) => known.path === path);
        if (!space) return <Welcome />;
        if (space.unavailable) {
          return (
            <Empty icon={FolderX} title={`${space.name} cannot be read`}>
              {space.unavailable}
            </Empty>
          );
        }
        return (
          <>
            {!trusting && <TrustBanner space={space} onOpen={() => go({ at: "trust", space: space.path })} />}
            {children(space)}
          </>
        );
      }}
    </Loaded>
  );
}

type InASpace = Exclude<Page, { at: "start" | "settings" }>;

function SpacePage({ space, page, aside }: { space: SpaceView; page: InASpace; aside: Aside }) {
  const chosen = aside.show === "call" ? aside.call : "";
  const inspect = (run: string, call: string) => showAside({ show: "call", run, call });
  switch (page.at) {
    case "chat":
      return (
        <ChatPage
          space={space}
          session={page.session}
          chosen={chosen}
          onInspect={(call) => (call.id === chosen ? showAside({ show: "nothing" }) : inspect(call.run, call.id))}
          onOpen={(session) => go({ at: "chat", space: space.path, session })}
          onModels={() => go({ at: "settings", part: "models" })}
          onServers={() => go({ at: "add-servers", space: space.path, way: "import" })}
        />
      );
    case "tools":
      return (
        <ToolsPage
          space={space}
          tool={page.tool}
          onOpen={(tool) => go({ at: "tools", space: space.path, tool })}
          onInspect={inspect}
          question={(call) => <QuestionOf call={call} />}
        />
      );
    case "hands":
      return (
        <Suspense fallback={<Waiting what="Opening the hands…" />}>
          <HandsPage
            key={space.path}
            space={space}
            hand={page.hand}
            onOpen={(hand) => go({ at: "hands", space: space.path, hand })}
            onInspect={inspect}
            tryIt={(asked) => <TryTool key={asked.detail.tool.qualified} space={space} {...asked} onInspect={inspect} question={(call) => <QuestionOf call={call} />} />}
          />
        </Suspense>
      );
    case "runs":
      return <RunsPage space={space} run={page.run} chosen={chosen} onOpen={(run) => go({ at: "runs", space: space.path, run })} onInspect={inspect} />;
    case "jobs":
      return <JobsPage key={space.path} space={space} job={page.job} onOpen={(job) => go({ at: "jobs", space: space.path, job })} />;
    case "hooks":
      return <HooksPage space={space} hook={page.hook} onOpen={(hook) => go({ at: "hooks", space: space.path, hook })} onReplay={() => go({ at: "replay", space: space.path })} />;
    case "servers":
      return (
        <Suspense fallback={<Waiting what="Opening the servers…" />}>
          <ServersPage
            key={space.path}
            space={space}
            server={page.server}
            onOpen={(server) => go({ at: "servers", space: space.path, server })}
            onAdd={() => go({ at: "add-servers", space: space.path, way: "import" })}
            onPrograms={() => go({ at: "programs", space: space.path })}
            tryIt={(detail) => <TryTool key={detail.tool.qualified} space={space} detail={detail} onInspect={inspect} question={(call) => <QuestionOf call={call} />} />}
          />
        </Suspense>
      );
    case "add-servers":
      return (
        <Suspense fallback={<Waiting what="Opening the servers…" />}>
          <AddPage key={space.path} space={space} way={page.way} onWay={(way) => go({ at: "add-servers", space: space.path, way })} onOpen={(server) => go({ at: "servers", space: space.path, server })} onPrograms={() => go({ at: "programs", space: space.path })} />
        </Suspense>
      );
    case "programs":
      return (
        <Suspense fallback={<Waiting what="Looking at other programs…" />}>
          <ProgramsPage key={space.path} space={space} onServers={() => go({ at: "servers", space: space.path, server: "" })} />
        </Suspense>
      );
    case "replay":
      return <ReplayPage key={space.path} space={space} chosen={chosen} onBack={() => go({ at: "hooks", space: space.path, hook: "" })} onInspect={inspect} />;
    case "trust":
      return <TrustPage key={space.path} space={space} />;
    case "rules":
      return <RulesPage key={`${space.path} ${page.by}`} space={space} by={page.by} onInspect={inspect} />;
    case "walls":
      return <WallsPage key={space.path} space={space} />;
    case "skills":
      return <SkillsPage key={space.path} space={space} />;
    case "problems":
      return <ProblemsPage space={space} />;
  }
}

function QuestionOf({ call }: { call: string }) {
  const question = useLiveState((state) => state.questions.find((waiting) => waiting.call === call));
  const form = useLiveState((state) => state.forms.find((waiting) => waiting.call === call));
  if (form) return <FormQuestion key={form.id} form={form} />;
  if (!question) return <p className="text-muted">This is asked somewhere else: in a native dialog or a terminal.</p>;
  return <Question key={askingOf(question)} question={question} onAnswered={() => undefined} />;
}

function AsidePane({ page, aside }: { page: Page; aside: Aside }) {
  if (aside.show === "nothing") return null;
  const close = () => showAside({ show: "nothing" });
  const space = spaceOf(page);
  const inItsRun = page.at === "runs" && aside.show === "call" && page.run === aside.run;
  return (
    <aside aria-label={aside.show === "waiting" ? "Waiting for you" : "Details of a call"} className={`${aside.show === "waiting" ? "w-120" : "w-90"} flex shrink-0 flex-col border-l border-line bg-ground max-[999px]:absolute max-[999px]:inset-y-0 max-[999px]:right-0 max-[999px]:z-20`}>
      {aside.show === "waiting" ? (
        <WaitingList onClose={close} />
      ) : (
        <CallInspector space={space} run={aside.run} call={aside.call} onClose={close} onRun={space && !inItsRun ? (run) => go({ at: "runs", space, run }, aside) : undefined} />
      )}
    </aside>
  );
}
