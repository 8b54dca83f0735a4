# A blocking hook's script is pinned, but its first line names another file of the space as interpreter, or has the
# interpreter read one. An agent changes that file. The hook must not load, or keep blocking.
needs walls python3 perl
mkdir -p lib
lines=()
while IFS= read -r line; do lines+=("$line"); done <<'EOF'
#!/bin/bash lib/real.sh
#!/bin/bash ./lib/real.sh
#! /bin/sh	lib/real.sh
#!lib/interp
#!./lib/interp
#!/usr/bin/env lib/interp
#!/usr/bin/env -S bash lib/real.sh
#!/usr/bin/env -S PATH=lib:/usr/bin:/bin judge
#!/usr/bin/env -S -C lib bash real.sh
#!/usr/bin/env -S BASH_ENV=lib/real.sh bash
#!/usr/bin/env -S timeout 5 bash lib/real.sh
#!/usr/bin/python3 lib/real.py
#!/usr/bin/env -S python3 -m real
#!/usr/bin/env -S PYTHONPATH=lib python3 -m real
#!/usr/bin/perl -Ilib -MReal
EOF
fill() { # fill YES
	rm -rf lib real.py; mkdir lib
	local sh=: py=pass pl='1'
	[[ -z ${1:-} ]] || sh='case $TOOL_INPUT in *forbidden*) exit 1;; esac' py='sys.exit(1 if "forbidden" in os.environ["TOOL_INPUT"] else 0)' pl='exit(1) if $ENV{TOOL_INPUT} =~ /forbidden/; 1'
	printf '#!/bin/bash\n%s\n' "$sh" | tee lib/real.sh lib/judge >lib/interp
	chmod +x lib/*
	printf 'import os, sys\n%s\n' "$py" | tee real.py >lib/real.py
	printf 'package Real; %s;\n' "$pl" >lib/Real.pm
}
cat >change.sh <<'EOF'
# What an agent does with a tool that the hook does not guard.
rm -f lib/real.sh lib/judge lib/interp lib/real.py lib/Real.pm real.py
printf '#!/bin/bash\n:\n' | tee lib/real.sh lib/judge >lib/interp
chmod +x lib/*
echo pass | tee real.py >lib/real.py
echo 'package Real; 1;' >lib/Real.pm
EOF
for line in "${lines[@]}"; do
	for command in './scripts/check'; do
		rm -rf agent scripts ran; mkdir scripts; fill yes
		printf '%s\nexit 0\n' "$line" >scripts/check; chmod +x scripts/check
		hook "$command"
		tool change 'bash change.sh'
		trust
		shell 'echo forbidden >ran'
		none ran "«$line» blocks nothing"
		rm -f ran
		call change
		shell 'echo forbidden >ran'
		none ran "«$line» ran what an agent had written, and blocks no more"
	done
done
grep -q forbidden lib/real.sh && dead "the agent changed nothing"
rm -rf agent scripts ran; mkdir scripts
printf '#!/bin/bash\ncase $TOOL_INPUT in *forbidden*) exit 1;; esac\n' >scripts/check; chmod +x scripts/check
hook './scripts/check'
trust
shell 'echo ordinary >ran'
[ -e ran ] || dead "an ordinary script does not load: $said$err"
rm ran; shell 'echo forbidden >ran'
none ran "an ordinary script blocks nothing"
held
