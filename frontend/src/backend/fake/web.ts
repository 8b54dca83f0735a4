// The fake's answers about the web.

import type { Asked } from "../wire";
import type { RecordedSpaces } from "./recorded";

type Web = Pick<Asked, "web" | "turnWeb" | "allowPages" | "disallowPages" | "setSearch" | "testSearch" | "proxy" | "setProxy" | "testProxy">;
type Answers = { [K in keyof Web]: (...args: Parameters<Web[K]>) => Awaited<ReturnType<Web[K]>> };

export function webOf(recorded: RecordedSpaces): Answers {
  return {
    web: (path) => recorded.play("web", path),
    turnWeb: (path, word) => recorded.play("turnWeb", path, word),
    allowPages: (host) => recorded.play("allowPages", host),
    disallowPages: (host) => recorded.play("disallowPages", host),
    setSearch: (form) => recorded.play("setSearch", form),
    testSearch: (query) => recorded.play("testSearch", query),
    proxy: () => recorded.play("proxy"),
    setProxy: (form) => recorded.play("setProxy", form),
    testProxy: (address) => recorded.play("testProxy", address),
  };
}
