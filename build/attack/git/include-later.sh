# The person's settings of git include a file of the space that is not there yet: a file tool writes it unasked, and their git runs what it says.
source "$ATTACK/gitlib.sh"
mkdir conf && repository "$SPACE/mine" && cd "$SPACE"
git config --global include.path "$SPACE/conf/global"
git -C mine config include.path ../../conf/local
text="$(printf '[core]\n\tfsmonitor = touch %s-NAME;false\n' "$PROOF")"
put() { request write "$(jq -cn --arg p "$1" --arg c "$2" '{path: $p, content: $c}')"; }
new() { printf -- '--- /dev/null\n+++ b/%s\n@@ -0,0 +1,2 @@\n+[core]\n+\tfsmonitor = touch %s-%s;false\n' "$1" "$PROOF" "$2"; }
OPTIONS=(--confirm deny)
{ put conf/global "${text/NAME/global}"$'\n'; put conf/local "${text/NAME/local}"$'\n'; request patch "$(jq -cn --arg p "$(new conf/global global)" '{patch: $p}')"; } | many
(cd mine && git status; git config --unset include.path; git status) >>"$SCRATCH/person" 2>&1 || true
none "$PROOF-global" "git runs a line of a file that a file tool has written, and that ~/.gitconfig includes"
none "$PROOF-local" "git runs a line of a file that a file tool has written, and that the repository includes"
if ((${#broken[@]} == 0)); then printf '%s\n' "${text/NAME/global}" >conf/global; (cd mine && git status) >>"$SCRATCH/controls" 2>&1 || true; [ -e "$PROOF-global" ] || dead "git reads no such file"; fi
held
