# A file that this session has not read is overwritten or removed by a patch that renames, copies or creates, and by memory_write.
echo 'the person wrote this' | tee mine other MEMORY.md >/dev/null; echo new >plain; mkdir dir; echo 'the person wrote this' >dir/mine; ln -s mine way
move() { printf 'diff --git a/%s b/%s\nsimilarity index 100%%\n%s from %s\n%s to %s\n' "$2" "$3" "$1" "$2" "$1" "$3"; }
new() { printf -- '--- /dev/null\n+++ b/%s\n@@ -0,0 +1 @@\n+evil\n' "$1"; }
gitnew() { printf 'diff --git a/%s b/%s\nnew file mode 100644\nindex 0000000..1111111\n' "$1" "$1"; new "$1"; }
gone() { printf 'diff --git a/%s b/%s\ndeleted file mode 100644\n--- a/%s\n+++ /dev/null\n' "$1" "$1" "$1"; }
p() { request patch "$(jq -cn --arg p "$1" '{patch: $p}')"; }
{
	p "$(new mine)"; p "$(gitnew mine)"; p "$(move copy plain mine)"; p "$(move rename plain mine)"; p "$(gone mine)"; p "$(new dir/../mine)"; p "$(new way)"; p "$(move copy plain way)"
	p "$(move rename mine dir/a)
$(new mine)"; p "$(move copy plain dir/mine)"; p "$(new ./mine)"; p "$(printf 'diff --git a/mine b/mine\nold mode 100644\nnew mode 100755\n')"
	p "$(printf -- '--- a/mine\n+++ b/mine\n@@ -0,0 +1 @@\n+evil\n')"; p "$(printf -- '--- a/mine\n+++ b/mine\n@@ -5,0 +6 @@\n+evil\n')"
	request memory_write '{"content": "evil", "mode": "overwrite"}'
	request write '{"path": "way", "content": "evil"}'; request write '{"path": "dir/../mine", "content": "evil"}'; request write "$(jq -cn --arg p "$SPACE/mine" '{path: $p, content: "evil"}')"
	request read '{"path": "mine", "offset": 5}'; request write '{"path": "mine", "content": "evil"}'
	request grep '{"pattern": "person", "path": "mine"}'; request write '{"path": "mine", "content": "evil"}'
} >"$SCRATCH/wanted"
mapfile -t asked <"$SCRATCH/wanted"
trust
OPTIONS=(--confirm deny)
for line in "${asked[@]}"; do
	many <<<"$line"
	for f in mine dir/mine MEMORY.md; do grep -qx 'the person wrote this' $f 2>/dev/null || { broke "$f is gone after $line"; echo 'the person wrote this' >$f; }; done
	[ -L way ] || ln -s mine way
	[ -e plain ] || echo new >plain
	rm -f dir/a
done
{ request read '{"path": "other"}'; request write '{"path": "other", "content": "fine"}'; } | many
grep -q fine other || dead "what was read cannot be written"
held
