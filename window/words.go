package window

import (
	"strings"

	"handrail/journal"
	"handrail/operator/definitions"
	"handrail/operator/history"
	"handrail/operator/holdings"
	"handrail/operator/hookstate"
	"handrail/operator/machines"
	"handrail/operator/models"
	"handrail/operator/news"
	"handrail/operator/proxies"
	"handrail/operator/serving"
	"handrail/operator/settings"
	"handrail/operator/skills"
	"handrail/operator/trust"
	"handrail/operator/undo"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// Words are the closed sets of words that cross to the page, for Wails to write them
// into its bindings: there they are the only values that a field of such a type can
// have. TestEveryWordIsBound holds that each set is whole.
func Words() []any {
	return []any{
		words(journal.FromChat, journal.FromTry, journal.FromCLI, journal.FromMCP, journal.FromPage),
		words(journal.Running, journal.Done, journal.Failed, journal.Cancelled, journal.Halted, journal.Unknown),
		words(journal.Prompted, journal.Replied, journal.Called, journal.Changed, journal.Blocked, journal.Asked, journal.Allowed, journal.Declined, journal.Expired,
			journal.Started, journal.Output, journal.Finished, journal.Returned, journal.Snapshot, journal.Undone, journal.Problem, journal.Stopped, journal.Ended, journal.Resumed, journal.Titled),
		words(journal.Happened, journal.Again, journal.Halt, journal.Repeated),
		words(news.OnJournal, news.OnDelta, news.OnOutput, news.OnQuestion, news.OnForm, news.OnSpace, news.OnSession, news.OnNotice, news.OnClients, news.OnOpen, news.OnLink, news.OnClosing, news.OnServers),
		words(news.NoDialog, news.DialogComing, news.DialogOpen), words(settings.DialogsUsual, settings.DialogsAlways, settings.DialogsAway, settings.DialogsNever),
		words(news.Waiting, news.Answered, news.Refused, news.TimedOut, news.Withdrawn),
		words(definitions.Agent, definitions.Tool, definitions.Skill, definitions.Hooks, definitions.Rules, definitions.Hands, definitions.Manifest), words(definitions.StartTool, definitions.StartAgent, definitions.StartSkill, definitions.StartRefusal, definitions.StartFormat, definitions.StartNote, definitions.StartRules, definitions.StartManifest), words(guard.Allow, guard.Ask, guard.Deny),
		words(guard.ReadOnly, guard.AskAll, guard.Rehearse, guard.Workspace),
		words(history.CallGoing, history.CallAsking, history.CallRan, history.CallRefused, history.CallUnknown),
		words(tools.Ready, tools.Shadowed, tools.Disabled, tools.Rejected, tools.Held, tools.Barred, tools.Missing),
		words(tools.Undecided, tools.ByRule, tools.ByBuiltin, tools.ByGrant, tools.ByMode, tools.ByConfirm, tools.ByHook, tools.ByPerson, tools.ByFlag, tools.ByProgram, tools.ByNobody, tools.ByChange),
		words(tools.ClauseCodes()...), words(tools.CallerAgent, tools.CallerPerson, tools.CallerMCP, tools.CallerPage), words(tools.Safe, tools.Moderate, tools.High),
		words(tools.EffectRead, tools.EffectWrite, tools.EffectDelete, tools.EffectRun, tools.EffectReach, tools.EffectStop, tools.EffectCall, tools.EffectSend),
		words(trust.NotNeeded, trust.Trusted, trust.Untrusted),
		words(skills.Ready, skills.Old, skills.HeldBack, skills.Gone, skills.Untrusted, skills.Broken),
		words(hookstate.Ready, hookstate.Off, hookstate.Held, hookstate.Broken, hookstate.Untrusted),
		words(machines.Unset, machines.Connecting, machines.Connected, machines.Failing), words(machines.NoPairing, machines.Reaching, machines.Inviting, machines.Joining, machines.Comparing, machines.Confirmed, machines.Paired, machines.Unpaired),
		words(holdings.Parts()...), words(proxies.BySettings, proxies.ByEnvironment, proxies.Direct), words(models.Ready, models.Unreachable, models.NoKey, models.Checking),
		words(undo.Ready, undo.Already, undo.Conflict, undo.Lost, undo.Kept),
		words(serving.ViaStdio, serving.ViaApp, serving.ViaHTTP),

		words(ActConnect, ActDisconnect, ActUndo), words(AddDone, AddChanged, AddSame, AddRefused),
		words(AnswerAllowed, AnswerDeclined, AnswerExpired, AnswerChanged, AnswerNone),
		words(ChangeNew, ChangeChanged, ChangeGone),
		words(CheckOK, CheckWarning, CheckError, CheckOff),
		words(DecideRun, DecideAsk, DecideDeny),
		words(FateAllow, FateAsk, FateDeny, FateNotFound, FateBlocked, FateStopped, FateChanged, FateInvalid),
		words(FormatJSONL, FormatCSV), words(FormWaiting, FormClosed),
		words(GrantAct, GrantPath, GrantNetwork),
		words(CallRunning, CallRequiresAction, CallComplete, CallIncomplete),
		words(HookPreTool, HookPostTool, HookUnread),
		words(HookFromEnv, HookFromStdin), words(HookHandrail, HookClaude),
		words(HookPasses, HookChanges, HookAsks, HookBlocks, HookStops, HookSkips, HookWarns),
		words(ItemTool, ItemHook, ItemHand, ItemServer, ItemAgent, ItemSkill, ItemPage, ItemMemory, ItemRules, ItemManifest, ItemFile),
		words(JobRunning, JobDone, JobFailed, JobStopped, JobLeft),
		words(LevelInfo, LevelWarning, LevelError),
		words(OwnerPerson, OwnerSpace),
		words(ProgramConnected, ProgramGone, ProgramForeign, ProgramNotConnected, ProgramNotFound, ProgramBroken),
		words(ProviderAnthropic, ProviderOpenAI, ProviderGuide, ProviderScripted),
		words(RefusedReach, RefusedRead, RefusedWrite),
		words(RegistriesYes, RegistriesNo, RegistriesUnasked),
		words(SearchNobody, SearchSearXNG, SearchBrave, SearchTavily, SearchExa, SearchKagi, SearchEndpoint),
		words(SecretKeyring, SecretFile, SecretNowhere),
		words(ServerFromSettings, ServerFromSpace),
		words(ServerProgram, ServerRemote),
		words(ServerIdle, ServerConnecting, ServerReady, ServerFailed, ServerWaiting, ServerSignIn, ServerStopped, ServerOff, ServerHeldBack, ServerShadowed, ServerBroken),
		words(ServerToolReady, ServerToolOff, ServerToolHeldBack, ServerToolRejected, ServerToolUnavailable),
		words(ServerToolSame, ServerToolNew, ServerToolChanged, ServerToolGone),
		words(SeverityError, SeverityWarning),
		words(StreamOut, StreamErr, StreamProgress),
		words(ThemeSystem, ThemeLight, ThemeDark),
		words(TransportAny, TransportHTTP, TransportSSE),
		words(RehearsedNew, RehearsedGone, RehearsedChanged, RehearsedRenamed, RehearsedMode, RehearsedKind),
		words(UndoDelete, UndoRestore, UndoChange, UndoMode, UndoRename), words(UndoFile, UndoFolder, UndoLink), words(UndoneNew, UndoneGone, UndoneChanged, UndoneMode, UndoneRenamed, UndoneKind),
		words(WallFiles, WallNetwork, WallLimits),
		words(WebOn, WebOff, WebShared),
	}
}

// A word is a value of a set, as Wails takes it.
type word[T ~string] struct {
	Value  T
	TSName string
}

func words[T ~string](values ...T) []word[T] {
	return each(values, func(v T) word[T] { return word[T]{Value: v, TSName: wordName(string(v))} })
}

// wordName is a word as TypeScript can name it: HeldBack of "held-back".
func wordName(value string) string {
	name := ""
	for _, part := range strings.FieldsFunc(value, func(r rune) bool { return r < 'a' || r > 'z' }) {
		name += sentence(part)
	}
	if name == "" {
		return "None"
	}
	return name
}
