// What the page asks for and keeps: one query per question, freshened by the backend's events.

import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient, type UseMutationResult, type QueryKey, type UseQueryResult } from "@tanstack/react-query";
import type { AppEvent, Backend, ChangedView, ChangesView, ContentView, JobView, ServersView, SessionView, SettingsView, SkillView, SpaceView, ToolDetailView, ToolForView, ToolView } from "./backend";
import { useBackend } from "./context";
import { keys } from "./keys";

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
  const freshener = new Freshener(client);
  return backend.listen((event) => freshener.hear(event));
}

class Freshener {
  /** Queries whose first answer is waited for, to be asked again after it. */
  private readonly late = new Set<string>();

  constructor(private readonly client: QueryClient) {}

  hear(event: AppEvent): void {
    switch (event.kind) {
      case "space":
        this.change<SpaceView>(keys.spaces, (spaces) => put(spaces, event.changed, (space) => space.path));
        this.freshen(keys.space(event.changed.path));
        return;
      case "servers":
        this.freshen(keys.space(event.changed.path));
        return;
      case "clients":
        this.freshen(keys.clients);
        return;
      case "session":
        this.change<SessionView>(keys.sessions(event.chat.space), (sessions) => (event.chat.gone ? sessions.filter(({ id }) => id !== event.chat.id) : put(sessions, event.chat, (session) => session.id)));
        if (event.chat.gone) this.freshen(keys.space(event.chat.space));
        return;
      case "journal":
        if (event.journal.call) this.freshen(keys.record(event.journal.call));
        for (const key of madeOldBy(event.space, event.journal.kind)) this.freshen(key);
        return;
      default:
        return;
    }
  }

  private freshen(queryKey: QueryKey): void {
    // A first answer that is still on its way may be older than the event.
    for (const query of this.client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
      const { queryHash, promise } = query;
      if (query.state.data !== undefined || !promise || this.late.has(queryHash)) continue;
      this.late.add(queryHash);
      const after = () => {
        this.late.delete(queryHash);
        void renew(this.client, query.queryKey);
      };
      promise.then(after, after);
    }
    void renew(this.client, queryKey);
  }

  /** Changes a list that is there; one that is still on its way is asked for again. */
  private change<T>(queryKey: QueryKey, by: (list: T[]) => T[]): void {
    if (this.client.getQueryData(queryKey) === undefined) this.freshen(queryKey);
    else this.client.setQueryData<T[]>(queryKey, (list) => list && by(list));
  }
}

/** What a step of a run makes old. Steps are many, so it is not all of the space. */
function madeOldBy(space: string, kind: string): QueryKey[] {
  const old: QueryKey[] = [];
  if (["prompted", "called", "ended"].includes(kind)) old.push(keys.runs(space), keys.subagents(space));
  if (["called", "started", "returned"].includes(kind)) old.push(keys.handHistory(space));
  if (["snapshot", "undone", "ended"].includes(kind)) old.push(keys.changed(space));
  // A call may have started a job or stopped one, and have been told a no on its way.
  if (kind === "returned") old.push(keys.jobs(space), keys.walls(space), keys.hooks(space), keys.grants);
  return old;
}

/** Asks again for what is below a key, now or when it is next looked at; resolves when what is in sight is there. */
export function renew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  return client.invalidateQueries({ queryKey, predicate: ({ meta }) => meta?.still !== true });
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
    refetchInterval: (query) => (query.state.data?.some(({ state }) => state === "running" || state === "left") ? JOBS_MS : false),
  });
}

/** The skills of a space. */
export function useSkills(space: string): UseQueryResult<SkillView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.skills(space), queryFn: () => backend.skills(space), enabled: space !== "" });
}

/** What servers have beside their tools, as far as an agent may use it. */
export function useContents(space: string, agent: string): UseQueryResult<ContentView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.contents(space, agent), queryFn: () => backend.contents(space, agent), enabled: space !== "" });
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

/** How much runs of a space have changed; those that have changed nothing are left out. */
export function useChanged(space: string, runs: readonly string[]): UseQueryResult<ChangedView[]> {
  const backend = useBackend();
  return useQuery({ queryKey: keys.changed(space, ...runs), queryFn: () => backend.changedFiles(space, [...runs]), enabled: space !== "" && runs.length > 0, placeholderData: keepPreviousData });
}

const CHECK_AGAIN_MS = 1000;

export function useSettings(): UseQueryResult<SettingsView> {
  const backend = useBackend();
  return useQuery({
    queryKey: keys.settings,
    queryFn: () => backend.settings(),
    // A provider that takes its time is asked on, while all else goes on.
    refetchInterval: ({ state }) => (state.data?.providers.some((provider) => provider.state === "checking") ? CHECK_AGAIN_MS : false),
  });
}

/** Does something and keeps the settings that come back. */
export function useSettingsChange<A>(change: (argument: A) => Promise<SettingsView>): UseMutationResult<SettingsView, Error, A> {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: (settings) => client.setQueryData(keys.settings, settings) });
}
