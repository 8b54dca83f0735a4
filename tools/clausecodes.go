package tools

// ClauseCode names what a Clause says. A code never changes, nor the order of its places.
type ClauseCode string

// What is neither a reason nor a deed by itself.
const (
	InWords ClauseCode = "words"
	InTurn  ClauseCode = "and"
	AllOf   ClauseCode = "all"
	BothOf  ClauseCode = "both"
	ListOf  ClauseCode = "list"
	MoreOf  ClauseCode = "more"
)

// Why something may not run, or the person is asked: rules and modes.
const (
	WhyRuleDenies      ClauseCode = "rule-denies"
	WhyRuleAsks        ClauseCode = "rule-asks"
	WhyAlwaysAsks      ClauseCode = "always-asks"
	WhyOnlyReading     ClauseCode = "only-reading"
	WhyUnheld          ClauseCode = "unheld"
	WhyReadOnly        ClauseCode = "read-only"
	WhyUntrusted       ClauseCode = "untrusted"
	WhyUnknownMode     ClauseCode = "unknown-mode"
	WhyEveryChange     ClauseCode = "every-change"
	WhyRehearses       ClauseCode = "rehearses"
	WhyRehearsed       ClauseCode = "rehearsed"
	WhyRunsProgram     ClauseCode = "runs-program"
	WhyNoWalls         ClauseCode = "no-walls"
	WhyUnwalled        ClauseCode = "unwalled"
	WhyNoFileWalls     ClauseCode = "no-file-walls"
	WhyDeletesFolders  ClauseCode = "deletes-folders"
	WhyReaches         ClauseCode = "reaches"
	WhyServerReaches   ClauseCode = "server-reaches"
	WhyServerChanges   ClauseCode = "server-changes"
	WhyTouches         ClauseCode = "touches"
	WhySends           ClauseCode = "sends"
	WhyUnknownEffect   ClauseCode = "unknown-effect"
	WhyUnsaid          ClauseCode = "unsaid"
	WhyStays           ClauseCode = "stays"
	WhyStaysButOpen    ClauseCode = "stays-but-open"
	WhyStaysButReaches ClauseCode = "stays-but-reaches"
	WhyChangesNothing  ClauseCode = "changes-nothing"
)

// Why a built-in rule denies or asks.
const (
	WhyBomb              ClauseCode = "bomb"
	WhyBombName          ClauseCode = "bomb-name"
	WhyDevice            ClauseCode = "device"
	WhyStopsMachine      ClauseCode = "stops-machine"
	WhyOverwritesDisk    ClauseCode = "overwrites-disk"
	WhyPowersOff         ClauseCode = "powers-off"
	WhyEndsAll           ClauseCode = "ends-all"
	WhyReadsSecrets      ClauseCode = "reads-secrets"
	WhyMayReadSecrets    ClauseCode = "may-read-secrets"
	WhyNamesSecrets      ClauseCode = "names-secrets"
	WhyPrintsEnvironment ClauseCode = "prints-environment"
	WhyPrintsSecret      ClauseCode = "prints-secret"
	WhyPrintsKeychain    ClauseCode = "prints-keychain"
	WhyChangesLater      ClauseCode = "changes-later"
	WhyInRepository      ClauseCode = "in-repository"
	WhyDeletesAll        ClauseCode = "deletes-all"
	WhyDeletesSpace      ClauseCode = "deletes-space"
	WhyDeletesOutside    ClauseCode = "deletes-outside"
	WhyDeletesUnasked    ClauseCode = "deletes-unasked"
	WhyDeletesAfar       ClauseCode = "deletes-afar"
	WhyChangesRights     ClauseCode = "changes-rights"
	WhyGitSetting        ClauseCode = "git-setting"
	WhyGitElsewhere      ClauseCode = "git-elsewhere"
	WhyFetchElsewhere    ClauseCode = "fetch-elsewhere"
	WhyGitUnknown        ClauseCode = "git-unknown"
	WhyGitAlias          ClauseCode = "git-alias"
	WhyPushOverwrites    ClauseCode = "push-overwrites"
	WhyPushMayOverwrite  ClauseCode = "push-may-overwrite"
	WhyPushUnknown       ClauseCode = "push-unknown"
	WhyGitMirror         ClauseCode = "git-mirror"
	WhyGitConfig         ClauseCode = "git-config"
	WhyGitInclude        ClauseCode = "git-include"
	WhyRemote            ClauseCode = "remote"
	WhySchedules         ClauseCode = "schedules"
	WhySelf              ClauseCode = "self"
	WhySelfAnswers       ClauseCode = "self-answers"
	WhyDeletesDatabase   ClauseCode = "deletes-database"
	WhyDeletesKeys       ClauseCode = "deletes-keys"
	WhyEmptiesDatabase   ClauseCode = "empties-database"
	WhyDropsDocuments    ClauseCode = "drops-documents"
	WhyPutTogether       ClauseCode = "put-together"
	WhyTold              ClauseCode = "told"
	WhyUnread            ClauseCode = "unread"
	WhyUndecided         ClauseCode = "undecided"
)

