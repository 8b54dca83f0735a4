import { useMutation } from "@tanstack/react-query";
import { Command } from "cmdk";
import { BookOpen, BrickWall, KeyRound, ShieldCheck, Webhook, Folder, Hand, HandHelping, History, MessageSquare, Moon, Plug, Plus, Scale, Server, Settings, SquareTerminal, Stethoscope, TriangleAlert, Wrench, type LucideIcon } from "lucide-react";
import { useState } from "react";
import type { Theme } from "../backend/backend";
import { useBackend, useLive, useLiveState } from "../backend/context";
import { useSessions, useSettingsChange, useSpaces, useTools } from "../backend/queries";
import { match } from "./match";
import { go, showAside } from "./routes";

interface PaletteProps {
  space: string;
  onClose: () => void;
}

interface Entry {
  id: string;
  icon: LucideIcon;
  text: string;
  note: string;
  act: () => void;
}

const SHOWN = 30;

/** Everything that can be gone to or done, by its name. */
export function Palette({ space, onClose }: PaletteProps) {
  const [words, setWords] = useState("");
  const entries = useEntries(space);
  const shown = match(entries, words, ({ text, note }) => `${text} ${note}`).slice(0, SHOWN);
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Go to"
      // 5,000 tools are searched by us, and only the best are drawn.
      shouldFilter={false}
      loop
      overlayClassName="fixed inset-0 z-40 bg-scrim"
      contentClassName="appear fixed top-[12vh] left-1/2 z-40 w-140 max-w-[92vw] -translate-x-1/2 overflow-hidden rounded-lg border border-edge bg-ground"
    >
      <Command.Input
        value={words}
        onValueChange={setWords}
        placeholder="Go to a page, a chat, a tool…"
        className="h-11 w-full border-b border-line bg-transparent px-4 text-15 outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[50vh] overflow-y-auto p-1">
        {shown.length === 0 && <Command.Empty className="px-3 py-6 text-center text-muted">Nothing has these words.</Command.Empty>}
        {shown.map(({ id, icon: Icon, text, note, act }) => (
          <Command.Item
            key={id}
            value={id}
            className="row cursor-default rounded-sm px-3 data-[selected=true]:bg-chosen"
            onSelect={() => {
              onClose();
              act();
            }}
          >
            <Icon size={15} aria-hidden className="shrink-0 text-muted" />
            <span className="truncate">{text}</span>
            <span className="ml-auto shrink-0 text-12 text-muted">{note}</span>
          </Command.Item>
        ))}
      </Command.List>
    </Command.Dialog>
  );
}

function useEntries(space: string): Entry[] {
  const backend = useBackend();
  const live = useLive();
  const spaces = useSpaces().data ?? [];
  const sessions = useSessions(space).data ?? [];
  const tools = useTools(space).data ?? [];
  const waiting = useLiveState((state) => state.questions.length + state.forms.length);
  const theme = useSettingsChange((next: Theme) => backend.setTheme(next));
  const chat = useMutation({
    mutationFn: () => backend.newSession(space, ""),
    onSuccess: (session) => go({ at: "chat", space, session: session.id }),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const themes: [Theme, string][] = [["light", "Light theme"], ["dark", "Dark theme"], ["system", "Theme of the desktop"]];
  const entry = (id: string, icon: LucideIcon, text: string, note: string, act: () => void): Entry => ({ id, icon, text, note, act });
  const here = space
    ? [
        entry("new-chat", Plus, "New chat", "", () => chat.mutate()),
        entry("tools", Wrench, "Tools", "page", () => go({ at: "tools", space, tool: "" })),
        entry("hands", HandHelping, "Hands", "page", () => go({ at: "hands", space, hand: "" })),
        entry("skills", BookOpen, "Skills", "page", () => go({ at: "skills", space })),
        entry("servers", Server, "Servers", "page", () => go({ at: "servers", space, server: "" })),
        entry("add-servers", Plus, "Add servers", "page", () => go({ at: "add-servers", space, way: "import" })),
        entry("programs", Plug, "Use Handrail in other programs", "page", () => go({ at: "programs", space })),
        entry("runs", History, "Runs", "page", () => go({ at: "runs", space, run: "" })),
        entry("jobs", SquareTerminal, "Jobs", "page", () => go({ at: "jobs", space, job: "" })),
        entry("hooks", Webhook, "Hooks", "page", () => go({ at: "hooks", space, hook: "" })),
        entry("replay", History, "Replay past calls", "page", () => go({ at: "replay", space })),
        entry("trust", ShieldCheck, "Trust", "page", () => go({ at: "trust", space })),
        entry("rules", Scale, "Rules", "page", () => go({ at: "rules", space, by: "" })),
        entry("walls", BrickWall, "Walls and network", "page", () => go({ at: "walls", space })),
        entry("problems", TriangleAlert, "Problems", "page", () => go({ at: "problems", space })),
      ]
    : [];
  return [
    ...(waiting > 0 ? [entry("waiting", Hand, "Waiting for you", "answer", () => showAside({ show: "waiting" }))] : []),
    ...here,
    ...sessions.map((session) =>
      entry(`chat ${session.id}`, MessageSquare, session.title || "New chat", "chat", () => go({ at: "chat", space, session: session.id })),
    ),
    ...spaces.map((known) => entry(`space ${known.path}`, Folder, known.name, "space", () => go({ at: "chat", space: known.path, session: "" }))),
    entry("models", Settings, "Models", "settings", () => go({ at: "settings", part: "models" })),
    entry("secrets", KeyRound, "Secrets", "settings", () => go({ at: "settings", part: "secrets" })),
    entry("doctor", Stethoscope, "Doctor", "settings", () => go({ at: "settings", part: "doctor" })),
    ...themes.map(([next, text]) => entry(`theme ${next}`, Moon, text, "theme", () => theme.mutate(next))),
    ...tools.map((tool) => entry(`tool ${tool.qualified}`, Wrench, tool.title, `tool ${tool.name}`, () => go({ at: "tools", space, tool: tool.qualified }))),
  ];
}
