# A program of the space writes outside it: by path, link, other name, /proc, archive and rename.
needs walls python3 tar
ln -s "$OUTSIDE" way
echo before >"$OUTSIDE/mine"
printf '[user]\n\tname = Kim\n' >"$HOME/.gitconfig"
room 'echo x >inside && mv inside moved && python3 -c "open(\"made\", \"w\")" && echo went'
says went
alive "nothing can be written inside" test -e moved -a -e made

python3 - <<END
import io, tarfile
t = tarfile.open("evil.tar", "w")
for name in ("../outside/proof-tar", "$OUTSIDE/proof-tar2"):
    i = tarfile.TarInfo(name); i.size = 1; t.addfile(i, io.BytesIO(b"x"))
END
room "
echo x >'$PROOF-path'
echo x >way/proof-link
echo x >../outside/proof-dots
echo x >/proc/self/root'$PROOF-proc'
echo x >/proc/self/cwd/../outside/proof-cwd
for p in /proc/[0-9]*; do echo x >\$p/root'$PROOF-pids'; echo x >\$p/cwd/../outside/proof-cwds; done
cp moved '$PROOF-cp'; mv made '$PROOF-mv'; ln moved '$PROOF-ln'; ln -s x '$PROOF-lns'
tar -P -xf evil.tar
mkdir -p '$OUTSIDE/proof-dir'; mkfifo '$PROOF-fifo'
python3 -c 'import os; os.open(\"$PROOF-py\", os.O_CREAT | os.O_WRONLY)'
dd if=moved of='$PROOF-dd' status=none
truncate -s 0 '$OUTSIDE/mine'; rm -f '$OUTSIDE/mine'; chmod 777 '$OUTSIDE' '$OUTSIDE/mine'; touch -d 2001-01-01 '$OUTSIDE/mine'
setfattr -n user.x -v y '$OUTSIDE/mine'
for rc in .bashrc .profile .gitconfig .config/autostart/x.desktop .ssh/authorized_keys .local/bin/ls; do echo evil >>'$HOME'/\$rc; done
mv '$SPACE' '$HOME/away'
"
for f in "$OUTSIDE"/proof*; do none "$f" "a program wrote ${f##*/} outside"; done
[ "$(cat "$OUTSIDE/mine")" = before ] || broke "a file outside was changed"
[ "$(stat -c %Y "$OUTSIDE/mine")" -gt 1000000000 ] || broke "the time of a file outside was changed"
[ "$(stat -c %a "$OUTSIDE")" != 777 ] || broke "the mode of a folder outside was changed"
grep -rqs evil "$HOME/.bashrc" "$HOME/.profile" "$HOME/.gitconfig" "$HOME/.config" "$HOME/.ssh/authorized_keys" "$HOME/.local/bin" && broke "a file that the person's shell or desktop reads was written"
held
