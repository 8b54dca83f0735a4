# Links in the space that lead out of it: a folder, a file, a chain, one made inside the room.
needs walls
ln -s "$HOME/.ssh" folder
ln -s "$OUTSIDE/secret" direct
ln -s direct chain
echo inside >own
ln -s own fine
room "cat fine folder/id_ed25519 direct chain; ln -s '$OUTSIDE' made && cat made/secret; echo x >made/proof; echo x >direct; ln -sf '$OUTSIDE/proof2' new && echo x >new; cd made && cat secret"
says inside
hides "$SECRET" "a link led a program to a file outside"
none "$PROOF" "a link led a program to write outside"
none "$OUTSIDE/proof2" "a dangling link led a program to write outside"
[ "$(<"$OUTSIDE/secret")" = "$SECRET" ] || broke "a file outside was written through a link"
held
