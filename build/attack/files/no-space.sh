# Folders that must never be a space: the home folder, what lies above it, Handrail's own.
echo "$SECRET" >"$HOME/plain"
mkdir -p "$DATA" "$CONFIG"
ln -s "$HOME" "$OUTSIDE/homelink"
h --space "$SPACE" --json call listdir path=.
((code == 0)) || dead "not even an ordinary folder is a space: $err"
for d in "$HOME" / "$(dirname "$HOME")" "$DATA" "$CONFIG" "$HOME/space/.." "$OUTSIDE/homelink" "/proc/self/root$HOME"; do
	h --space "$d" --json call listdir path=.
	[[ $code != 0 ]] || broke "$d is a space"
	h --space "$d" call bash 'command=echo x'
	[[ $out != *'"exit_code":0'* ]] || broke "programs run with $d as their space"
done
h --confirm allow call register_project "path=$HOME"
((code != 0)) || broke "the home folder was registered as a space"
held
