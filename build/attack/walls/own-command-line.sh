# A program runs our own command line in a room: to trust, to allow, to call without asking.
needs walls
hook 'exit 1'
trust
rm -rf agent
h space trust --yes
tool evil "touch $PROOF"
room 'handrail --version || true
handrail space trust --yes; handrail space trust --yes "$PWD"; handrail rules add allow "bash(*)"; handrail hooks disable guard; handrail grants list; handrail secrets list; handrail --confirm allow call evil; HANDRAIL_DATA_DIR=$PWD/d HANDRAIL_CONFIG_DIR=$PWD/c handrail space trust --yes; HANDRAIL_DATA_DIR=$PWD/d HANDRAIL_CONFIG_DIR=$PWD/c handrail --confirm allow call evil; HOME=$PWD handrail --confirm allow call bash "command=echo x >'"$PROOF"'"'
h tools
says evil
[[ $out == *evil*[!-]*untrusted* || $out == *"not trusted"* || $out == *"new since"* || $out == *blocked* || $out == *held* ]] || broke "a program in a room trusted a definition: $(grep evil <<<"$out")"
none "$PROOF" "our own command line led a program out"
held
