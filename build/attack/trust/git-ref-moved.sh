# A program of an agent puts a changed definition into git, on a branch of its own. The person changes to that branch, also after
# git has packed everything.
needs walls git
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
by() { git -c user.name=kim -c user.email=kim@example.com "$@" >>"$SCRATCH/controls" 2>&1; }
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
tool greet 'echo first'
trust
alive "no repository" by init -b main
by add -A && by commit -m first
by switch -c second
tool greet 'echo second'
h --confirm allow call greet
says second
by commit -am second
room 'set -e; export GIT_INDEX_FILE=$TMPDIR/index; cp .git/index $GIT_INDEX_FILE
	blob=$(sed s/second/evil-ran/ agent/tools/greet.md | git hash-object -w --stdin)
	git update-index --cacheinfo 100644,$blob,agent/tools/greet.md
	git branch theirs $(git -c user.name=a -c user.email=a@example.com commit-tree -p HEAD -m x $(git write-tree))'
alive "the program made no branch" git rev-parse theirs
by switch main
h --confirm allow call greet
says first "what the person had trusted before is held back"
by switch theirs
h --confirm allow call greet
hides evil-ran "what a program has put into git counts as trusted"
by switch second
h --confirm allow call greet
says second "what the person had written is held back"
by repack -ad
by switch theirs
h --confirm allow call greet
hides evil-ran "what a program has put into git, and git has packed, counts as trusted"
held
