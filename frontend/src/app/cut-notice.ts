import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useBackend, useLive } from "../backend/context";
import { keys } from "../backend/keys";
import { texts } from "../words/app";

/** Says once, when the window starts, which chats were cut. Going on is offered in each of them. */
export function useCutNotice(): void {
  const backend = useBackend();
  const live = useLive();
  const { data } = useQuery({ queryKey: keys.cutChats, queryFn: () => backend.cutChats() });
  useEffect(() => {
    if (data && data.length > 0) live.notify({ level: "warning", text: texts.cut(data.map(({ title }) => title)) });
  }, [data, live]);
}
