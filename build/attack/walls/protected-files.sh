# A program changes what decides what runs later: by path, rename, link, mount, or its folder.
needs walls
for f in agent/config.md agent/hooks/guard.json space.manifest.json ctxnest.json .mcp.json .vscode/tasks.json .idea/workspace.xml .github/workflows/ci.yml .envrc; do
	printf '{}\n' | file "$f"
done
rm agent/hooks/guard.json
printf -- '---\nid: keeper\n---\ngood\n' >agent/config.md
printf '{"version":"1","tools":{}}\n' >ctxnest.json
printf '{"id":"space","name":"s","version":"1"}\n' >space.manifest.json
printf '{"hooks": []}\n' >agent/hooks/guard.json
printf '{"mcpServers": {}}\n' >.mcp.json
trust
before=$(sha256sum agent/config.md agent/hooks/guard.json space.manifest.json ctxnest.json .mcp.json .vscode/tasks.json .idea/workspace.xml .github/workflows/ci.yml .envrc)
room 'echo free >other && cat other
for f in agent/config.md agent/hooks/guard.json space.manifest.json ctxnest.json .mcp.json .vscode/tasks.json .idea/workspace.xml .github/workflows/ci.yml .envrc; do
	echo evil >>$f; printf evil >new; mv -f new $f; ln -f other $f; ln -sf other $f; rm -f $f; truncate -s 0 $f; sed -i s/o/x/ $f; chmod 777 $f; cp other $f
	ln $f hard && echo evil >hard; rm -f hard
done
for d in agent agent/hooks .vscode .idea .github .github/workflows; do mv $d gone && echo "MOVED $d"; rm -rf $d; done
cp -r agent agent2; rm -rf agent; mv agent2 agent
ln -s "$PWD/agent" way; echo evil >>way/config.md; (cd agent && echo evil >>config.md)
echo evil >>/proc/self/cwd/agent/config.md; cd ..; echo evil >>space/agent/config.md'
says free
hides MOVED "a protected folder was moved away"
[ "$(sha256sum agent/config.md agent/hooks/guard.json space.manifest.json ctxnest.json .mcp.json .vscode/tasks.json .idea/workspace.xml .github/workflows/ci.yml .envrc 2>&1)" = "$before" ] || broke "a program changed what decides what runs later: $(git diff --no-index --stat /dev/null agent 2>/dev/null | tail -1)"
held
