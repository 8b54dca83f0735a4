# grep, glob and listdir tell unasked what stands in files that a rule, or their name, keeps: by their filters, by an error, by counting, by links.
settings '{"rules": {"deny": ["read(keys/**)"], "ask": ["read(private/**)"]}}'
mkdir -p keys private sub/.env.d && echo "$SECRET" | tee keys/a private/a .env sub/.env server.pem sub/id_rsa .env.local plain.txt.key >/dev/null
ln -s keys/a link; ln -s ../keys sub/way; ln -s private sub2; ln keys/a hard.pem; ln -s .env env; git init -q 2>/dev/null || true
OPTIONS=(--confirm deny)
ask() { jq -cn "$1" | { read -r l; request grep "$l"; }; }
{
	for f in '{}' '{glob:"*"}' '{glob:".env"}' '{glob:"**/.env"}' '{glob:".e*"}' '{glob:"*.pem"}' '{glob:"{keys,private}/**"}' '{glob:"keys/a"}' '{glob:"id_*"}' '{path:"keys"}' '{path:"keys/a"}' '{path:"./keys/../keys"}' '{path:"private"}' '{path:"link"}' '{path:"env"}' '{path:"sub/way"}' '{path:"sub/way/a"}' '{path:"sub2/a"}' '{path:".env"}' '{path:"sub/../.env"}' '{path:"sub",glob:".env"}' '{path:"sub"}' '{type:"env"}' '{type:"all"}' '{respect_gitignore:false}' '{respect_gitignore:false,glob:"**"}' '{path:".",context:100}' '{glob:"!plain"}' '{path:"hard.pem"}'; do
		ask "$f + {pattern: \"plain-word\"}"; ask "$f + {pattern: \".\"}"; ask "$f + {pattern: \"(?s).*\", ignore_case: true}"
	done
	for p in link env sub/way/a sub2/a sub/../keys/a ./.env sub/../.env .env/ keys/./a "$SPACE/keys/a" "$SPACE/.env" sub/way/../way/a; do for o in '{}' '{offset: 1}' '{limit: 1}' '{offset: 99999}'; do request read "$(jq -cn --arg p "$p" "$o + {path: \$p}")"; done; done
	for p in keys/a link .env env sub/way/a; do
		request edit "$(jq -cn --arg p "$p" '{path: $p, old_string: "plain-word", new_string: "x"}')"
		request patch "$(jq -cn --arg p "$(printf -- '--- a/%s\n+++ b/%s\n@@ -1 +1 @@\n-plain\n+x\n' "$p" "$p")" '{patch: $p}')"
		request write "$(jq -cn --arg p "$p" '{path: $p, content: "x"}')"
	done
	request use_skill '{"name": "../../keys/a"}'; request use_skill '{"name": "../keys/a"}'
} >"$SCRATCH/wanted"
mapfile -t asked <"$SCRATCH/wanted"
many <"$SCRATCH/wanted"
for i in "${!answers[@]}"; do [[ ${answers[i]} != *"$SECRET"* ]] || broke "tells it: ${asked[i]}"; done
# Whether a pattern is in a kept file must not be told by the answer's form.
{ ask '{path: ".env", pattern: "plain-word"}'; ask '{path: ".env", pattern: "nothing"}'; ask '{path: "keys/a", pattern: "plain-word"}'; ask '{path: "keys/a", pattern: "nothing"}'; ask '{path: "private", pattern: "plain-word"}'; ask '{path: "private", pattern: "nothing"}'; } | many
for i in 0 2 4; do
	a=$(jq -c '[.content, .error]' <<<"${answers[i]}" | sed 's/plain-word/nothing/g') b=$(jq -c '[.content, .error]' <<<"${answers[i + 1]}")
	[ "$a" = "$b" ] || broke "the answer tells whether a guess is right: $a / $b"
done
echo "$SECRET" >open; call grep '{"pattern": "plain-word", "path": "open"}'; says "$SECRET" "grep finds nothing in an open file"
held
