# Words of bash that stand before a command, where bash reads on and a stricter reader gives up.
settings '{"rules": {"deny": ["bash(touch*)"]}}'
shell 'touch ran'
[[ $refused == permission_denied ]] || dead "the rule sleeps: $refused"
shell '! false; echo alive'
says alive "a single ! does not run"
for c in '! ! touch ran' '! ! ! touch ran' 'if ! ! touch ran; then :; fi' 'while ! ! touch ran; do :; done' 'time ! touch ran' \
	'time -p -- touch ran' '{ ! ! touch ran; }' 'bash -O extglob -c "touch ran"' 'setarch -R touch ran' 'echo "$(! ! touch ran)"'; do
	shell "$c"
	none ran "«$c» ran what a rule denies"
	rm -f ran
done
held