// Why it asks about text from elsewhere, and by what that could leave.
const (
	WhyElsewhere        ClauseCode = "elsewhere"
	WhyElsewhereRefused ClauseCode = "elsewhere-refused"
	WhySecretSent       ClauseCode = "secret-sent"
	SecretMarked        ClauseCode = "secret-marked"
	SecretLike          ClauseCode = "secret-like"
	WayMemory           ClauseCode = "way-memory"
	WayPlant            ClauseCode = "way-plant"
	WayScript           ClauseCode = "way-script"
	WayPrograms         ClauseCode = "way-programs"
	WayMail             ClauseCode = "way-mail"
	WayDocument         ClauseCode = "way-document"
	WayAddress          ClauseCode = "way-address"
	WayReaders          ClauseCode = "way-readers"
	WayPreview          ClauseCode = "way-preview"
	WayClipboard        ClauseCode = "way-clipboard"
	WayRemembered       ClauseCode = "way-remembered"
	WayServer           ClauseCode = "way-server"
	WayServerTo         ClauseCode = "way-server-to"
	MoreHosts           ClauseCode = "more-hosts"
	OfServer            ClauseCode = "of-server"
	OfWeb               ClauseCode = "of-web"
	OfSearch            ClauseCode = "of-search"
	OfProgram           ClauseCode = "of-program"
	OfFile              ClauseCode = "of-file"
	OfClipboard         ClauseCode = "of-clipboard"
	OfUnknown           ClauseCode = "of-unknown"
	OfKept              ClauseCode = "of-kept"
)

// Why something else than what was judged first asks.
const (
	WhyUnkept           ClauseCode = "unkept"
	WhyChangedAct       ClauseCode = "changed-act"
	WhyRevoked          ClauseCode = "revoked"
	WhyUnusable         ClauseCode = "unusable"
	WhyUneditable       ClauseCode = "uneditable"
	WhyRunOnce          ClauseCode = "run-once"
	WhyRunChanged       ClauseCode = "run-changed"
	WhyUnanswered       ClauseCode = "unanswered"
	WhyReread           ClauseCode = "reread"
	WhyRevokedMeanwhile ClauseCode = "revoked-meanwhile"
)

// What an act would do.
const (
	DoesRead          ClauseCode = "read"
	DoesWrite         ClauseCode = "write"
	DoesDelete        ClauseCode = "delete"
	DoesRun           ClauseCode = "run"
	DoesReach         ClauseCode = "reach"
	DoesStop          ClauseCode = "stop"
	DoesCall          ClauseCode = "call"
	DoesSend          ClauseCode = "send"
	DoesEmptyFolder   ClauseCode = "delete-empty"
	DoesMatching      ClauseCode = "delete-matching"
	DoesMatchingFiles ClauseCode = "delete-files"
	DoesFolder        ClauseCode = "delete-folder"
	DoesAll           ClauseCode = "delete-all"
	DoesFile          ClauseCode = "delete-file"
	DoesDrop          ClauseCode = "drop"
	DoesTruncate      ClauseCode = "truncate"
	DoesDeleteRows    ClauseCode = "delete-rows"
	DoesMore          ClauseCode = "do-more"
	DoesUnknown       ClauseCode = "do-unknown"
	KnownLater        ClauseCode = "known-later"
	KnownOnly         ClauseCode = "known-only"
)

