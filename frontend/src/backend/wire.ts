// Everything that crosses between Go and the page, as Wails writes it of Go's package window (frontend/wailsjs). What
// each field means stands there, with its struct. Rules for all of them: times are RFC 3339 text ("" = not yet), JSON is
// text, durations carry their unit in the name, "" means none, and a list is empty, never null. Go fills every field.
//
// Nothing but this file, asked.ts and wails.ts knows what Wails writes.

import type { definitions, guard, journal, proxies, settings, tools, window as go } from "../../wailsjs/go/models";
import type { View } from "./asked";

export type { Asked, View } from "./asked";

export type DefaultsForm = View<go.DefaultsForm>;
export type DefaultsView = View<go.DefaultsView>;
export type EventKind = View<journal.Kind>;
export type HeldPartView = View<go.HeldPartView>;
export type HeldView = View<go.HeldView>;
export type HoldingsView = View<go.HoldingsView>;
export type Outcome = View<guard.Outcome>;
export type RunState = View<journal.RunState>;
export type CapView = View<go.CapView>;
export type CapsView = View<go.CapsView>;
export type ChatHitView = View<go.ChatHitView>;
export type ConnectAct = View<go.ConnectAct>;
export type ContentView = View<go.ContentView>;
export type Stream = View<go.Stream>;
export type Theme = View<go.Theme>;
export type Dialogs = View<settings.Dialogs>;
export type FileStart = View<definitions.StartID>;
export type DefinitionKind = View<definitions.Kind>;

