package tools

// What a call is called where people read of it (Preview.Heading), or a run that no person has begun in their own words. What a tool's author or a server calls it has no code.
const (
	TitleRun          ClauseCode = "title-run"
	TitleRunBehind    ClauseCode = "title-run-behind"
	TitleReadFile     ClauseCode = "title-read-file"
	TitleCreateFile   ClauseCode = "title-create-file"
	TitleWriteFile    ClauseCode = "title-write-file"
	TitleEditFile     ClauseCode = "title-edit-file"
	TitlePatchFile    ClauseCode = "title-patch-file"
	TitlePatchFiles   ClauseCode = "title-patch-files"
	TitleFindFiles    ClauseCode = "title-find-files"
	TitleSearchFiles  ClauseCode = "title-search-files"
	TitleListFolder   ClauseCode = "title-list-folder"
	TitleListTree     ClauseCode = "title-list-tree"
	TitleReadJob      ClauseCode = "title-read-job"
	TitleStopJob      ClauseCode = "title-stop-job"
	TitleSearchWeb    ClauseCode = "title-search-web"
	TitleReadMemory   ClauseCode = "title-read-memory"
	TitleSearchMemory ClauseCode = "title-search-memory"
	TitleRemember     ClauseCode = "title-remember"
	TitleRewrite      ClauseCode = "title-rewrite-memory"
	TitleSend         ClauseCode = "title-send"
	TitleSendTo       ClauseCode = "title-send-to"
	TitleNotify       ClauseCode = "title-notify"
	TitleShowMessage  ClauseCode = "title-show-message"
	TitleAskQuestion  ClauseCode = "title-ask-question"
	TitleAskText      ClauseCode = "title-ask-text"
	TitleAskSecret    ClauseCode = "title-ask-secret"
	TitleAskFiles     ClauseCode = "title-ask-files"
	TitleAskPlace     ClauseCode = "title-ask-place"
	TitleCopy         ClauseCode = "title-copy"
	TitlePaste        ClauseCode = "title-paste"
	TitleOpenPage     ClauseCode = "title-open-page"
	TitleOpenFile     ClauseCode = "title-open-file"
	TitleBeginMail    ClauseCode = "title-begin-mail"
	TitleTask         ClauseCode = "title-task"
	TitleUseSkill     ClauseCode = "title-use-skill"
	TitleFindTools    ClauseCode = "title-find-tools"
	TitlePutBackOne   ClauseCode = "title-put-back-one"
	TitlePutBack      ClauseCode = "title-put-back"
	TitleKeepCall     ClauseCode = "title-keep-call"
	TitleKeepChat     ClauseCode = "title-keep-chat"
	TitleRegister     ClauseCode = "title-register"
	TitleListHands    ClauseCode = "title-list-hands"
	TitleReloadHands  ClauseCode = "title-reload-hands"
	TitleHandsSchema  ClauseCode = "title-hands-schema"
	TitleResource     ClauseCode = "title-resource"
	TitlePrompt       ClauseCode = "title-prompt"
	TitleValues       ClauseCode = "title-values"
	RunUndo           ClauseCode = "run-undo"
	RunKeep           ClauseCode = "run-keep"
	RunRehearse       ClauseCode = "run-rehearse"
	RunCalls          ClauseCode = "run-calls"
	RunPage           ClauseCode = "run-page"
)

// Why the author of an act wants the person asked: Preview.Because.
const (
	AskSecrets  ClauseCode = "ask-secrets"
	AskRequest  ClauseCode = "ask-request"
	AskHeaders  ClauseCode = "ask-headers"
	AskPage     ClauseCode = "ask-page"
	AskMail     ClauseCode = "ask-mail"
	AskOpened   ClauseCode = "ask-opened"
	AskScripts  ClauseCode = "ask-scripts"
	AskPaste    ClauseCode = "ask-paste"
	AskRegister ClauseCode = "ask-register"
	AskDash     ClauseCode = "ask-dash"
	AskPlanted  ClauseCode = "ask-planted"
	AskNew      ClauseCode = "ask-new"
)

