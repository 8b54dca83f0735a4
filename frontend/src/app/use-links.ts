import { useEffect, useState } from "react";
import type { LinkView } from "../backend/backend";
import { useBackend, useLive } from "../backend/context";
import { texts as app } from "../words/app";

/** The addresses that ask to open a folder, one after the other; those that are wrong are told. */
export function useLinks(): { link: LinkView | undefined; done: () => void } {
  const backend = useBackend();
  const live = useLive();
  const [links, setLinks] = useState<readonly LinkView[]>([]);
  useEffect(() => {
    const look = () =>
      void backend.links().then(
        (list) => {
          for (const { address, problem } of list) if (problem) live.notify({ level: "warning", text: app.link.refused(address, problem) });
          const good = list.filter(({ problem }) => problem === "");
          if (good.length > 0) setLinks((before) => [...before, ...good]);
        },
        (error: unknown) => live.notify({ level: "error", text: error instanceof Error ? error.message : String(error) }),
      );
    look();
    return backend.listen(({ kind }) => kind === "link" && look());
  }, [backend, live]);
  return { link: links[0], done: () => setLinks((before) => before.slice(1)) };
}
