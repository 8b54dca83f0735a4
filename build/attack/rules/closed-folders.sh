# A program closes a folder, so that nobody can list it: rules about files in it hold the next program all the same, and what is changed and removed behind it can be taken back.
needs walls
settings '{"rules": {"deny": ["read(**/plain.txt)", "write(**/kept.txt)"]}}'
mkdir -p keys/a src && echo "$SECRET" >keys/a/plain.txt && echo mine | tee keys/a/kept.txt src/one src/two >/dev/null
shell 'cat keys/a/plain.txt'; hides "$SECRET" 'the rule holds no program'
alive 'a folder cannot be closed' shell 'chmod 0311 keys/a'
shell 'cd keys/a; f=plain; cat $f.txt; g=kept; echo X >>$g.txt'; hides "$SECRET" 'a file in a closed folder was read in spite of a rule'
[[ $(<keys/a/kept.txt) == mine ]] || broke 'a file in a closed folder was changed in spite of a rule'
alive 'files cannot be changed' shell 'echo evil >src/one; rm src/two; chmod 0311 src; chmod 000 keys/a/kept.txt 2>/dev/null; true'
h runs list; h undo --help >/dev/null 2>&1 || true
for run in $(handrail runs list --json | jq -r '.. | .id? // empty' | grep '^r_'); do h runs undo "$run" --yes; done
chmod -R u+rwx src keys
[[ $(cat src/one 2>/dev/null) == mine && $(cat src/two 2>/dev/null) == mine ]] || broke "what was changed in a folder that was closed cannot be taken back: $(ls -l src)"
held
