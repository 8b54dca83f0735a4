import type { SessionView } from "../../backend/backend";
import type { FeedKey, FeedState, Live } from "../../backend/live";
import { chatAsMarkdown } from "./as-markdown";

/** A whole chat as a text, which is loaded for that if it is not open. */
export async function markdownOf(live: Live, chat: SessionView, title: string): Promise<string> {
  const { status, error, turns, calls } = await loaded(live, `session:${chat.id}`);
  if (status === "failed") throw new Error(error);
  return chatAsMarkdown({ title, agent: chat.agent, turns, calls });
}

/** A chat when all of it is there. */
function loaded(live: Live, key: FeedKey): Promise<FeedState> {
  live.watch(key);
  return new Promise((resolve) => {
    const look = () => {
      const feed = live.store.getState().feeds[key];
      if (!feed || feed.status === "loading") return false;
      resolve(feed);
      return true;
    };
    if (look()) return;
    const stop = live.store.subscribe(() => look() && stop());
  });
}
