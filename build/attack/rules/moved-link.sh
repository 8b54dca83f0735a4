# The person has denied reading door/key, where door is a link. A program moves the link away; then the file is read by its own name.
needs walls
mkdir -p priv; printf '%s\n' "$SECRET" >priv/key; ln -s priv door
h rules add deny 'read(door/key)'
call read '{"path": "priv/key"}'
[ -n "$refused" ] || dead "the rule does not hold the file by its own name"
room "cat priv/key; mv door d2; rm -f door; mkdir door; ls -la; echo free >free"
hides "$SECRET" "a program read it"
[ -e free ] || dead "nothing can be written"
call read '{"path": "priv/key"}'; hides "$SECRET" "read by the file's own name, after a program moved the link door"
call bash '{"command": "cat priv/key"}'; hides "$SECRET" "cat, after a program moved the link door"
held
