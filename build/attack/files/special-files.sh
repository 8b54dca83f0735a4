# File tools are led to a pipe that nobody writes, a device, and a socket: they must not hang.
mkfifo pipe
ln -s /dev/zero zero
mkdir deep && mkfifo deep/pipe && echo visible >deep/note
for input in 'read {"path":"pipe"}' 'read {"path":"zero"}' 'grep {"pattern":"visible"}' 'write {"path":"pipe","content":"x"}' 'edit {"path":"pipe","old_string":"a","new_string":"b"}' 'read {"path":"/dev/stdin"}' 'read {"path":"/proc/self/fd/0"}' 'listdir {"path":"."}'; do
	before=$SECONDS
	call "${input%% *}" "${input#* }"
	((SECONDS - before < 8)) || broke "${input} hangs"
	[[ $input != grep* ]] || says visible
done
held
