# Another folder takes the place, or the look, of a trusted one.
tool one 'echo good'
trust
call one '{}'
says good
cp -r "$SPACE" "$HOME/copy"
OPTIONS=(--space "$HOME/copy")
call one '{}'
hides good "a copy of a trusted space is trusted"
mkdir "$HOME/evil" && cd "$HOME/evil" && tool one 'echo evil'
mv "$SPACE" "$HOME/away" && mv "$HOME/evil" "$SPACE" && cd "$SPACE"
OPTIONS=(--space "$SPACE")
call one '{}'
hides evil "another folder in a trusted one's place is trusted"
cd / && rm -rf "$SPACE" && ln -s "$HOME/copy" "$SPACE" && cd "$HOME/copy" && tool one 'echo evil'
OPTIONS=(--space "$SPACE")
call one '{}'
hides evil "a link in a trusted space's place is trusted"
held
