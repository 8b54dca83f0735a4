// The fake's other machines. Each look at them goes a step on: a server is reached, another machine answers.

import type { MachineServerForm, MachinesView, PairingView } from "../wire";

const NO_PAIRING: PairingView = { stage: "none", number: "", code: "", other: "", reason: "" };
const UNSET: MachinesView = { name: "ada-laptop", link: "unset", reason: "", server: { url: "", kept: false, ca: "", name: "", record: false }, machines: [], pairing: NO_PAIRING };

class FakeMachines {
  private now: MachinesView;

  constructor(empty: boolean) {
    this.now = empty ? UNSET : {
      ...UNSET, link: "connected", server: { url: "tls://nats.example.com:4222", kept: true, ca: "", name: "", record: true },
      machines: [
        { id: "k3f7a2m5q6w4r2t7", name: "attic", paired: "2026-02-11T08:30:00Z", heard: "2026-02-27T17:05:00Z", tells: false },
        { id: "p2d5c7x3b4n6h2j5", name: "tower", paired: "2026-02-11T09:00:00Z", heard: "2026-03-02T10:11:00Z", tells: true },
      ],
    };
  }

  look(): MachinesView {
    this.now = { ...this.now, ...reach(this.now), ...step(this.now) };
    return this.now;
  }

  set(form: MachineServerForm): MachinesView {
    if (/^(nats|ws):/.test(form.url) && !form.url.includes("127.0.0.1")) throw new Error("The server is on another machine, and nats:// would let others read along: write tls:// or wss://");
    const kept = form.url !== "" && (form.credentials !== "" || (!form.open && this.now.server.kept));
    const server = { url: form.url, kept, ca: form.ca, name: form.name, record: form.record };
    this.now = { ...this.now, name: form.name || UNSET.name, link: form.url ? "connecting" : "unset", reason: "", server };
    return this.now;
  }

  pair(number: string): MachinesView {
    this.now = { ...this.now, pairing: { ...NO_PAIRING, stage: number ? "joining" : "reaching" } };
    return this.now;
  }

  compare(same: boolean): MachinesView {
    const { pairing } = this.now;
    if (pairing.stage === "comparing") this.now = { ...this.now, pairing: same ? { ...pairing, stage: "confirmed" } : { ...NO_PAIRING, stage: "failed", reason: "The machines were not paired: the code was not confirmed on both" } };
    return this.now;
  }

  stop(): MachinesView {
    this.now = { ...this.now, pairing: NO_PAIRING };
    return this.now;
  }

  unpair(id: string): MachinesView {
    this.now = { ...this.now, machines: this.now.machines.filter((known) => known.id !== id) };
    return this.now;
  }
}

/** What becomes of a server that is connected to: it is there, unless it is called otherwise. */
function reach({ link, server }: MachinesView): Partial<MachinesView> {
  if (link !== "connecting") return {};
  return /nats\.example\.com|127\.0\.0\.1/.test(server.url) ? { link: "connected" } : { link: "failing", reason: `Connect to ${server.url}: no server answers there` };
}

/** The next stage of a pairing that waits for no person here. */
function step({ pairing, machines }: MachinesView): Partial<MachinesView> {
  switch (pairing.stage) {
    case "reaching":
      return { pairing: { ...pairing, stage: "inviting", number: "48219930" } };
    case "inviting":
    case "joining":
      return { pairing: { ...pairing, stage: "comparing", number: "", code: "402 817", other: "workshop" } };
    case "confirmed":
      return {
        pairing: { ...NO_PAIRING, stage: "paired", other: "workshop" },
        machines: [...machines, { id: "w7q2e5r3t6y4u2i7", name: "workshop", paired: "2026-03-02T10:20:00Z", heard: "2026-03-02T10:20:00Z", tells: false }],
      };
    default:
      return {};
  }
}

/** What the page may ask of them. */
export function meeting(empty: boolean) {
  const fake = new FakeMachines(empty);
  return {
    machines: () => fake.look(),
    setMachineServer: (form: MachineServerForm) => fake.set(form),
    pairMachine: (number: string) => fake.pair(number),
    comparePairing: (same: boolean) => fake.compare(same),
    stopPairing: () => fake.stop(),
    unpairMachine: (id: string) => fake.unpair(id),
    exportMachineRecord: (id: string) => `/home/ada/Documents/${id}.jsonl`,
  };
}
