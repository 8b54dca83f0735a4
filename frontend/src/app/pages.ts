// Every page, and what lies beside one, is loaded when it is first shown: a window opens with what its first page needs.

import { type ComponentType, lazy } from "react";
import type { Page } from "./routes";

/** One component of a module that is loaded when it is first drawn. */
function part<Name extends string, Props>(load: () => Promise<Record<Name, ComponentType<Props>>>, name: Name) {
  return lazy(async () => ({ default: (await load())[name] }));
}

export const AddPage = part(() => import("../features/servers/add-page"), "AddPage");
export const CallInspector = part(() => import("../features/runs/call-inspector"), "CallInspector");
const chatPage = () => import("../features/chat/chat-page");
const chatStart = () => import("../features/chat/chat-start");
const spacePages = () => import("./space-pages");

export const ChatPage = part(chatPage, "ChatPage");
export const ChatStart = part(chatStart, "ChatStart");
export const Closing = part(() => import("./closing"), "Closing");
export const LinkDialog = part(() => import("./links"), "LinkDialog");
export const DeleteChat = part(() => import("../features/chat/delete-chat"), "DeleteChat");
export const ElsewherePage = part(() => import("../features/elsewhere/elsewhere-page"), "ElsewherePage");
export const FilesPage = part(() => import("../features/files/files-page"), "FilesPage");
export const HandsPage = part(() => import("../features/hands/hands-page"), "HandsPage");
export const HooksPage = part(() => import("../features/hooks/hooks-page"), "HooksPage");
export const JobsPage = part(() => import("../features/jobs/jobs-page"), "JobsPage");
export const Notices = part(() => import("./notices"), "Notices");
export const PagesPage = part(() => import("../features/spaces/pages"), "PagesPage");
export const MemoryPage = part(() => import("../features/spaces/memory"), "MemoryPage");
export const MissingSpace = part(() => import("../features/spaces/missing-space"), "MissingSpace");
export const Palette = part(() => import("./palette"), "Palette");
export const ChatsPage = part(() => import("../features/chat/chats-page"), "ChatsPage");
export const ProblemsPage = part(() => import("../features/spaces/problems"), "ProblemsPage");
export const ProgramsPage = part(() => import("../features/servers/programs-page"), "ProgramsPage");
export const ReplayPage = part(() => import("../features/hooks/replay-page"), "ReplayPage");
export const RulesPage = part(() => import("../features/rules/rules-page"), "RulesPage");
export const RunsPage = part(() => import("../features/runs/runs-page"), "RunsPage");
export const ServersPage = part(() => import("../features/servers/servers-page"), "ServersPage");
export const SettingsPage = part(() => import("../features/settings/settings-page"), "SettingsPage");
export const Shortcuts = part(() => import("./shortcuts"), "Shortcuts");
export const SkillsPage = part(() => import("../features/spaces/skills"), "SkillsPage");
export const ToolsPage = part(() => import("../features/tools/tools-page"), "ToolsPage");
export const TrustPage = part(() => import("../features/spaces/trust"), "TrustPage");
export const WaitingList = part(() => import("../features/chat/waiting-list"), "WaitingList");
export const WallsPage = part(() => import("../features/walls/walls-page"), "WallsPage");
export const SpacePages = part(spacePages, "SpacePages");
export const Start = part(() => import("./welcome"), "Start");
export const Welcome = part(() => import("./welcome"), "Welcome");
export const Tips = part(() => import("../components/tips"), "Tips");
export const TrustBanner = part(() => import("../features/spaces/trust-banner"), "TrustBanner");

/** Loads what the first picture of a window shows, mostly a chat, before that is drawn. */
export async function loadAhead(page: Page): Promise<void> {
  await Promise.all([page.at === "chat" && (page.session === "" ? chatStart() : chatPage()), page.at !== "start" && page.at !== "settings" && spacePages()]);
}
