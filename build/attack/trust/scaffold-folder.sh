# A folder that somebody else made is scaffolded: its Makefile, justfile, Taskfile, package.json and go.mod start something when they are read, are
# pipes, links and bombs, and name targets that read as something else. Nothing runs, nothing is written behind a link, nothing is trusted.
needs walls make
run="touch $PROOF"
printf 'X := $(shell %s)\ny != %s\n-include /dev/zero\ninclude %s\nall:\n\techo all-ran\n$(shell %s):\n\techo\n.PHONY: all\n"; %s; ":\n\techo\nall;%s:\n\techo\n$(eval $(shell %s))\n' "$run" "$run" "$OUTSIDE/secret" "$run" "$run" "$run" "$run" >Makefile
printf 'x := `%s`\nset shell := ["bash", "-c"]\nall:\n  echo hi\n"a b" p=`%s`:\n  echo\nimport "%s"\n' "$run" "$run" "$OUTSIDE/secret" >justfile
printf 'version: "3"\nvars:\n  X:\n    sh: %s\ntasks:\n  all: {cmds: [echo hi]}\n  "x; %s": {cmds: [echo]}\nincludes: {o: %s}\n' "$run" "$run" "$OUTSIDE/secret" >Taskfile.yml
jq -n --arg r "$run" '{name: "x", packageManager: "yarn@9.9.9+evil", scripts: {"build": "echo build-ran", ("x; " + $r): "echo", "--eval=1": "echo", "$(touch x)": "echo", "__proto__": "echo", "{{x}}": "echo", "a\u202eb": "echo", "a\nb": "echo", "preinstall": $r, "pretest": $r, "test": "echo test-ran"}}' >package.json
printf 'module x; %s\ngo 1.99999\ntoolchain %s\n' "$run" "$run" >go.mod
printf 'yarnPath: ./evil.js\n' >.yarnrc.yml; printf "require('fs').writeFileSync('%s','x')\n" "$PROOF" | tee evil.js .pnpmfile.cjs >/dev/null; printf 'script-shell=./evil.sh\nnode-options=--require ./evil.js\n' >.npmrc
alive "make does not read it even outside" bash -c "timeout 5 make -n all -f <(head -n 1 Makefile; printf 'all:\n\t:\n')"; [ -e "$PROOF" ] || dead "make runs nothing as it reads"; rm -f "$PROOF"
h space scaffold .
cp "$SCRATCH/out" "$SCRATCH/shown"
none "$PROOF" "something ran when a folder was scaffolded"
hides "$SECRET" "what a Makefile includes is shown"
h space scaffold . --yes
none "$PROOF" "something ran when hands were written"
[ -e ctxnest.json ] && { h --confirm allow call "$(basename "$SPACE")__build" '{}'; [[ $out$err != *build-ran* ]] || broke "a scaffolded hand of a folder that nobody trusts runs"; }
# The file of hands is a link to what is the person's, a hard link to it, or a pipe.
for kind in link hard dir pipe; do
	rm -rf ctxnest.json; printf '{"version": "1", "tools": {}}\n' >"$OUTSIDE/mine.json"; before=$(sha256sum <"$OUTSIDE/mine.json")
	case $kind in link) ln -s "$OUTSIDE/mine.json" ctxnest.json ;; hard) ln "$OUTSIDE/mine.json" ctxnest.json ;; dir) mkdir ctxnest.json ;; pipe) mkfifo ctxnest.json ;; esac
	for o in '' --yes; do
		c=0; timeout 20 setsid -w handrail space scaffold . $o >>"$SCRATCH/log" 2>&1 </dev/null || c=$?
		((c != 124)) || broke "scaffold hung at ctxnest.json, which is a $kind"
	done
	[ "$before" = "$(sha256sum <"$OUTSIDE/mine.json")" ] || broke "scaffold wrote into the person's file, which ctxnest.json is a $kind of"
done
rm -rf ctxnest.json; rm -f Makefile justfile Taskfile.yml package.json; mkfifo Makefile justfile Taskfile.yml; ln -s /dev/zero package.json
c=0; timeout 20 setsid -w handrail space scaffold . >>"$SCRATCH/log" 2>&1 </dev/null || c=$?
((c != 124)) || broke "scaffold hung at pipes and /dev/zero"
cat "$SCRATCH/shown" >>"$SCRATCH/log"; grep -q build "$SCRATCH/shown" || dead "nothing is proposed: $(head -c 300 "$SCRATCH/shown")"
held
