import { number, plural } from "./format";
import { said } from "./language";

export const texts = said("closing", {
  title: "Close while agents work?",
  works: (chats: number, calls: number) => {
    const parts = [chats && `agents work in ${plural(chats, "chat")}`, calls && `${plural(calls, "call")} ${calls === 1 ? "goes" : "go"} on`].filter(Boolean).join(", and ");
    return parts ? `${parts.charAt(0).toUpperCase()}${parts.slice(1)}.` : "Nothing goes on any more.";
  },
  questions: (count: number) => (count === 1 ? "A question waits for you." : `${number(count)} questions wait for you.`),
  inBackground: "In the background, they go on without the window. Handrail quits when they are done, and the window comes back when you start it again.",
  stopped: "If you stop them, you can go on in their chats next time.",
  background: "Keep running in the background",
  stop: "Stop and quit",
  failed: "Couldn't close the window.",
} as const);
