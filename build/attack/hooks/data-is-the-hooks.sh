# An agent's program resets a hook's counter, or another space's hook reads it.
needs walls
file scripts/count.sh <<'END'
n=$(cat /tmp/count 2>/dev/null || echo 0); n=$((n + 1)); echo $n >/tmp/count; echo "$n" >>/var/log/count
[ $n -le 3 ] || { echo too many; exit 1; }
END
hook 'bash scripts/count.sh'
trust
shell 'echo one'
says one
room 'echo 0 >/tmp/count; rm -rf /tmp/* /var/log/*; echo 0 >$TMPDIR/count; find / -name count -exec sh -c "echo 0 >{}" \; ; for p in /proc/[0-9]*/root/tmp/count; do echo 0 >$p; done; true'
shell 'echo three'
says three
shell 'echo four'
[[ $refused == blocked ]] || broke "an agent's program reset what a hook counts"
mkdir "$HOME/second" && cd "$HOME/second"
file scripts/count.sh <<<'if [ -e /tmp/count ] || [ -e /var/log/count ]; then echo it is met; fi; exit 1'
hook 'bash scripts/count.sh'
trust
shell 'echo x'
[[ $refused == blocked ]] || dead "the second space's hook does not block"
[[ $out != *'it is met'* ]] || broke "a hook of one space reads what another's keeps: $out"
held
