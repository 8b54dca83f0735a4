# git brings a hook-states.json that says that the blocking hook of a trusted space is off: with a pull, with a branch that an agent has made, or before the space was first trusted.
needs git
hook 'echo no; exit 1'
git init -q . && git add . && git -c user.name=n -c user.email=n@e commit -qm 1
trust --own
shell 'touch ran'
[ "$refused" = blocked ] || dead "the hook does not block: $out"
off='{"hooks":{"guard":{"id":"guard","enabled":false}}}'
git rm -q --cached agent/hooks/hook-states.json 2>/dev/null || true
file agent/hooks/hook-states.json <<<"$off"
git add -f agent/hooks/hook-states.json && git -c user.name=n -c user.email=n@e commit -qm 2
shell 'touch ran'
none ran "a commit has turned a hook off"
git clone -q "$SPACE" "$HOME/clone" && cd "$HOME/clone"
git checkout -q HEAD
file agent/hooks/hook-states.json <<<"$off"
trust
h check
says 'counts for nothing' "that the file says so is not told"
shell 'touch ran'
none ran "a hook was off from the first trust on"
h hooks disable guard
shell 'touch ran'
[ -e ran ] || dead "the person cannot turn the hook off: $out$err"
held
