# An author feeds a value to a program that starts a shell or an interpreter on its input: the filter of split, what tar
# unpacks with, and what opens a shell where no program is named.
needs walls
source "$ATTACK/valuelib.sh"
echo 'touch ran' >data.txt
tar cf data.tar data.txt
add "printf '%s\n' {{x}} | sh" 'touch ran' # known: it does not load
for filter in --filter=sh "--filter='sh -s'" '--filter bash' '--filt=sh' "--filter='exec sh'" "--filter='sh /dev/stdin'"; do
	add "printf '%s\n' {{x}} | split $filter" 'touch ran'
done
add "split --filter='python3' - x <<< {{x}}" 'open("ran", "w")'
add 'split --filter=sh -- {{x}}' data.txt
add 'tar --to-command=sh -xf {{x}}' data.tar
add 'tar -I sh -xf {{x}}' data.txt
add 'tar --use-compress-program=bash -tf {{x}}' data.txt
arch=$(uname -m)
for start in "setarch $arch" "setarch $arch -R" linux64 "$arch" 'unshare -r' 'nsenter' 'npm exec' 'npx' 'screen' 'newgrp' 'gdbtui -q'; do
	command -v "${start%% *}" >/dev/null || continue
	value='touch ran'
	[[ $start != gdbtui* ]] || value='shell touch ran'
	add "printf '%s\n' {{x}} | $start" "$value"
done
try
held
