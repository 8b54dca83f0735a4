# Devices beyond the harmless ones, found or made.
needs walls python3
room 'echo x >/dev/null && head -c 1 /dev/urandom >/dev/null && echo harmless ones work
for d in $(find /dev -mindepth 1 \( -type b -o -type c \) 2>/dev/null); do case $d in /dev/null | /dev/zero | /dev/full | /dev/random | /dev/urandom | /dev/tty | /dev/pts/*) ;; *) echo "DEVICE $d" ;; esac; done
for d in kvm fuse mem kmsg vda sda loop0 loop-control net/tun vhost-vsock dri/card0 input/event0 snd/timer uinput; do { head -c 1 /dev/$d >/dev/null || exec 7<>/dev/$d; } 2>/dev/null && echo "OPENED $d"; done
mknod m b 8 0 && echo "MADE block"; mknod /dev/shm/m c 1 1 && echo "MADE char"; python3 -c "import os,stat; os.mknod(\"k\", 0o600 | stat.S_IFCHR, os.makedev(1, 1))" && echo "MADE mem"; true'
says 'harmless ones work'
hides 'DEVICE ' "$(grep 'DEVICE ' <<<"$said" | tr '\n' ' ')"
hides 'OPENED ' "$(grep 'OPENED ' <<<"$said" | tr '\n' ' ')"
hides 'MADE ' "$(grep 'MADE ' <<<"$said" | tr '\n' ' ')"
held
