import { lazy, useEffect, useState } from "react";
import { useBackend } from "../backend/context";
import { useSpaces } from "../backend/queries";
import { Waiting } from "../components/feedback";
import { StartPage } from "../features/spaces/start-page";
import { firstPage, go, parseRoute } from "./routes";
import { texts } from "../words/app";

const AddProvider = lazy(() => import("../features/settings/add-provider").then(({ AddProvider: it }) => ({ default: it })));

/** What the window showed last; else the first space of the list, or, where there is none, how to get one. */
export function Start() {
  const backend = useBackend();
  const { data: list, refetch } = useSpaces();
  // Undefined: the folders of the last time are being opened, and the list may not have them yet.
  const [last, setLast] = useState<string>();
  useEffect(() => {
    let left = false;
    const begin = (page: string) => refetch().then(() => left || setLast(page));
    void backend.lastPage().then(begin, () => begin(""));
    return () => {
      left = true;
    };
  }, [backend, refetch]);
  // Where there was none, whoever opens one says where to go with it.
  const [wasNone, setWasNone] = useState(false);
  if (last !== undefined && list?.length === 0 && !wasNone) setWasNone(true);
  const first = last === undefined || wasNone ? undefined : firstPage(last, list ?? []);
  useEffect(() => {
    if (first !== undefined && parseRoute(window.location.hash).page.at === "start") go(first);
  }, [first]);
  return last === undefined || first !== undefined ? <Waiting what={texts.welcome.reading} /> : <Welcome />;
}

export function Welcome() {
  const [connecting, setConnecting] = useState(false);
  return (
    <>
      <StartPage
        onOpened={(space) => go({ at: "chat", space: space.path, session: "" })}
        onExample={(space, session) => go({ at: "chat", space, session })}
        onServers={(space) => go({ at: "add-servers", space: space.path, way: "import" })}
        onModel={() => setConnecting(true)}
      />
      {connecting && <AddProvider start={{ name: "", type: "openai", url: "", key: "" }} onClose={() => setConnecting(false)} />}
    </>
  );
}
