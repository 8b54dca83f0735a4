// What the page asks for and keeps: one query per question, freshened by the backend's events.

import { QueryClient, useMutation, useQuery, useQueryClient, type UseMutationResult, type UseQueryResult } from "@tanstack/react-query";
import type { AppEvent, Backend, ChangesView, JobView, ServersView, SessionView, SettingsView, SkillView, SpaceView, ToolDetailView, ToolForView, ToolView } from "./backend";
import { useBackend } from "./context";

export const keys = {
  spaces: ["spaces"] as const,
  problems: (space: string) => ["problems", space] as const,
  sessions: (space: string) => ["sessions", space] as const,
  tools: (space: string) => ["tools", space] as const,
  tool: (space: string, name: string) => ["tool", space, name] as const,
  preview: (space: string, tool: string, input: string) => ["preview", space, tool, input] as const,
  hands: (space: string) => ["hands", space] as const,
  handsCheck: (space: string, text: string) => ["hands-check", space, text] as const,
  handHistory: (space: string) => ["hand-history", space] as const,
  hooks: (space: string) => ["hooks", space] as const,
  changes: (space: string) => ["changes", space] as const,
  toolsFor: (space: string, agent: string) => ["tools-for", space, agent] as const,
  walls: (space: string) => ["walls", space] as const,
  rules: (space: string) => ["rules", space] as const,
  grants: ["grants"] as const,
  trial: (space: string, trial: object) => ["trial", space, trial] as const,
  answer: (question: string, input: string) => ["answer", question, input] as const,
  skills: (space: string) => ["skills", space] as const,
  jobs: (space: string) => ["jobs", space] as const,
  runs: (space: string) => ["runs", space] as const,
  settings: ["settings"] as const,
  record: (call: string) => ["record", call] as const,
  secrets: ["secrets"] as const,
  servers: ["servers"] as const,
  mcpServers: (space: string) => ["mcp-servers", space] as const,
  mcpServer: (space: string, name: string) => ["mcp-server", space, name] as const,
  programs: (space: string) => ["programs", space] as const,
  clients: ["clients"] as const,
  doctor: ["doctor"] as const,
  about: ["about"] as const,
};

/** Go is on the same machine and tells what changes: nothing goes stale by itself, nothing is tried again unasked. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });
}

/** Freshens what an event makes old. */
export function connectQueries(backend: Backend, client: QueryClient): () => void {
  return backend.listen((event) => freshen(client, event));
}

function freshen(client: QueryClient, event: AppEvent): void {
  switch (event.kind) {
    case "space": {
      const { path } = event.changed;
      client.setQueryData<SpaceView[]>(keys.spaces, (spaces) => spaces && put(spaces, event.changed, (space) => space.path));
      for (const key of [keys.problems(path), keys.tools(path), ["tool", path], ["preview", path], keys.hands(path), keys.walls(path), keys.hooks(path), keys.changes(path), ["tools-for", path], keys.rules(path), keys.skills(path), keys.mcpServers(path), ["mcp-server", path]]) {
        void client.invalidateQueries({ queryKey: key });
      }
      return;
    }
    case "servers": {
      const { path } = event.changed;
      for (const key of [keys.mcpServers(path), ["mcp-server", path], keys.tools(path), ["tool", path], ["tools-for", path]]) void client.invalidateQueries({ queryKey: key });
      return;
    }
    case "clients":
      void client.invalidateQueries({ queryKey: keys.clients });
      return;
    case "session":
      client.setQueryData<SessionView[]>(
        keys.sessions(event.chat.space),
        (sessions) => sessions && put(sessions, event.chat, (session) => session.id),
      );
      return;
    case "journal":
      if (event.journal.call) void client.invalidateQueries({ queryKey: keys.record(event.journal.call) });
      if (["prompted", "called", "ended"].includes(event.journal.kind)) {
        void client.invalidateQueries({ queryKey: keys.runs(event.space) });
      }
      if (["called", "started", "returned"].includes(event.journal.kind)) {
        void client.invalidateQueries({ queryKey: keys.handHistory(event.space) });
      }
      // A call may have started a job or stopped one, and have been told a no on its way.
      if (event.journal.kind === "returned") {
        void client.invalidateQueries({ queryKey: keys.jobs(event.space) });
        void client.invalidateQueries({ queryKey: keys.walls(event.space) });
        void client.invalidateQueries({ queryKey: keys.hooks(event.space) });
        void client.invalidateQueries({ queryKey: keys.grants });
      }
      return;
    default:
      return;
  }
}

/** Replaces the item of the same name, or puts it first. */
function put<T>(list: T[], item: T, name: (item: T) => string): T[] {
  const at = list.findIndex((known) => name(known) === name(item));
  return at < 0 ? [item, ...list] : list.with(at, item);
}

export function useSpaces(): UseQueryResult<SpaceView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.spaces, queryFn: () => backend.spaces() });
}

export function useSessions(space: string): UseQueryResult<SessionView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.sessions(space), queryFn: () => backend.sessions(space), enabled: space !== "" });
}

export function useTools(space: string): UseQueryResult<ToolView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.tools(space), queryFn: () => backend.tools(space), enabled: space !== "" });
}

export function useTool(space: string, name: string): UseQueryResult<ToolDetailView> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.tool(space, name), queryFn: () => backend.tool(space, name), enabled: name !== "" });
}

/** The tools as an agent has them; "" = as the person has. */
export function useToolsFor(space: string, agent: string, enabled: boolean): UseQueryResult<ToolForView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.toolsFor(space, agent), queryFn: () => backend.toolsFor(space, agent), enabled });
}

/** What has changed in a space since it was trusted. */
export function useChanges(space: string): UseQueryResult<ChangesView> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.changes(space), queryFn: () => backend.changes(space), enabled: space !== "" });
}

/** How often a job that runs is looked at: nothing tells when it ends. */
const JOBS_MS = 1500;

export function useJobs(space: string): UseQueryResult<JobView[]> {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.jobs(space), queryFn: () => backend.jobs(space), enabled: space !== "",
    refetchInterval: (query) => (query.state.data?.some(({ state }) => state === "running") ? JOBS_MS : false),
  });
}

/** The skills of a space. */
export function useSkills(space: string): UseQueryResult<SkillView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.skills(space), queryFn: () => backend.skills(space), enabled: space !== "" });
}

/** How often servers that change by themselves are looked at. */
const SERVERS_MS = 1000;

/** The MCP servers of a space. */
export function useServers(space: string): UseQueryResult<ServersView> {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.mcpServers(space), queryFn: () => backend.servers(space), enabled: space !== "",
    refetchInterval: (query) => (query.state.data?.servers.some(({ state }) => state === "connecting" || state === "waiting") ? SERVERS_MS : false),
  });
}

export function useSettings(): UseQueryResult<SettingsView> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.settings, queryFn: () => backend.settings() });
}

/** Does something and keeps the settings that come back. */
export function useSettingsChange<A>(change: (argument: A) => Promise<SettingsView>): UseMutationResult<SettingsView, Error, A> {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: (settings) => client.setQueryData(keys.settings, settings) });
}
