// The fake's answers about other programs that use Handrail.

import type { Asked } from "../wire";
import type { RecordedSpaces } from "./recorded";

/** On this machine there is no other program. */
const BARE = "/home/ada/bare";

type Programs = Pick<Asked, "programs" | "previewConnect" | "connect" | "clients" | "addClientToken" | "revokeClientToken" | "disconnectClient">;
type Answers = { [K in keyof Programs]: (...args: Parameters<Programs[K]>) => Awaited<ReturnType<Programs[K]>> };

export function otherPrograms(recorded: RecordedSpaces, empty: boolean): Answers {
  return {
    programs: (path) => recorded.play("programs", empty ? BARE : path),
    previewConnect: (path, id, act) => recorded.play("previewConnect", path, id, act),
    connect: (path, id, act, digest) => recorded.play("connect", path, id, act, digest),
    clients: () => (empty ? { tokens: [], connected: [] } : recorded.play("clients")),
    addClientToken: (name) => recorded.play("addClientToken", name),
    revokeClientToken: (name) => recorded.play("revokeClientToken", name),
    disconnectClient: (id) => recorded.play("disconnectClient", id),
  };
}
