# A rule keeps a skill's file from being read: use_skill shows it in no spelling, also by a link, nor does a prompt of a program that is served.
needs walls
mkdir -p agent/skills lib skills
printf -- '---\nname: one\ndescription: d\ntriggers: [zebra]\n---\n%s\n' "$SECRET" >agent/skills/one.md
mkdir lib/two && printf -- '---\nname: two\ndescription: d\n---\n%s\n' "$SECRET" >lib/two/SKILL.md && ln -s ../lib/two skills/two
trust
h call use_skill name=one; [[ $out == *"$SECRET"* ]] || dead "a skill cannot be read at all: $err"
settings '{"rules": {"deny": ["read(agent/skills/**)", "read(lib/**)"]}}'
for name in one two One ' one'; do h call use_skill name="$name"; hides "$SECRET" "use_skill shows what a rule keeps from being read ($name)"; done
held
