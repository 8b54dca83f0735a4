# python3 -m venv in a folder that a value names: where its bin/python3 is a link already, that is started as the new environment's python.
needs walls python3
source "$ATTACK/valuelib.sh"
printf '#!/bin/sh\ntouch %s\n' "$MARK" >evil && chmod +x evil
mkdir -p work/bin envs && ln -s ../../evil work/bin/python3
add 'python3 -m venv {{x}}' work
add 'python3 -m venv -- {{x}}' work
add 'python3 -m venv --upgrade {{x}}' work
add 'python3 -m venv "envs/{{x}}"' ../work
try
held
