# The room of a blocking hook cannot be opened, or what it keeps cannot be written: it must block.
needs walls
hook 'echo seen >>/var/log/seen'
trust
shell 'echo went on'
says 'went on'
folder=$(find "$DATA" -name seen 2>/dev/null | head -1)
[ -n "$folder" ] || dead "the hook kept nothing"
folder=$(dirname "$folder")
chmod 000 "$folder"
shell 'echo let through'
[[ $refused == blocked ]] || broke "a hook that could not write what it keeps let the call through: $refused"
chmod 700 "$folder"
parent=$(dirname "$folder")
mv "$parent" "$parent.away" && echo a file >"$parent"
shell 'echo let through'
[[ $said != *'let through'* ]] || broke "a hook whose room cannot be opened let the call through"
held
