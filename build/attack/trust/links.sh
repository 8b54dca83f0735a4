# Definitions of the space are links that lead out of it: nothing outside becomes a definition.
file "$OUTSIDE/tools/evil.md" <<<$'---\nid: evil\nname: e\ndescription: d\ncommand: echo evil-ran\n---'
echo '{"version":"1","tools":{"hand":{"description":"d","command":["echo","evil-ran"]}}}' >"$OUTSIDE/ctxnest.json"
tool good 'echo good'
mv agent/tools "$SCRATCH/tools" && ln -s "$OUTSIDE/tools" agent/tools && ln -s "$OUTSIDE/ctxnest.json" ctxnest.json
h space trust --yes
for t in evil hand; do h --confirm allow call $t; hides evil-ran "a definition outside the space was followed over a link"; done
rm agent/tools ctxnest.json && mv "$SCRATCH/tools" agent/tools
trust
h call good
says good
held