// titles is what their codes say: see english.
var titles = map[ClauseCode]string{
	TitleRun:          "Run: {0}",
	TitleRunBehind:    "Run in the background: {0}",
	TitleReadFile:     "Read {0}",
	TitleCreateFile:   "Create {0}",
	TitleWriteFile:    "Write {0}",
	TitleEditFile:     "Edit {0}",
	TitlePatchFile:    "Patch {0}",
	TitlePatchFiles:   "Patch {0} files",
	TitleFindFiles:    "Find {0}",
	TitleSearchFiles:  "Search for {0}",
	TitleListFolder:   "List {0}",
	TitleListTree:     "List {0} and all below",
	TitleReadJob:      "Read the output of job {0}",
	TitleStopJob:      "Stop job {0}",
	TitleSearchWeb:    "Search for {0}",
	TitleReadMemory:   "Read the memory",
	TitleSearchMemory: "Look in the memory for {0}",
	TitleRemember:     "Remember: {0}",
	TitleRewrite:      "Rewrite the memory",
	TitleSend:         "Send a message by {0} ({1})",
	TitleSendTo:       "Send a message by {0} ({1}, to {2})",
	TitleNotify:       "Show you a notification",
	TitleShowMessage:  "Show you a message",
	TitleAskQuestion:  "Ask you a question",
	TitleAskText:      "Ask you for a text",
	TitleAskSecret:    "Ask you for a secret",
	TitleAskFiles:     "Ask you to choose files",
	TitleAskPlace:     "Ask you where to save a file",
	TitleCopy:         "Copy a text to your clipboard",
	TitlePaste:        "Read your clipboard",
	TitleOpenPage:     "Open a page of {0}",
	TitleOpenFile:     "Open {0}",
	TitleBeginMail:    "Begin a mail to {0}",
	TitleTask:         "Give a task to {0}",
	TitleUseSkill:     "Use the skill {0}",
	TitleFindTools:    "Find tools",
	TitlePutBackOne:   "Put back 1 file or folder",
	TitlePutBack:      "Put back {0} files and folders",
	TitleKeepCall:     "Keep {0} changes of the rehearsed call of {1}",
	TitleKeepChat:     "Keep {0} changes of the rehearsed conversation",
	TitleRegister:     "Register a project",
	TitleListHands:    "List hands",
	TitleReloadHands:  "Reload hands",
	TitleHandsSchema:  "Describe ctxnest.json",
	TitleResource:     "Read {0} ({1})",
	TitlePrompt:       "Get the prompt {0} ({1})",
	TitleValues:       "List values of {0} for {1} ({2})",
	RunUndo:           "Undo",
	RunKeep:           "keep what was rehearsed: {0}",
	RunRehearse:       "rehearse: {0}",
	RunCalls:          "calls of {0}",
	RunPage:           "page {0}",
	// Why the author of an act wants the person asked.
	AskSecrets:  "it changes what usually holds secrets: {0}",
	AskRequest:  "it sends a {0} to {1}, which may change something there",
	AskHeaders:  "it sends headers of the agent's to {0}",
	AskPage:     "a page learns what stands in its address",
	AskMail:     "an agent has written the mail; nothing is sent until you send it",
	AskOpened:   "it leaves the walls: a program of yours reads it",
	AskScripts:  "it leaves the walls: a page that an agent has written can run scripts in your browser and send what it holds",
	AskPaste:    "you know what you have copied, and nobody else",
	AskRegister: "it adds a folder to your list of spaces",
	AskDash:     "the value of {0} starts with a dash, so the program may take it for an option",
	AskPlanted:  "agents can write where its program {0}, what it leads to or what interprets it lies, so what runs may not be what you trusted",
	AskNew:      "its server has added it since you first used that server, and you have not reviewed it",
}
