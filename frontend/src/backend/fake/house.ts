// What the fake has of walls, jobs and whole outputs. Nothing runs in truth: the output of a job that runs grows
// each time somebody reads it.

import type { JobView, PieceView, StopView, WallsView, WordProblemView } from "../wire";

const GAPS = [
  "What a program may read and may send are not matched: a program that may reach a host can send it whatever it may read.",
  "A file that has a second name (a hard link) inside the space is the same file there.",
];

interface Growing {
  text: string;
  open: boolean;
}

export class FakeHouse {
  private readonly walls = new Map<string, WallsView>();
  private readonly jobs: JobView[] = [];
  private readonly outputs = new Map<string, Growing>();

  /** alive: outputs grow, and jobs began a little while ago. */
  constructor(
    private readonly welcome: string,
    private readonly alive: boolean,
    empty: boolean,
  ) {
    this.outputs.set("out-tests", { text: lines(1, 9000, (n) => `ok    case ${n}\n`), open: false });
    if (empty) return;
    this.add("job-1", "npm run watch", "done", lines(1, 3, (n) => `built in ${n}0 ms\n`));
    this.add("job-2", "node scripts/mirror.js --once", "failed", "cannot read mirror.json\n", "it ended with exit code 2");
    this.add("job-3", "python3 -m http.server 8010", "stopped", "");
    this.add("left-1", "node scripts/watch.js", "left", "");
    this.add("job-4", "npm run dev -- --port 5173", "running", `> dev\n> vite --port 5173\n\n  ready in 212 ms\n${lines(1, 60, (n) => `12:00:${String(n % 60).padStart(2, "0")} page ${n} reloaded\n`)}`);
  }

  of(space: string): WallsView {
    return this.walls.get(space) ?? this.set(space, fresh(space, space === this.welcome));
  }

  check(words: string[]): WordProblemView[] {
    return words.flatMap((word) => {
      if (word.includes("/")) return [{ word, text: `"${word}" is not a host: write its name alone, such as example.com or example.com:8443` }];
      if (/^\*\.[^.]+$/.test(word)) return [{ word, text: `"${word}" is too wide: name at least two parts, such as *.example.com` }];
      return [];
    });
  }

  setNetwork(space: string, words: string[]): WallsView {
    const { network, ...walls } = this.of(space);
    const answer = words.join() === "off" ? ({ answer: "", answered: "" } as const) : {};
    return this.set(space, { ...walls, network: { ...network, ...answer, own: words.length > 0, words: words.length > 0 ? words.toSorted() : network.shared } });
  }

  revokeNetwork(space: string): WallsView {
    const walls = this.of(space);
    return this.set(space, { ...walls, network: { ...walls.network, answer: "", answered: "" } });
  }

  revokeGrant(space: string, path: string): WallsView {
    const walls = this.of(space);
    return this.set(space, { ...walls, granted: walls.granted.filter((known) => known !== path), writable: walls.writable.filter((known) => known !== path) });
  }

  /** What the person has answered in a dialog. */
  answer(space: string, yes: boolean): void {
    const walls = this.of(space);
    this.set(space, { ...walls, network: { ...walls.network, answer: yes ? "yes" : "no", answered: yes ? new Date().toISOString() : "" } });
  }

  jobsOf(space: string): JobView[] {
    return this.jobs.filter((job) => job.folder === space);
  }

  stopEverything(runs: string[], stop: (run: string) => void): StopView {
    runs.forEach(stop);
    const jobs = this.jobs.filter(({ state }) => state === "running");
    jobs.forEach(({ id }) => this.stop(id));
    return { runs: runs.length, calls: 0, jobs: jobs.length, questions: 0, messages: 0, sending: 0, ended: [], stuck: [] };
  }

  stop(id: string): void {
    const job = this.jobs.find((known) => known.id === id);
    if (!job) throw new Error(`There is no job "${id}": it ended with the app that ran it, or so long ago that it is forgotten.`);
    if (job.state === "left") this.jobs.splice(this.jobs.indexOf(job), 1);
    if (job.state !== "running") return;
    job.state = "stopped";
    const output = this.outputs.get(id);
    if (output) output.open = false;
  }

  output(id: string, offset: number, limit: number): PieceView {
    const output = this.outputs.get(id);
    if (!output) throw new Error("This output is not kept any more: it is removed after a week.");
    if (output.open && this.alive) output.text += `12:01:00 page ${output.text.length} reloaded\n`;
    const text = output.text.slice(offset, offset + limit);
    return { text, next: offset + text.length, size: output.text.length, open: output.open };
  }

  private set(space: string, walls: WallsView): WallsView {
    this.walls.set(space, walls);
    return walls;
  }

  private add(id: string, title: string, state: JobView["state"], text: string, why = ""): void {
    const began = this.alive ? new Date(Date.now() - 600_000).toISOString() : "2026-11-20T12:00:00Z";
    this.jobs.push({ id, session: "chat-tests", tool: "bash", title, folder: this.welcome, began, state, why });
    this.outputs.set(id, { text, open: state === "running" });
  }
}

function lines(from: number, to: number, line: (n: number) => string): string {
  return Array.from({ length: to - from + 1 }, (_, i) => line(from + i)).join("");
}

function fresh(space: string, answered: boolean): WallsView {
  return {
    walls: [
      {
        name: "files", enforced: true, advice: "",
        reason: "Programs can change the space's folders and their temporary folder only, and read those, the system and the toolchains of your home folder. Held by a mount namespace and Landlock.",
      },
      { name: "network", enforced: true, reason: "Programs can reach: off. Held by a network namespace.", advice: "" },
      answered
        ? { name: "limits", enforced: true, reason: "The programs of one call have 4096 MiB of memory and 512 processes together, each 3600 s of processor time and files of 8192 MiB; a call that fills the disk is ended.", advice: "" }
        : { name: "limits", enforced: false, reason: "Memory and the number of processes are not limited, because no room could be made.", advice: "Allow user namespaces for your user, which many distributions restrict; then rooms can be made." },
    ],
    gaps: GAPS,
    readable: ["/home/ada/.cargo/bin", "/home/ada/.config/git/config", "/home/ada/.gitconfig", "/home/ada/.local/bin", "/home/ada/.nvm", "/home/ada/go"],
    writable: [space, "/home/ada/.local/share/handrail/temp/4711-0", "/home/ada/.local/share/handrail/caches/9f2c", ...(answered ? ["/home/ada/Documents/budget.ods"] : [])],
    granted: answered ? ["/home/ada/Documents/budget.ods"] : [],
    network: {
      words: answered ? ["docs.example.com", "loopback"] : ["off"], own: answered, shared: ["off"], fixed: [], registries: ["packages.example.com:443", "modules.example.com:443"],
      answer: answered ? "yes" : "", answered: answered ? "2026-11-20T12:00:00Z" : "",
    },
    memoryMiB: 4096, fileMiB: 8192, processes: 512, cpuSeconds: 3600, file: "/home/ada/.config/handrail/settings.json",
  };
}
