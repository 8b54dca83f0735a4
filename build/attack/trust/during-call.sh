# In a space of the person's own, a program makes a tool: it must not count as the person's edit.
needs walls
h space new "$HOME/mine"
((code == 0)) || dead "no space: $err"
cd "$HOME/mine" && SPACE=$PWD
tool theirs 'echo theirs'
h call theirs
says theirs "the person's own edit is held back"
room 'mkdir -p agent/tools more; printf -- "---\nid: evil\nname: e\ndescription: d\ncommand: echo evil-ran\n---\n" >agent/tools/evil.md; cp agent/tools/evil.md more/; mv agent/tools agent/t2; echo "{\"version\":\"1\",\"tools\":{\"evil2\":{\"description\":\"d\",\"command\":[\"echo\",\"evil-ran\"]}}}" >ctxnest.json; printf "{\"mcpServers\":{}}" >.mcp.json'
h --confirm allow call evil
hides evil-ran "a tool that a program made counts as the person's"
h --confirm allow call evil2
hides evil-ran "a hand that a program made counts as the person's"
held
