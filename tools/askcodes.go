package tools

// What a lasting yes covers, and the whole of its button: Offer.Says.
const (
	CoverExactly     ClauseCode = "cover-exactly"
	CoverCalls       ClauseCode = "cover-calls"
	CoverCommands    ClauseCode = "cover-commands"
	CoverMessages    ClauseCode = "cover-messages"
	CoverFolder      ClauseCode = "cover-folder"
	CoverHost        ClauseCode = "cover-host"
	CoverServer      ClauseCode = "cover-server"
	AlwaysSession    ClauseCode = "always-session"
	AlwaysMinutes    ClauseCode = "always-minutes"
	AlwaysSpace      ClauseCode = "always-space"
	AlwaysEverywhere ClauseCode = "always-everywhere"
	LetSession       ClauseCode = "let-session"
	LetSpace         ClauseCode = "let-space"
	LetPrograms      ClauseCode = "let-programs"
	LetReach         ClauseCode = "let-reach"
	LetReachPorts    ClauseCode = "let-reach-ports"
	LetReachAll      ClauseCode = "let-reach-all"
	PathRead         ClauseCode = "path-read"
	PathChange       ClauseCode = "path-change"
	BuildsReach      ClauseCode = "builds-reach"
)

// What the button of a question says that runs it: Question.Yes.
const (
	YesOnce ClauseCode = "yes-once"
	YesHere ClauseCode = "yes-here"
	YesGoOn ClauseCode = "yes-go-on"
	YesKeep ClauseCode = "yes-keep"
)

// What is asked while a call runs: the title, the text and the reason of such a question.
const (
	AskReach       ClauseCode = "ask-reach"
	AskGit         ClauseCode = "ask-git"
	AskBuilds      ClauseCode = "ask-registries"
	AskKeep        ClauseCode = "ask-keep"
	AskKeepMore    ClauseCode = "ask-keep-more"
	AskCapRun      ClauseCode = "ask-cap-run"
	AskCapDay      ClauseCode = "ask-cap-day"
	AskCapSpace    ClauseCode = "ask-cap-space"
	HostCount      ClauseCode = "host-count"
	TextReach      ClauseCode = "text-reach"
	TextReachMany  ClauseCode = "text-reach-many"
	TextReachMore  ClauseCode = "text-reach-more"
	TextGit        ClauseCode = "text-git"
	TextRegistries ClauseCode = "text-registries"
	TextLeft       ClauseCode = "text-left" // in records of earlier versions
	TextLeftMine   ClauseCode = "text-left-mine"
	TextLeftLate   ClauseCode = "text-left-late"
	TextCap        ClauseCode = "text-cap"
	WhyGitRuns     ClauseCode = "git-runs"
	WhyRegistries  ClauseCode = "registries"
	WhyCap         ClauseCode = "cap"
	AmountOne      ClauseCode = "amount-one"
	AmountCalls    ClauseCode = "amount-calls"
	AmountSeconds  ClauseCode = "amount-seconds"
	AmountMinutes  ClauseCode = "amount-minutes"
	AmountTokens   ClauseCode = "amount-tokens"
	AmountOneToken ClauseCode = "amount-one-token"
	AmountDollars  ClauseCode = "amount-dollars"
)

// asks is what their codes say: see english.
var asks = map[ClauseCode]string{
	CoverExactly:     "exactly this",
	CoverCalls:       "every call of {0}",
	CoverCommands:    "commands that begin with {0}",
	CoverMessages:    "messages by {0}",
	CoverFolder:      "{0} in the folder {1} and below",
	CoverHost:        "{0} of {1}",
	CoverServer:      "every call of the {0} tools that {1} has now",
	AlwaysSession:    "Always allow {0}, in this session",
	AlwaysMinutes:    "Always allow {0}, in this space for 15 minutes",
	AlwaysSpace:      "Always allow {0}, in this space",
	AlwaysEverywhere: "Always allow {0}, in every space",
	LetSession:       "Let text from {0} leave, in this session",
	LetSpace:         "Always let text from {1} leave by {0}, in this space",
	LetPrograms:      "Always let text from {0} leave by any program, in this space",
	LetReach:         "Always let {0} reach {1}",
	LetReachPorts:    "Always let {0} reach {1}, at any port",
	LetReachAll:      "Always let {0} reach these hosts",
	PathRead:         "Tools may read {0}",
	PathChange:       "Tools may read and change {0}",
	BuildsReach:      "Builds may reach the package registries",

	YesOnce: "Allow once",
	YesHere: "Allow in this space",
	YesGoOn: "Go on",
	YesKeep: "Keep",

	AskReach:      "May the server {0} reach {1}?",
	AskGit:        "Change git's settings in {0}?",
	AskBuilds:     "May builds in {0} reach the package registries?",
	AskKeep:       "Keep {0} as the program has left it?",
	AskKeepMore:   "Keep {0} and {1} more as the program has left them?",
	AskCapRun:     "The run has used its {0}. Go on?",
	AskCapDay:     "What began today has used its {0}. Go on?",
	AskCapSpace:   "What began today in {0} has used its {1}. Go on?",
	HostCount:     "{0} hosts",
	TextReach:     "The server {0} wants to connect to {1}, which you have not allowed it yet. Its connection waits for your answer.\n\n" + textOnce,
	TextReachMany: "The server {0} wants to connect to {1} hosts that you have not allowed it yet:\n{2}\n\nIts connections wait for your answer.\n\n" + textOnce,
	TextReachMore: "The server {0} wants to connect to {1} hosts that you have not allowed it yet:\n{2}\nand {3} more. Many hosts at once are unusual: if you don't expect this, refuse.\n\n" +
		"Its connections wait for your answer.\n\n" + textOnce,
	TextGit: "A program of this call has set what git runs or where it looks. So far only programs in the sandbox see it. If you allow it, it counts for your own git and your editor as well:\n{0}",
	TextRegistries: "A program of this call wants to reach {0}.\n\nIf you allow it, every program that agents run in this space can fetch packages from the registries of your package managers:\n{1}\n\n" +
		"You can revoke it in the space's settings.",
	TextLeft:     "A program of this call has changed what runs or speaks later, though the call does not name it. If you say no, it gets another name, and what was there before is put back.\n{0}",
	TextLeftMine: "A program of this call has changed what runs or speaks later, though the call does not name it. If you have saved it yourself meanwhile, keep it. If you say no, it gets another name, and what was there before is put back.\n{0}",
	TextLeftLate: "Something that this call has left running has changed what runs or speaks later, after the call's end; some of it may be yours. If you say no, it gets another name, and what was there before is put back.\n{0}",
	TextCap:      "It has used {0}. If you say yes, it may use as much again before you are asked anew; it goes on where it is.\n\nYou have set this cap yourself.",

	WhyGitRuns:     "it changes what git runs",
	WhyRegistries:  "it reaches package registries",
	WhyCap:         "it has used as much as you have set",
	AmountOne:      "1 call",
	AmountCalls:    "{0} calls",
	AmountSeconds:  "{0} seconds",
	AmountMinutes:  "{0} minutes",
	AmountTokens:   "{0} tokens",
	AmountOneToken: "1 token",
	AmountDollars:  "${0}",
}

// textOnce is how far an answer about a server's hosts goes.
const textOnce = "It can send there whatever it can read, and what its tools are given. If you allow it once, that counts until the calls of it that run now have ended. After a no you are not asked about it again: its calls say how to allow it then."
