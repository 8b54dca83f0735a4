import { plural, sentence } from "./format";
import { said } from "./language";

export const texts = said("app", {
  outside: "This page works only in the Handrail app. Open the app to use it.",
  title: {
    waiting: (count: number) => `(${count}) Handrail`,
    plain: "Handrail",
  },
  announce: {
    call: (title: string, agent: string, why: string, key: string) => `Waiting for you: ${sentence(title)} Requested by: ${sentence(agent)} ${sentence(why)} Press ${key} J to answer.`,
    form: (server: string, key: string) => `The server ${server} has a form for you. Press ${key} J to answer.`,
  },
  dismiss: "Dismiss",
  cut: (titles: string[]) => `${titles.length === 1 ? "An answer was" : `${titles.length} answers were`} cut when Handrail ended: ${titles.slice(0, 3).map((title) => `“${title}”`).join(", ")}${titles.length > 3 ? ", …" : ""}. Open the chat to go on.`,
  link: {
    refused: (address: string, why: string) => `The address ${address} opens nothing: ${why}.`,
  },
  opening: {
    hands: "Loading hands…",
    servers: "Loading servers…",
    programs: "Looking for other programs…",
    page: "Loading…",
  },
  welcome: {
    reading: "Loading your spaces…",
    failed: "Couldn't load your spaces.",
  },
  waiting: "Waiting for you",
  callDetails: "Call details",
  stopped: {
    what: (runs: number, calls: number, jobs: number, questions: number) => {
      const parts = [runs && plural(runs, "run"), calls && plural(calls, "call"), jobs && plural(jobs, "job"), questions && plural(questions, "question")].filter(Boolean);
      return parts.length > 0 ? `Stopped: ${parts.join(", ")}.` : "Nothing was running.";
    },
    messages: (count: number) => `${plural(count, "message")} held back: look in the outbox.`,
    sending: (count: number) => `${plural(count, "message")} already being sent.`,
    ended: (count: number) => `${plural(count, "process", "processes")} of Handrail didn't answer and had to be ended.`,
    stuck: (why: string[]) => `Couldn't stop everything: ${why.join("; ")}.`,
    failed: (why: string) => `Couldn't stop everything: ${why}`,
  },
  sidebar: {
    newChat: "New chat",
    label: "Spaces and chats",
    goTo: "Go to…",
    settings: "Settings",
    stop: "Stop everything",
    hide: "Hide the sidebar",
    show: "Show the sidebar",
    width: "Width of the sidebar",
    changes: (count: number) => `${plural(count, "change")} to review`,
    toReview: "to review",
    servers: (count: number) => `${plural(count, "server needs", "servers need")} attention`,
    needAttention: "need attention",
    jobs: (count: number) => `${plural(count, "job")} running in the background`,
    running: "running",
  },
  groups: {
    build: "Tools and servers",
    activity: "Activity",
    safety: "Safety",
  },
  pages: {
    tools: "Tools",
    hands: "Hands",
    skills: "Skills",
    memory: "Memory",
    pages: "Pages",
    files: "Space files",
    servers: "Servers",
    runs: "Runs",
    jobs: "Jobs",
    hooks: "Hooks",
    rules: "Rules",
    walls: "Sandbox and network",
    elsewhere: "Text from elsewhere",
    trust: "Trust",
    problems: "Problems",
    chats: "All chats",
  },
} as const);
