# A hard link in the space to a file outside is written through: the other name must keep its content.
ln "$OUTSIDE/secret" twin
call read '{"path": "twin"}' --session s
call write '{"path": "twin", "content": "evil"}' --session s
[ "$(cat twin)" = evil ] || dead "the file in the space was not written: $out$err"
[ "$(<"$OUTSIDE/secret")" = "$SECRET" ] || broke "a file tool wrote through a hard link"
held
