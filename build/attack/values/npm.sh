# npm up to 8 gave the words of a script to a shell between double quotes. A stand-in does as it did: what a shell
# would find in a value must not reach it.
needs walls
mkdir -p "$HOME/tools"
cat >"$HOME/tools/npm" <<'END'
#!/bin/bash
words=
while (($#)) && [[ $1 != -- && $1 != showme ]]; do shift; done
for word in "${@:2}"; do word=${word//\\/\\\\}; words+=" \"${word//\"/\\\"}\""; done
exec sh -c "echo GOT $words"
END
chmod +x "$HOME/tools/npm"; cp "$HOME/tools/npm" "$HOME/tools/npx"; cp "$HOME/tools/npm" "$HOME/tools/pnpm"
export PATH=$HOME/tools:$PATH
alive "the stand-in does not give words to a shell" bash -c 'npm run a -- "\$(touch $0)"; test -e "$0"' "$SCRATCH/alive"
templates=('npm run build -- {{x}}' 'npm test -- --grep={{x}}' 'npm exec -- showme {{x}}' 'npx showme {{x}}' 'npm --prefix d run a -- "a{{x}}"' 'pnpm run a -- {{x}}')
for i in "${!templates[@]}"; do tool "t$i" "${templates[i]}"; done
trust
OPTIONS=(--confirm allow)
call t0 '{"x": "a word"}'
says 'GOT a word' "a harmless value does not arrive"
for i in "${!templates[@]}"; do
	for v in '$(touch ran)' '`touch ran`' '"; touch ran; "' '\"; touch ran #' $'\ntouch ran\n'; do
		call "t$i" "$(jq -cn --arg x "$v" '{x: $x}')"
		none ran "«${templates[i]}» gave «$v» to a shell"
		rm -f ran
	done
done
held