export type AboutView = View<go.AboutView>;
export type AddedServerView = View<go.AddedServerView>;
export type AgentView = View<go.AgentView>;
export type AnswerForm = View<go.AnswerForm>;
export type AttachedListView = View<go.AttachedListView>;
export type AttachedView = View<go.AttachedView>;
export type AskedView = View<go.AskedView>;
export type DefinitionView = View<go.DefinitionView>;
export type DefinitionFileView = View<go.DefinitionFileView>;
export type DefinitionCheckView = View<go.DefinitionCheckView>;
export type CallerView = View<go.CallerView>;
export type ClauseCode = View<tools.ClauseCode>;
export type ClauseView = View<go.ClauseView>;
export type DeciderView = View<go.DeciderView>;
export type BranchedView = View<go.BranchedView>;
export type BeginningsView = View<go.BeginningsView>;
export type NewSpaceForm = View<go.NewSpaceForm>;
export type BuiltinView = View<go.BuiltinView>;
export type CallRecordView = View<go.CallRecordView>;
export type ChangeView = View<go.ChangeView>;
export type ChangesView = View<go.ChangesView>;
export type ChangedCallView = View<go.ChangedCallView>;
export type ChangedItemView = View<go.ChangedItemView>;
export type ChangedItemsView = View<go.ChangedItemsView>;
export type ChangedView = View<go.ChangedView>;
export type ComparisonView = View<go.ComparisonView>;
export type ChannelForm = View<go.ChannelForm>;
export type ChannelFieldView = View<go.ChannelFieldView>;
export type ChannelKindView = View<go.ChannelKindView>;
export type ChannelsView = View<go.ChannelsView>;
export type ChannelTestView = View<go.ChannelTestView>;
export type ChannelView = View<go.ChannelView>;
export type OutMessageView = View<go.OutMessageView>;
export type ClientTokenView = View<go.ClientTokenView>;
export type ClientsView = View<go.ClientsView>;
export type ConnectView = View<go.ConnectView>;
export type ConnectedClientView = View<go.ConnectedClientView>;
export type CutView = View<go.CutView>;
export type DecisionForm = View<go.DecisionForm>;
export type ClosingView = View<go.ClosingView>;
export type LinkView = View<go.LinkView>;
export type DeletionView = View<go.DeletionView>;
export type DeltaView = View<go.DeltaView>;
export type DoctorView = View<go.DoctorView>;
export type EffectView = View<go.EffectView>;
export type EventView = View<go.EventView>;
export type EventsPageView = View<go.EventsPageView>;
export type FateView = View<go.FateView>;
export type FormView = View<go.FormView>;
export type FoundView = View<go.FoundView>;
export type FoundServersView = View<go.FoundServersView>;
export type FoundFileView = View<go.FoundFileView>;
export type GrantView = View<go.GrantView>;
export type HandArgvView = View<go.HandArgvView>;
export type HandCallView = View<go.HandCallView>;
export type HandProblemView = View<go.HandProblemView>;
export type HandProposalView = View<go.HandProposalView>;
export type HandProposalsView = View<go.HandProposalsView>;
export type HandView = View<go.HandView>;
export type HandsCheckView = View<go.HandsCheckView>;
export type HandsView = View<go.HandsView>;
export type HookTestView = View<go.HookTestView>;
export type HookView = View<go.HookView>;
export type HooksView = View<go.HooksView>;
export type InputChangeView = View<go.InputChangeView>;
export type InventoryItemView = View<go.InventoryItemView>;
export type InventoryView = View<go.InventoryView>;
export type JobView = View<go.JobView>;
export type StopView = View<go.StopView>;
export type KeepForm = View<go.KeepForm>;
export type KeptView = View<go.KeptView>;
export type LostCallView = View<go.LostCallView>;
export type LocalServerView = View<go.LocalServerView>;
export type ForeignView = View<go.ForeignView>;
export type OutflowView = View<go.OutflowView>;
export type OutGroupView = View<go.OutGroupView>;
export type OutwardView = View<go.OutwardView>;
export type MachineServerForm = View<go.MachineServerForm>;
export type MachineServerView = View<go.MachineServerView>;
export type MachinesView = View<go.MachinesView>;
export type MachineView = View<go.MachineView>;
export type MemoryView = View<go.MemoryView>;
export type NetworkView = View<go.NetworkView>;
export type NewTokenView = View<go.NewTokenView>;
export type NoticeView = View<go.NoticeView>;
export type CameView = View<go.CameView>;
export type OfferView = View<go.OfferView>;
export type OutputView = View<go.OutputView>;
export type PageView = View<go.PageView>;
export type PairingView = View<go.PairingView>;
export type PartView = View<go.PartView>;
export type PatternView = View<go.PatternView>;
export type ParagraphView = View<go.ParagraphView>;
export type PictureView = View<go.PictureView>;
export type PieceView = View<go.PieceView>;
export type PreviewView = View<go.PreviewView>;
export type ProblemView = View<go.ProblemView>;
export type ProgramView = View<go.ProgramView>;
export type PromptView = View<go.PromptView>;
export type PresetView = View<go.PresetView>;
export type TriedView = View<go.TriedView>;
export type ProviderForm = View<go.ProviderForm>;
export type ProviderView = View<go.ProviderView>;
export type QuestionView = View<go.QuestionView>;
export type ReadServersView = View<go.ReadServersView>;
export type RefusedView = View<go.RefusedView>;
export type RehearsedChatView = View<go.RehearsedChatView>;
export type RehearsalRowView = View<go.RehearsalRowView>;
export type RehearsalView = View<go.RehearsalView>;
export type RehearsedItemView = View<go.RehearsedItemView>;
export type ReplayChangeView = View<go.ReplayChangeView>;
export type ReplaySkippedView = View<go.ReplaySkippedView>;
export type ProxyForm = View<go.ProxyForm>;
export type ProxySource = View<proxies.Source>;
export type ProxyView = View<go.ProxyView>;
export type ReplayView = View<go.ReplayView>;
export type ResourceView = View<go.ResourceView>;
export type RuleProposalView = View<go.RuleProposalView>;
export type RuleView = View<go.RuleView>;
export type RulesView = View<go.RulesView>;
export type RunView = View<go.RunView>;
export type RunsPageView = View<go.RunsPageView>;
export type SavedHandsView = View<go.SavedHandsView>;
export type SearchForm = View<go.SearchForm>;
export type SearchProvider = View<go.SearchProvider>;
export type SearchProviderView = View<go.SearchProviderView>;
export type SearchView = View<go.SearchView>;
export type SecretView = View<go.SecretView>;
export type SecretsView = View<go.SecretsView>;
export type ServerAnswerForm = View<go.ServerAnswerForm>;
export type ServerAskView = View<go.ServerAskView>;
export type ServerChoiceForm = View<go.ServerChoiceForm>;
export type ServerDetailView = View<go.ServerDetailView>;
export type ServerDraftView = View<go.ServerDraftView>;
export type ServerForm = View<go.ServerForm>;
export type ServerItemView = View<go.ServerItemView>;
export type ServerProfileView = View<go.ServerProfileView>;
export type ServerTestView = View<go.ServerTestView>;
export type ServerToolView = View<go.ServerToolView>;
export type ServerView = View<go.ServerView>;
export type ServersView = View<go.ServersView>;
export type SessionView = View<go.SessionView>;
export type SettingForm = View<go.SettingForm>;
export type SettingView = View<go.SettingView>;
export type SettingsView = View<go.SettingsView>;
export type SkillVariableView = View<go.SkillVariableView>;
export type SkillView = View<go.SkillView>;
export type SpaceView = View<go.SpaceView>;
export type StageView = View<go.StageView>;
export type StartedCallView = View<go.StartedCallView>;
export type StorageForm = View<go.StorageForm>;
export type StorageView = View<go.StorageView>;
export type TakenBackView = View<go.TakenBackView>;
export type TestStepView = View<go.TestStepView>;
export type ToolDetailView = View<go.ToolDetailView>;
export type ToolForView = View<go.ToolForView>;
export type ToolView = View<go.ToolView>;
export type TrialForm = View<go.TrialForm>;
export type TrialStepView = View<go.TrialStepView>;
export type TrialView = View<go.TrialView>;
export type UndoForm = View<go.UndoForm>;
export type UndoItemView = View<go.UndoItemView>;
export type UndoPlanView = View<go.UndoPlanView>;
export type ViolationView = View<go.ViolationView>;
export type WallView = View<go.WallView>;
export type WallsView = View<go.WallsView>;
export type WebView = View<go.WebView>;
export type WebWord = View<go.WebWord>;
export type WordProblemView = View<go.WordProblemView>;