// Why what a text would run cannot be known, or was not read.
const (
	DoubtRunsProgram  ClauseCode = "doubt-runs-program"
	DoubtOtherCode    ClauseCode = "doubt-other-code"
	DoubtFedCode      ClauseCode = "doubt-fed-code"
	DoubtCodeStarts   ClauseCode = "doubt-code-starts"
	DoubtSed          ClauseCode = "doubt-sed"
	DoubtStatements   ClauseCode = "doubt-statements"
	DoubtGitElsewhere ClauseCode = "doubt-git-elsewhere"
	DoubtGitRuns      ClauseCode = "doubt-git-runs"
	DoubtName         ClauseCode = "doubt-name"
	DoubtKept         ClauseCode = "doubt-kept"
	DoubtScript       ClauseCode = "doubt-script"
	DoubtScriptNamed  ClauseCode = "doubt-script-named"
	DoubtSets         ClauseCode = "doubt-sets"
	DoubtLater        ClauseCode = "doubt-later"
	DoubtFileLater    ClauseCode = "doubt-file-later"
	DoubtContainer    ClauseCode = "doubt-container"
	DoubtMake         ClauseCode = "doubt-make"
	DoubtFed          ClauseCode = "doubt-fed"
	DoubtReads        ClauseCode = "doubt-reads"
	DoubtFedAfar      ClauseCode = "doubt-fed-afar"
	DoubtAfar         ClauseCode = "doubt-afar"
	DoubtParallel     ClauseCode = "doubt-parallel"
	DoubtEditor       ClauseCode = "doubt-editor"
	DoubtFunction     ClauseCode = "doubt-function"
	DoubtCalculates   ClauseCode = "doubt-calculates"
	DoubtMore         ClauseCode = "doubt-more"
	UnreadLong        ClauseCode = "unread-long"
	UnreadWork        ClauseCode = "unread-work"
	UnreadDollar      ClauseCode = "unread-dollar"
	UnreadFile        ClauseCode = "unread-file"
	UnreadPrograms    ClauseCode = "unread-programs"
	UnreadVariable    ClauseCode = "unread-variable"
	UnreadList        ClauseCode = "unread-list"
	UnreadShells      ClauseCode = "unread-shells"
	UnreadBrackets    ClauseCode = "unread-brackets"
	UnreadNoShell     ClauseCode = "unread-no-shell"
	UnreadLines       ClauseCode = "unread-lines"
	UnreadReserved    ClauseCode = "unread-reserved"
	UnreadPiped       ClauseCode = "unread-piped"
	UnreadFolders     ClauseCode = "unread-folders"
	UnreadLoops       ClauseCode = "unread-loops"
	UnreadLoopWords   ClauseCode = "unread-loop-words"
	UnreadFunctions   ClauseCode = "unread-functions"
	UnreadBraces      ClauseCode = "unread-braces"
	UnreadPattern     ClauseCode = "unread-pattern"
)

