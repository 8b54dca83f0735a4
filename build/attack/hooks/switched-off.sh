# An agent turns a blocking hook off: by its state, its file, its folder, its script, the command line.
needs walls
file scripts/check.sh <<<'exit 1'
hook 'bash scripts/check.sh'
jq '.hooks[0].tools = ["bash"]' agent/hooks/guard.json >x && mv x agent/hooks/guard.json
trust
blocked() { shell 'echo let through'; [[ $said != *'let through'* ]] || broke "$1"; }
shell 'echo let through'
[[ $refused == blocked ]] || dead "the hook does not block"
# spawn is not guarded by it, so a program can do what it may.
file evil.sh <<'END'
echo began >began
echo '{"hooks":{"guard":{"enabled":false}}}' >agent/hooks/hook-states.json; echo '{"hooks":{"guard":{"enabled":false}}}' >x; mv -f x agent/hooks/hook-states.json
echo 'exit 0' >scripts/check.sh; echo 'exit 0' >x; mv -f x scripts/check.sh; mv scripts s2; mkdir scripts; echo 'exit 0' >scripts/check.sh
rm -f agent/hooks/guard.json; mv agent/hooks agent/h2; mv agent a2
handrail hooks disable guard
END
call spawn '{"command": "bash", "args": ["evil.sh"]}'
[ -e began ] || dead "the script did not run: $out"
blocked "a program turned the hook off"
h hooks list
[[ $out != *' off '* ]] || broke "the hook is off"
rm -rf scripts/check.sh && blocked "a hook whose script is gone lets through"
echo 'exit 0' >scripts/check.sh
blocked "a hook whose script has changed lets through"
mv agent away && blocked "a hook that is gone lets through"
held
