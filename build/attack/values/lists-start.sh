# An author gives a list to a program that starts its words: the agent of ssh, and what sets how soon the kernel ends a
# program. The same with one word, and with the words behind it written out.
needs walls
printf 'touch ran\n' >data.txt
list() {
	tool "$1" "$2" 'parameters:
  - {name: xs, type: array, description: x, required: true}'
}
list fine "printf '<%s>\n' {{xs}}"
list l0 'timeout 5 {{xs}}'
n=1
for start in 'choom -n 100 --' 'choom -n 100' 'choom --adjust 100' ssh-agent 'ssh-agent -t 5' 'capsh --' 'setarch x86_64' 'dbus-run-session --' 'logsave out.log' 'script -c' 'pkexec' 'runuser -u nobody --' 'setpriv --nnp' 'systemd-cat' 'debconf-communicate' 'xargs -a data.txt' 'ifconfig'; do
	list "l$n" "$start {{xs}}"
	n=$((n + 1))
done
for start in 'choom -n 100' 'choom -n 100 --' 'ssh-agent'; do
	tool "l$n" "$start {{x}} data.txt"
	n=$((n + 1))
done
h check
says 'l0.md' "a list as the words of timeout is no problem at all"
trust
OPTIONS=(--confirm allow)
call fine '{"xs": ["a", "b"]}'
says '<b>' "a harmless tool does not run"
(timeout 5 sh -c 'touch ran') && alive "the words run nothing even outside" test -e ran
rm -f ran
for ((i = 0; i < n; i++)); do
	if grep -q 'xs}}' "agent/tools/l$i.md"; then input='{"xs": ["sh", "-c", "touch ran"]}'; else input='{"x": "sh"}'; fi
	call "l$i" "$input"
	[ ! -e ran ] || broke "«$(sed -n 's/^command: //p' "agent/tools/l$i.md")» ran a value"
	rm -f ran
	[[ $input != *xs* ]] || call "l$i" '{"xs": ["touch", "ran"]}'
	[ ! -e ran ] || broke "«$(sed -n 's/^command: //p' "agent/tools/l$i.md")» ran a list"
	rm -f ran
done
held
