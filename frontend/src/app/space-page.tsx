import type { SpaceView } from "../backend/backend";
import { UNDECIDED } from "../backend/decider";
import { AddPage, ChatPage, ChatsPage, ChatStart, ElsewherePage, FilesPage, HandsPage, HooksPage, JobsPage, MemoryPage, PagesPage, ProblemsPage, ProgramsPage, ReplayPage, RulesPage, RunsPage, ServersPage, SkillsPage, ToolsPage, TrustPage, WallsPage } from "./pages";
import { go, inspect, showAside, type Aside, type Page } from "./routes";

type InASpace = Exclude<Page, { at: "start" | "settings" }>;

/** A page of a space. */
export function SpacePage({ space, page, aside }: { space: SpaceView; page: InASpace; aside: Aside }) {
  const chosen = aside.show === "call" ? aside.call : "";
  switch (page.at) {
    case "chat": {
      const onOpen = (session: string) => go({ at: "chat", space: space.path, session });
      const onModels = () => go({ at: "settings", part: "models" });
      if (page.session === "") return <ChatStart space={space} onOpen={onOpen} onModels={onModels} onServers={() => go({ at: "add-servers", space: space.path, way: "import" })} />;
      return (
        <ChatPage
          space={space}
          session={page.session}
          chosen={chosen}
          onInspect={(call) => (call.id === chosen ? showAside({ show: "nothing" }) : inspect(call.run, call.id))}
          onOpen={onOpen}
          onModels={onModels}
        />
      );
    }
    case "tools":
      return <ToolsPage space={space} tool={page.tool} onOpen={(tool) => go({ at: "tools", space: space.path, tool })} />;
    case "hands":
      return <HandsPage key={space.path} space={space} hand={page.hand} onOpen={(hand) => go({ at: "hands", space: space.path, hand })} />;
    case "files":
    case "new-file":
      return (
        <FilesPage
          key={space.path}
          space={space}
          file={page.at === "files" ? page.file : ""}
          line={page.at === "files" ? page.line : 0}
          start={page.at === "files" ? undefined : page.start}
          onNew={() => go({ at: "new-file", space: space.path, start: "" })}
          onOpen={(file) => go({ at: "files", space: space.path, file, line: 0 })}
          onHooks={() => go({ at: "hooks", space: space.path, hook: "" })}
          onRules={() => go({ at: "rules", space: space.path, decider: UNDECIDED })}
          onHands={() => go({ at: "hands", space: space.path, hand: "" })}
        />
      );
    case "runs":
      return <RunsPage space={space} run={page.run} chosen={chosen} onOpen={(run) => go({ at: "runs", space: space.path, run })} />;
    case "jobs":
      return <JobsPage key={space.path} space={space} job={page.job} onOpen={(job) => go({ at: "jobs", space: space.path, job })} />;
    case "hooks":
      return <HooksPage space={space} hook={page.hook} onOpen={(hook) => go({ at: "hooks", space: space.path, hook })} onReplay={() => go({ at: "replay", space: space.path })} />;
    case "servers":
      return (
        <ServersPage
          key={space.path}
          space={space}
          server={page.server}
          onOpen={(server) => go({ at: "servers", space: space.path, server })}
          onAdd={() => go({ at: "add-servers", space: space.path, way: "import" })}
          onPrograms={() => go({ at: "programs", space: space.path })}
        />
      );
    case "add-servers":
      return (
        <AddPage key={space.path} space={space} way={page.way} onWay={(way) => go({ at: "add-servers", space: space.path, way })} onOpen={(server) => go({ at: "servers", space: space.path, server })} onPrograms={() => go({ at: "programs", space: space.path })} />
      );
    case "programs":
      return (
        <ProgramsPage key={space.path} space={space} onServers={() => go({ at: "servers", space: space.path, server: "" })} />
      );
    case "replay":
      return <ReplayPage key={space.path} space={space} chosen={chosen} onBack={() => go({ at: "hooks", space: space.path, hook: "" })} />;
    case "trust":
      return <TrustPage key={space.path} space={space} />;
    case "rules":
      return <RulesPage key={`${space.path} ${page.decider.kind} ${page.decider.name}`} space={space} decider={page.decider} />;
    case "walls":
      return <WallsPage key={space.path} space={space} />;
    case "elsewhere":
      return <ElsewherePage key={space.path} space={space} />;
    case "skills":
      return <SkillsPage key={space.path} space={space} />;
    case "memory":
      return <MemoryPage key={space.path} space={space} onRun={(run) => go({ at: "runs", space: space.path, run })} />;
    case "pages":
      return <PagesPage key={space.path} space={space} />;
    case "chats":
      return <ChatsPage key={space.path} space={space} onOpen={(at, session) => go({ at: "chat", space: at, session })} />;
    case "problems":
      return <ProblemsPage space={space} />;
  }
}
