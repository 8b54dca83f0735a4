# Files that hold secrets are read without a question: by other spellings, a link, a search.
printf 'KEY=%s\n' "$SECRET" | tee .env .env.local server.pem id_rsa .npmrc >/dev/null
ln -s .env plain
mkdir d && ln -s ../.env d/note
echo "visible $SECRET-not" >note
call read '{"path": "note"}'
says visible
echo visible >note
for p in .env ./.env "$SPACE/.env" .env.local server.pem id_rsa .npmrc plain d/note d/../.env; do
	call read "$(jq -cn --arg p "$p" '{path: $p}')"
	hides "$SECRET" "read shows $p unasked"
	call grep "$(jq -cn --arg p "$p" '{pattern: "KEY", path: $p}')"
	hides "$SECRET" "grep shows $p unasked"
done
call grep '{"pattern": "KEY"}'
hides "$SECRET" "a search shows files with secrets"
held
