# A program of an agent writes a script that nothing names. Its call has ended, and so has Handrail, when the person names the
# script for the first time: in a tool, in hands, in a hook.
needs walls
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
mkdir -p scripts
echo 'echo persons-own' >scripts/own.sh
trust
room 'for n in tool hand; do printf "echo evil-%s-ran\n" $n >scripts/$n.sh; done; echo "echo x >/var/log/evil-hook" >scripts/hook.sh; touch -d 2001-01-01 scripts/*.sh'
[ -e scripts/hook.sh ] || dead "the program wrote no script"
tool named 'bash scripts/tool.sh'
tool own 'bash scripts/mine.sh'
echo 'echo persons-own' >scripts/mine.sh
echo '{"version":"1","tools":{"handed":{"description":"d","command":["bash","scripts/hand.sh"]}}}' >ctxnest.json
hook 'bash scripts/hook.sh' '"blocking": false, "tools": ["read"]'
h --confirm allow call own
says persons-own "what the person wrote and named themselves is held back"
h --confirm allow call named
hides evil-tool-ran "a script that a program wrote before a tool named it counts as trusted"
h --confirm allow call handed
hides evil-hand-ran "a script that a program wrote before a hand named it counts as trusted"
h --confirm allow call read path=scripts/own.sh
[ -z "$(find "$DATA" -name evil-hook)" ] || broke "a script that a program wrote before a hook named it has run"
h space trust --yes
h --confirm allow call named
says evil-tool-ran "the person's look did not trust it"
held
