import { UNDECIDED } from "../backend/decider";
import { useMutation } from "@tanstack/react-query";
import { Command } from "cmdk";
import { AppWindow, ArrowLeftRight, BookOpen, Bot, BrickWall, FileCode2, Folder, Gauge, Globe, Hand, HandHelping, HardDrive, History, Info, KeyRound, Keyboard, MessageSquare, MonitorSmartphone, Moon, Network, NotebookPen, OctagonX, PanelLeft, Plug, Plus, Scale, Search, Send, Server, ShieldCheck, SquareTerminal, Stethoscope, Trash2, TriangleAlert, Webhook, Wrench, type LucideIcon } from "lucide-react";
import { useState } from "react";
import type { SessionView, Theme } from "../backend/backend";
import { useBackend, useLive, useLiveState } from "../backend/context";
import { useSessions, useSettingsChange, useSpaces, useTools } from "../backend/queries";
import { match } from "./match";
import { go, showAside, type SettingsPart } from "./routes";
import { useStopEverything } from "./stop";
import { toggleSide } from "./side";
import { texts as app } from "../words/app";
import { texts } from "../words/palette";
import { texts as chats } from "../words/chatlist";
import { texts as settings } from "../words/settings";

interface PaletteProps {
  space: string;
  onShortcuts: () => void;
  /** The chat that is open; "" = none is. */
  chat: string;
  onDelete: (chat: SessionView) => void;
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

const SETTINGS: readonly [SettingsPart, LucideIcon][] = [
  ["models", Bot], ["defaults", Folder], ["channels", Send], ["secrets", KeyRound], ["web", Globe], ["proxy", Network], ["machines", MonitorSmartphone], ["storage", HardDrive],
  ["caps", Gauge], ["asking", Hand], ["look", Moon], ["doctor", Stethoscope], ["about", Info],
];

/** Everything that can be gone to or done, by its name. */
export function Palette({ space, chat, onShortcuts, onDelete, onClose }: PaletteProps) {
  const [words, setWords] = useState("");
  const entries = useEntries({ space, chat, onShortcuts, onDelete });
  const shown = match(entries, words, ({ text, note }) => `${text} ${note}`).slice(0, SHOWN);
  return (
    <Command.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label={texts.label}
      // 5,000 tools are searched by us, and only the best are drawn.
      shouldFilter={false}
      loop
      overlayClassName="fixed inset-0 z-40 bg-scrim"
      contentClassName="appear fixed top-[12vh] left-1/2 z-40 w-140 max-w-[92vw] -translate-x-1/2 overflow-hidden rounded-lg border border-edge bg-ground"
    >
      <Command.Input
        value={words}
        onValueChange={setWords}
        placeholder={texts.placeholder}
        className="h-11 w-full border-b border-line bg-transparent px-4 text-15 outline-none placeholder:text-muted"
      />
      <Command.List label={texts.label} className="max-h-[50vh] overflow-y-auto p-1">
        {shown.length === 0 && <Command.Empty className="px-3 py-6 text-center text-muted">{texts.none}</Command.Empty>}
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

function useEntries({ space, chat: open, onShortcuts, onDelete }: Omit<PaletteProps, "onClose">): Entry[] {
  const backend = useBackend();
  const live = useLive();
  const spaces = useSpaces().data ?? [];
  const sessions = useSessions(space).data ?? [];
  const tools = useTools(space).data ?? [];
  const waiting = useLiveState((state) => state.questions.length + state.forms.length);
  const theme = useSettingsChange((next: Theme) => backend.setTheme(next));
  const chat = useMutation({
    mutationFn: () => (spaces.find(({ path }) => path === space)?.mode === "rehearse" ? backend.rehearseSession(space, "") : backend.newSession(space, "")),
    onSuccess: (session) => go({ at: "chat", space, session: session.id }),
    onError: (error) => live.notify({ level: "error", text: error.message }),
  });
  const themes: [Theme, string][] = [["light", texts.light], ["dark", texts.dark], ["system", texts.system]];
  const entry = (id: string, icon: LucideIcon, text: string, note: string, act: () => void): Entry => ({ id, icon, text, note, act });
  const here = space
    ? [
        entry("new-chat", Plus, texts.newChat, "", () => chat.mutate()),
        entry("chats", Search, texts.searchChats, texts.notes.page, () => go({ at: "chats", space })),
        entry("tools", Wrench, app.pages.tools, texts.notes.page, () => go({ at: "tools", space, tool: "" })),
        entry("hands", HandHelping, app.pages.hands, texts.notes.page, () => go({ at: "hands", space, hand: "" })),
        entry("skills", BookOpen, app.pages.skills, texts.notes.page, () => go({ at: "skills", space })),
        entry("memory", NotebookPen, app.pages.memory, texts.notes.page, () => go({ at: "memory", space })),
        entry("pages", AppWindow, app.pages.pages, texts.notes.page, () => go({ at: "pages", space })),
        entry("files", FileCode2, app.pages.files, texts.notes.page, () => go({ at: "files", space, file: "", line: 0 })),
        entry("new-file", Plus, texts.newFile, texts.notes.page, () => go({ at: "new-file", space, start: "" })),
        entry("servers", Server, app.pages.servers, texts.notes.page, () => go({ at: "servers", space, server: "" })),
        entry("add-servers", Plus, texts.addServers, texts.notes.page, () => go({ at: "add-servers", space, way: "import" })),
        entry("programs", Plug, texts.programs, texts.notes.page, () => go({ at: "programs", space })),
        entry("runs", History, app.pages.runs, texts.notes.page, () => go({ at: "runs", space, run: "" })),
        entry("jobs", SquareTerminal, app.pages.jobs, texts.notes.page, () => go({ at: "jobs", space, job: "" })),
        entry("hooks", Webhook, app.pages.hooks, texts.notes.page, () => go({ at: "hooks", space, hook: "" })),
        entry("replay", History, texts.replay, texts.notes.page, () => go({ at: "replay", space })),
        entry("trust", ShieldCheck, app.pages.trust, texts.notes.page, () => go({ at: "trust", space })),
        entry("rules", Scale, app.pages.rules, texts.notes.page, () => go({ at: "rules", space, decider: UNDECIDED })),
        entry("walls", BrickWall, app.pages.walls, texts.notes.page, () => go({ at: "walls", space })),
        entry("elsewhere", ArrowLeftRight, app.pages.elsewhere, texts.notes.page, () => go({ at: "elsewhere", space })),
        entry("problems", TriangleAlert, app.pages.problems, texts.notes.page, () => go({ at: "problems", space })),
      ]
    : [];
  const stop = useStopEverything();
  return [
    ...(waiting > 0 ? [entry("waiting", Hand, app.waiting, texts.notes.answer, () => showAside({ show: "waiting" }))] : []),
    ...here,
    entry("side", PanelLeft, texts.side, "", toggleSide),
    entry("shortcuts", Keyboard, texts.shortcuts, "", onShortcuts),
    ...sessions.filter(({ id }) => id === open).map((session) => entry("delete-chat", Trash2, chats.deleting.palette, session.title, () => onDelete(session))),
    entry("stop", OctagonX, app.sidebar.stop, "", stop),
    ...sessions.filter(({ archived }) => !archived).map((session) =>
      entry(`chat ${session.id}`, MessageSquare, session.title || texts.newChat, texts.notes.chat, () => go({ at: "chat", space, session: session.id })),
    ),
    ...spaces.map((known) => entry(`space ${known.path}`, Folder, known.name, texts.notes.space, () => go({ at: "chat", space: known.path, session: "" }))),
    ...SETTINGS.map(([part, icon]) => entry(part, icon, settings.tabs[part], texts.notes.settings, () => go({ at: "settings", part }))),
    ...themes.map(([next, text]) => entry(`theme ${next}`, Moon, text, texts.notes.theme, () => theme.mutate(next))),
    ...tools.map((tool) => entry(`tool ${tool.qualified}`, Wrench, tool.title, `${texts.notes.tool} ${tool.name}`, () => go({ at: "tools", space, tool: tool.qualified }))),
  ];
}