type Told = View<go.AppEvent>;
type Event<Kind extends Told["kind"], Field extends keyof Told = never> = { kind: Kind } & { [K in Field]-?: NonNullable<Told[K]> };

/** What Go tells the page: `kind` says which field is set. The others are absent. */
export type AppEvent =
  /** Something happened and is in the journal. session "" = not of a chat. */
  | Event<"journal", "space" | "session" | "journal">
  /** A reply grows. It is not in the journal: the "replied" event brings it whole. */
  | Event<"delta", "delta">
  /** A running call prints. At most about ten a second per call; Go joins what comes between. */
  | Event<"output", "output">
  /** A call waits, or no longer does (see its state), whoever answered. */
  | Event<"question", "question">
  /** A server waits for a form to be filled in, or no longer does. */
  | Event<"form", "form">
  /** A space was opened, reloaded, trusted or lost: its tools and problems may have changed. */
  | Event<"space", "changed">
  /** Something about the servers of a space, and so about its tools, has changed. */
  | Event<"servers", "changed">
  /** A program that uses our tools has come or gone. */
  | Event<"clients">
  /** A chat is new, or its title, model or running run changed. */
  | Event<"session", "chat">
  /** The person wants to see a chat, wherever they are: they clicked on its notification. */
  | Event<"open", "space" | "session">
  /** An address asks to open a folder: ask for links. */
  | Event<"link">
  /** The window is to be closed while agents work: ask the person. */
  | Event<"closing">
  /** Something to tell that belongs to no call: to a run, or, if run is "", to nothing. */
  | Event<"notice", "notice">;

/** A notice that is about no run. */
export type News = Omit<NoticeView, "run" | "skill">;
