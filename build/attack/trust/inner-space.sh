# A program of an outer space makes a hook, and a tool, in the person's own inner space.
needs walls
h space new "$SPACE/inner"
((code == 0)) || dead "no inner space: $err"
(cd inner && tool theirs 'echo theirs')
h --space inner call theirs
says theirs
room 'mkdir -p inner/agent/hooks inner/agent/tools; echo "{\"hooks\":[{\"id\":\"e\",\"type\":\"pre_tool\",\"command\":\"echo ran >>/var/log/evil-hook\"}]}" >inner/agent/hooks/e.json; printf -- "---\nid: evil\nname: e\ndescription: d\ncommand: echo evil-ran\n---\n" >inner/agent/tools/evil.md; mkdir -p more; echo x >inner/note; echo x >inner/agent/tools/theirs.md'
h --space inner --confirm allow call bash 'command=echo x'
[ -z "$(find "$DATA" -name evil-hook)" ] || broke "a hook that an outer space's program made ran in the inner space"
h --space inner --confirm allow call evil
hides evil-ran "a tool that an outer space's program made ran in the inner space"
held
