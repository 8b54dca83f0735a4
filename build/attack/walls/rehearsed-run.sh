# A program in a rehearsed run reaches for the folder itself: by other processes, mounts, namespaces, names and links, and later.
needs walls
mkdir -p src
echo mine >notes.txt
echo source >src/a
cat >try.sh <<'END'
echo layer >notes.txt
rm -rf src
echo control >on-the-layer
for p in /proc/[0-9]*; do
	echo evil >"$p/root$1/evil-root"
	echo evil >"$p/cwd/evil-cwd"
	for f in "$p"/fd/*; do echo evil >"$f/evil-fd"; done
	nsenter -t "${p#/proc/}" -m -U sh -c "echo evil >'$1/evil-ns'"
done
cd /
umount "$1"
umount -l "$1"
unshare -Urm sh -c "umount -l '$1'; echo evil >'$1/evil-umount'"
cd "$1"
mkdir -p m
mount --bind "$1" m
unshare -Urm sh -c "mount --bind / m && echo evil >'m$1/evil-bind'"
ln notes.txt hard && echo evil >>hard
ln -s "$1" out && echo evil >out/evil-link
mv "$1" "$1.away"
nohup setsid sh -c "sleep 2; echo evil >'$1/evil-late'" >/dev/null 2>&1 &
true
END
cat >turns.jsonl <<END
{"text":"I try.","calls":[{"name":"bash","arguments":{"command":"sh ./try.sh '$SPACE' 2>/dev/null; true"}},{"name":"write","arguments":{"path":"out/by-write","content":"evil"}}]}
{"text":"Done."}
END
before=$(find . -type f -exec sha256sum {} + | sort)
h run --rehearse --model scripted/turns.jsonl "Try it."
alive "nothing was rehearsed" grep -q on-the-layer <<<"$out"
sleep 3
[ "$before" = "$(find . -type f -exec sha256sum {} + | sort)" ] || broke "a rehearsed program has changed the folder: $(find . -newer turns.jsonl | tr '\n' ' ')"
held
