# In a folder that declares nothing, a program makes a page, hands, a tool, a server and an agent's words. None of them may be used, shown or run before the person has trusted it; and the folder must stay usable, as an ordinary web project has such names.
needs walls
echo '{"scripts":{}}' >package.json
h call bash command='true'; ((code == 0)) || dead "a bare folder runs nothing: $err"
h call bash command="mkdir -p pages agent/tools; echo '<h1>x' >pages/index.html; printf -- '---\nid: t\nname: t\ndescription: d\ncommand: touch $SPACE/ran\n---\n' >agent/tools/t.md; printf -- '---\nid: main\nname: BAIT\n---\nBAIT\n' >agent/config.md
echo '{\"mcpServers\":{\"evil\":{\"command\":\"touch\",\"args\":[\"$SPACE/ran\"]}}}' >.mcp.json; echo '{\"version\":\"1\",\"tools\":{\"a\":{\"description\":\"A\",\"command\":[\"touch\",\"$SPACE/ran\"]}}}' >ctxnest.json"
[ -e pages/index.html ] && [ -e agent/tools/t.md ] || dead "the program made nothing: $err"
[[ $err == *pages* && $err == *ctxnest.json* ]] || broke "the person is not told of what was made: $err"
h call bash command='echo next >plain'; [ -e plain ] || broke "after a program has made a page, the folder cannot be used any more: $err"
h --confirm allow call t '{}'; h --confirm allow call a '{}'; h servers test evil
none ran "what a program has made ran before anybody trusted it"
h agents list; hides BAIT "the agent that a program made is shown as the space's"
h pages open index; ((code != 0)) || broke "the page that a program made opens"
trust; h --confirm allow call a '{}'; [ -e ran ] || dead "trusted, the hand does not run: $err"
held
