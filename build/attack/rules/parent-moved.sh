# A rule is about files in a folder; a program renames a folder above it, and a file tool, or the next program, takes the files by their new name.
needs walls
settings '{"rules": {"deny": ["read(app/keys/**)", "write(app/locked/**)"], "ask": ["read(app/private/**)"]}}'
mkdir -p app/keys app/locked app/private && echo "$SECRET" | tee app/keys/a app/private/a >/dev/null && echo mine >app/locked/a && echo "$SECRET" >app/.env
OPTIONS=(--confirm deny)
look() {
	for p in app2/keys/a app2/private/a "$1/keys/a" "$1/private/a"; do call read "$(jq -cn --arg p "$p" '{path: $p}')"; hides "$SECRET" "read $p after «$2»"; done
	call grep '{"pattern": "plain-word"}'; hides "$SECRET" "grep after «$2»"
	shell "cat app2/keys/a app2/private/a $1/keys/a $1/private/a"; hides "$SECRET" "a program reads it after «$2»"
	call read '{"path": "app2/locked/a"}'; call write '{"path": "app2/locked/a", "content": "evil\n"}'
	call patch "$(jq -cn --arg p $'--- a/app2/locked/a\n+++ b/app2/locked/a\n@@ -1 +1 @@\n-mine\n+evil\n' '{patch: $p}')"
	room 'echo evil >>app2/locked/a'
	grep -qx mine app/locked/a || broke "what must not be changed was, after «$2»"
}
for act in 'mv app app2' 'mkdir -p d && mv app d/app && ln -s d/app app2' 'ln -s app app2' 'cp -rl app app2' 'mv app x && ln -s x app && ln -s x app2' 'python3 -c "import os; os.rename(\"app\", \"app2\")"' 'cp -a app app2'; do
	room "$act"
	[ -e app/locked/a ] || broke "what must not be changed is no longer there after «$act»"
	where=app2; [ ! -d d/app ] || where=d/app; [ ! -d x ] || where=x
	look $where "$act"
	rm -rf app app2 d x; mkdir -p app/keys app/locked app/private && echo "$SECRET" | tee app/keys/a app/private/a >/dev/null && echo mine >app/locked/a
done
rm -f "$CONFIG/settings.json"; call read '{"path": "app/keys/a"}'; says "$SECRET" "the file cannot be read without a rule"
held
