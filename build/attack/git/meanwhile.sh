# While a call runs, its config has a line that runs something: the person's editor asks git for the
# status all the time.
needs walls
source "$ATTACK/gitlib.sh"
repository "$SPACE"
file "$SCRATCH/editor.sh" <<'END'
while :; do git status --short >/dev/null 2>&1; git -c x.y=z config -l | grep -q evil-line && touch "$1"; done
END
start bash "$SCRATCH/editor.sh" "$OUTSIDE/proof-read"
room "git commit -q --allow-empty -m works && echo committed
for i in 1 2 3 4 5 6 7 8 9 10; do git config core.fsmonitor 'touch $PROOF # evil-line'; git config alias.evil-line x; printf '[core]\n\tfsmonitor = touch $PROOF # evil-line\n' >.git/config.lock; mv .git/config.lock .git/config; sleep 0.05; done
cp .git/config k; git config --unset core.fsmonitor; git switch -q -c other && git branch --set-upstream-to=main 2>/dev/null; sleep 0.3"
says committed
kill -0 "$pid" || dead "the editor stopped"
none "$PROOF" "the person's git ran a line that stood there during the call"
none "$OUTSIDE/proof-read" "the person's git read a line that stood there during the call"
((${#broken[@]} > 0)) || bash script.sh >>"$SCRATCH/controls" 2>&1 || true
((${#broken[@]} > 0)) || [ -e "$PROOF" ] || dead "the editor's git runs nothing even where nothing holds it"
held
