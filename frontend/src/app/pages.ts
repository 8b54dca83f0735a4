// Every page, and what lies beside one, is loaded when it is first shown: a window opens with what its first page needs.

import { lazy } from "react";

export const AddPage = lazy(() => import("../features/servers/add-page").then((module) => ({ default: module.AddPage })));
export const AddProvider = lazy(() => import("../features/settings/add-provider").then((module) => ({ default: module.AddProvider })));
export const CallInspector = lazy(() => import("../features/runs/call-inspector").then((module) => ({ default: module.CallInspector })));
export const ChatPage = lazy(() => import("../features/chat/chat-page").then((module) => ({ default: module.ChatPage })));
export const Closing = lazy(() => import("./closing").then((module) => ({ default: module.Closing })));
export const LinkDialog = lazy(() => import("./links").then((module) => ({ default: module.LinkDialog })));
export const DeleteChat = lazy(() => import("../features/chat/delete-chat").then((module) => ({ default: module.DeleteChat })));
export const ElsewherePage = lazy(() => import("../features/elsewhere/elsewhere-page").then((module) => ({ default: module.ElsewherePage })));
export const FilesPage = lazy(() => import("../features/files/files-page").then((module) => ({ default: module.FilesPage })));
export const HandsPage = lazy(() => import("../features/hands/hands-page").then((module) => ({ default: module.HandsPage })));
export const HooksPage = lazy(() => import("../features/hooks/hooks-page").then((module) => ({ default: module.HooksPage })));
export const JobsPage = lazy(() => import("../features/jobs/jobs-page").then((module) => ({ default: module.JobsPage })));
export const PagesPage = lazy(() => import("../features/spaces/pages").then((module) => ({ default: module.PagesPage })));
export const MemoryPage = lazy(() => import("../features/spaces/memory").then((module) => ({ default: module.MemoryPage })));
export const MissingSpace = lazy(() => import("../features/spaces/missing-space").then((module) => ({ default: module.MissingSpace })));
export const Palette = lazy(() => import("./palette").then((module) => ({ default: module.Palette })));
export const ChatsPage = lazy(() => import("../features/chat/chats-page").then((module) => ({ default: module.ChatsPage })));
export const ProblemsPage = lazy(() => import("../features/spaces/problems").then((module) => ({ default: module.ProblemsPage })));
export const ProgramsPage = lazy(() => import("../features/servers/programs-page").then((module) => ({ default: module.ProgramsPage })));
export const ReplayPage = lazy(() => import("../features/hooks/replay-page").then((module) => ({ default: module.ReplayPage })));
export const RulesPage = lazy(() => import("../features/rules/rules-page").then((module) => ({ default: module.RulesPage })));
export const RunsPage = lazy(() => import("../features/runs/runs-page").then((module) => ({ default: module.RunsPage })));
export const ServersPage = lazy(() => import("../features/servers/servers-page").then((module) => ({ default: module.ServersPage })));
export const SettingsPage = lazy(() => import("../features/settings/settings-page").then((module) => ({ default: module.SettingsPage })));
export const Shortcuts = lazy(() => import("./shortcuts").then((module) => ({ default: module.Shortcuts })));
export const SkillsPage = lazy(() => import("../features/spaces/skills").then((module) => ({ default: module.SkillsPage })));
export const ToolsPage = lazy(() => import("../features/tools/tools-page").then((module) => ({ default: module.ToolsPage })));
export const TrustPage = lazy(() => import("../features/spaces/trust").then((module) => ({ default: module.TrustPage })));
export const WaitingList = lazy(() => import("../features/chat/waiting-list").then((module) => ({ default: module.WaitingList })));
export const WallsPage = lazy(() => import("../features/walls/walls-page").then((module) => ({ default: module.WallsPage })));
export const SpacePages = lazy(() => import("./space-pages").then((module) => ({ default: module.SpacePages })));
export const StartPage = lazy(() => import("../features/spaces/start-page").then((module) => ({ default: module.StartPage })));
export const Tips = lazy(() => import("../components/tips").then((module) => ({ default: module.Tips })));
export const TrustBanner = lazy(() => import("../features/spaces/trust-banner").then((module) => ({ default: module.TrustBanner })));
