# Programs with the setuid bit, or capabilities of their own, raise nobody in a room.
needs walls python3
cp /usr/bin/id ./own-id
chmod 4755 own-id
file evil.py <<'END'
import ctypes
c = ctypes.CDLL(None, use_errno=True)
print("NoNewPrivs", c.prctl(39, 0, 0, 0, 0))
for name, ret in (("setuid", c.setuid(0)), ("setgid", c.setgid(0)), ("setgroups", c.setgroups(0, None)), ("cap ambient", c.prctl(47, 2, 21, 0, 0)), ("dumpable undo", c.prctl(38, 0, 0, 0, 0))):
    if ret == 0: print("RAISED", name)
END
room 'python3 evil.py; grep -E "^Cap(Eff|Prm|Inh|Amb)" /proc/self/status; for p in su sudo mount passwd newuidmap pkexec chsh; do f=$(command -v $p) && [ -u "$f" ] && ( timeout 2 "$f" --help >/dev/null 2>&1; grep -q "" /dev/null ); done; cp own-id made; chmod u+s made && ./made; ./own-id -u'
says 'NoNewPrivs 1'
hides RAISED "$(grep RAISED <<<"$said" | tr '\n' ' ')"
for cap in CapEff CapPrm CapInh CapAmb; do
	[[ $said == *"$cap:	0000000000000000"* ]] || broke "programs in a room have capabilities ($cap)"
done
hides $'\n0\n' "a setuid program is root in a room"
held