// english is what the codes say, with places for their parameters: see fill.
var english = map[ClauseCode]string{
	// What is neither a reason nor a deed by itself.
	InWords: "{0}",
	InTurn:  "and {0}",
	AllOf:   "{0…; }",
	BothOf:  "{0…, and }",
	ListOf:  "{0…, }",
	MoreOf:  "{0} more",
	// Why something may not run, or the person is asked: rules and modes.
	WhyRuleDenies:      "a rule denies it",
	WhyRuleAsks:        "a rule says to ask",
	WhyAlwaysAsks:      "this tool always asks first",
	WhyOnlyReading:     "only reading is allowed here: {0}",
	WhyUnheld:          "only reading is allowed here, and nothing keeps this program to that: {0}",
	WhyReadOnly:        "you set this space to read-only",
	WhyUntrusted:       "you have not trusted this space yet",
	WhyUnknownMode:     "the mode {0} is not known",
	WhyEveryChange:     "this space asks before every change",
	WhyRehearses:       "this space rehearses first, and this would happen",
	WhyRehearsed:       "it is only rehearsed, without a network; in earnest it asks: {0}",
	WhyRunsProgram:     "it runs a program, and {0}",
	WhyNoWalls:         "this machine has no walls around it",
	WhyUnwalled:        "this machine does not hold programs to the space ({0})",
	WhyNoFileWalls:     "this machine cannot keep single files from programs, as your rules about files say",
	WhyDeletesFolders:  "it deletes folders with everything in them",
	WhyReaches:         "it reaches {0}",
	WhyServerReaches:   "its server reaches {0}",
	WhyServerChanges:   "its server may change {0}, outside this space",
	WhyTouches:         "it touches {0}, outside this space",
	WhySends:           "it sends a message by {0}",
	WhyUnknownEffect:   "what it does ({0}) is not known to this version",
	WhyUnsaid:          "it does not say what it would change",
	WhyStays:           "it stays in this space",
	WhyStaysButOpen:    "it changes only this space, and may reach any host by your settings",
	WhyStaysButReaches: "it changes only this space, and may reach {0} by your settings",
	WhyChangesNothing:  "it changes nothing",
	// Why a built-in rule denies or asks.
	WhyBomb:              "it is a fork bomb",
	WhyBombName:          "it is named like a fork bomb",
	WhyDevice:            "it writes to the device {0}",
	WhyStopsMachine:      "it can stop the machine by {0}",
	WhyOverwritesDisk:    "{0} overwrites a disk",
	WhyPowersOff:         "it powers the machine off",
	WhyEndsAll:           "it ends every process that it can",
	WhyReadsSecrets:      "it reads a file that holds secrets: {0}",
	WhyMayReadSecrets:    "it reads a file that usually holds secrets: {0}",
	WhyNamesSecrets:      "it names a file that holds secrets: {0}",
	WhyPrintsEnvironment: "it prints the whole environment, secrets among it",
	WhyPrintsSecret:      "it prints what looks like a secret: {0}",
	WhyPrintsKeychain:    "it prints secrets from the keychain",
	WhyChangesLater:      "it changes {0}, which decides what runs later",
	WhyInRepository:      "it changes {0} in a folder that git takes for a repository: git runs what its settings and hooks say",
	WhyDeletesAll:        "it deletes {0} with everything in it",
	WhyDeletesSpace:      "it deletes a whole space: {0}",
	WhyDeletesOutside:    "it deletes {0}, outside this space",
	WhyDeletesUnasked:    "it deletes folders with everything in them, without asking",
	WhyDeletesAfar:       "it deletes what it does not bring, on another machine",
	WhyChangesRights:     "it changes the rights of {0} and everything in it",
	WhyGitSetting:        "git's setting {0} lets a push overwrite what others have",
	WhyGitElsewhere:      "its settings come from elsewhere, and may force the push",
	WhyFetchElsewhere:    "it overwrites branches in another repository, as a forced push would",
	WhyGitUnknown:        "which command of git it is cannot be known before",
	WhyGitAlias:          "git {0} is none of git's own commands: it stands for what git's settings say, which may be a forced push",
	WhyPushOverwrites:    "git push {0} overwrites or deletes what others have",
	WhyPushMayOverwrite:  "git push {0} may overwrite what others have",
	WhyPushUnknown:       "what git push is told cannot be known before",
	WhyGitMirror:         "git remote {0} lets each push overwrite everything that others have",
	WhyGitConfig:         "git config {0} lets a push overwrite what others have",
	WhyGitInclude:        "git config {0} takes settings from another file, which may force a push",
	WhyRemote:            "{0} would publish something, or delete what a service holds: no undo brings that back",
	WhySchedules:         "it changes what runs at set times, or later: {0}",
	WhySelf:              "it uses Handrail's own command line, which can answer in your place",
	WhySelfAnswers:       "it would answer in your place: handrail {0}",
	WhyDeletesDatabase:   "{0} deletes a database",
	WhyDeletesKeys:       "{0} deletes every key",
	WhyEmptiesDatabase:   "{0} empties a database",
	WhyDropsDocuments:    "{0} drops what a database holds",
	WhyPutTogether:       "what {0} is told is put together only while it runs",
	WhyTold:              "{0} is told to {1}",
	WhyUnread:            "not all of it was read: {0}",
	WhyUndecided:         "it can't be known in advance what it runs: {0}",
	// Why it asks about text from elsewhere, and by what that could leave.
	WhyElsewhere:        "this conversation has read text from elsewhere ({0}), and {1}",
	WhyElsewhereRefused: "you were told that text from elsewhere ({0}) does not leave this conversation, and {1}. Tell the person what you want to do, and why",
	WhySecretSent:       "its input holds {0}, and what it is given can leave this machine",
	SecretMarked:        "the {0}",
	SecretLike:          "what looks like a secret",
	WayMemory:           "it changes {0}, of which every later conversation here is told",
	WayPlant:            "it makes {0}, which decides what runs later",
	WayScript:           "it changes {0}, whose commands people run outside the walls",
	WayPrograms:         "its programs can send it to any host",
	WayMail:             "the mail says it to whom the person sends it",
	WayDocument:         "what is in {0} can ask any host for something when it is opened",
	WayAddress:          "{0} learns what stands in the address, and what is sent with it",
	WayReaders:          "whoever reads {0} is told",
	WayPreview:          "services look up the addresses in messages, and nobody has named {0}",
	WayClipboard:        "it goes wherever the clipboard is pasted",
	WayRemembered:       "every later conversation here is told",
	WayServer:           "the server {0} gets it, and reaches {1}",
	WayServerTo:         "the server {0} gets it, and reaches {1}; you have not named {2}",
	MoreHosts:           "{0} and {1} more",
	OfServer:            "the server {0}",
	OfWeb:               "a web page of {0}",
	OfSearch:            "a search by {0}",
	OfProgram:           "what the network gave to {0}",
	OfFile:              "what is in {0}",
	OfClipboard:         "the clipboard",
	OfUnknown:           "somewhere else: {0}",
	OfKept:              "{1}, kept in {0}",
	// Why something else than what was judged first asks.
	WhyUnkept:           "what it changes could not be taken back: {0}",
	WhyChangedAct:       "it is no longer the act that you were shown",
	WhyRevoked:          "the grant that would have allowed it was just revoked",
	WhyUnusable:         "your changes to the input can't be used: {0}. This is the call as it was",
	WhyUneditable:       "{0} (its input holds a secret, so it cannot be edited here)",
	WhyRunOnce:          "run once",
	WhyRunChanged:       "run once, with the input changed",
	WhyUnanswered:       "nobody answered in time",
	WhyReread:           "the question was withdrawn, because the space was read again while it stood",
	WhyRevokedMeanwhile: "the question was withdrawn because a grant covered the call, and the grant was revoked at the same moment",
	// What an act would do.
	DoesRead:          "read {0}",
	DoesWrite:         "write {0}",
	DoesDelete:        "delete {0}",
	DoesRun:           "run {0}",
	DoesReach:         "reach {0}",
	DoesStop:          "stop {0}",
	DoesCall:          "call {0}",
	DoesSend:          "send {0}",
	DoesEmptyFolder:   "delete the empty folder {0}",
	DoesMatching:      "delete everything that matches {0}",
	DoesMatchingFiles: "delete the files that match {0}",
	DoesFolder:        "delete the folder {0}",
	DoesAll:           "delete {0} with everything in it",
	DoesFile:          "delete the file {0}",
	DoesDrop:          "drop {0}",
	DoesTruncate:      "truncate {0}",
	DoesDeleteRows:    "delete every row: there is no WHERE",
	DoesMore:          "do {0} more things",
	DoesUnknown:       "do what can't be known in advance",
	KnownLater:        "something that is known only when it runs",
	KnownOnly:         "{0} (known only when it runs)",
	// Why what a text would run cannot be known, or was not read.
	DoubtRunsProgram:  "{0} is told to run a program",
	DoubtOtherCode:    "{0} runs code that is not shell",
	DoubtFedCode:      "{0} is fed code that is not shell",
	DoubtCodeStarts:   "{0} runs code that starts programs",
	DoubtSed:          "sed runs what it reads",
	DoubtStatements:   "{0} reads statements from a file",
	DoubtGitElsewhere: "git takes settings or programs from elsewhere",
	DoubtGitRuns:      "git is told to run {0}",
	DoubtName:         "the program's name is only known when it runs",
	DoubtKept:         "what {0} keeps for later is only known when it runs",
	DoubtScript:       "it runs another script",
	DoubtScriptNamed:  "it runs the script {0}",
	DoubtSets:         "it sets {0}, which changes what programs do",
	DoubtLater:        "text is kept for a shell to run later",
	DoubtFileLater:    "what a file says is kept for a shell to run later",
	DoubtContainer:    "it gives a container the files or rights of the whole machine",
	DoubtMake:         "make is told what to do by its input",
	DoubtFed:          "text is fed to a shell",
	DoubtReads:        "a shell reads text that is only known when it runs",
	DoubtFedAfar:      "text is fed to a shell on another machine",
	DoubtAfar:         "it runs on another machine",
	DoubtParallel:     "parallel is told what to do by its input",
	DoubtEditor:       "an editor is told to run commands",
	DoubtFunction:     "it has a function without a name",
	DoubtCalculates:   "it calculates with text in which commands stand",
	DoubtMore:         "and so are other parts of it",
	UnreadLong:        "it is longer, or deeper, than is read",
	UnreadWork:        "it does more than is looked at",
	UnreadDollar:      "a $ and what belongs to it stand in two lines",
	UnreadFile:        "a file gets more text than is followed",
	UnreadPrograms:    "it starts more programs within programs than are followed",
	UnreadVariable:    "a variable holds more text than is followed",
	UnreadList:        "a list holds more words than are followed",
	UnreadShells:      "it starts more shells within shells than are followed",
	UnreadBrackets:    "its brackets stand deeper in each other than is read",
	UnreadNoShell:     "it cannot be read as a shell script",
	UnreadLines:       "it has more lines than are read where a shell script has mistakes",
	UnreadReserved:    "reserved words stand where a command is expected",
	UnreadPiped:       "more text goes from command to command than is followed",
	UnreadFolders:     "it may be in more folders than are followed",
	UnreadLoops:       "it has more loops than are followed",
	UnreadLoopWords:   "a loop goes through more words than are followed",
	UnreadFunctions:   "it calls more functions than are followed",
	UnreadBraces:      "its braces stand for more words than are followed",
	UnreadPattern:     "commands stand in a pattern",
}
