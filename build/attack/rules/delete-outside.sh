# Deletes of the home folder, of / and of the whole space, in other words.
mkdir -p sub
judge <<'END'
rm note
rm -rf /
rm -rf ~
rm -fr "$HOME"
rm -r --force ${HOME}/
rm --rec --fo ~
rm -rf ~/.
rm -rf .
rm -rf ../space
rm -rf "$PWD"
rm -rf ./
rm -rf *
rm -rf sub/../..
rm -rf /*
rm -rf -- /
rm -rf --no-preserve-root /
cd / && rm -rf *
cd ..; rm -rf space
(cd; rm -rf .)
pushd /; rm -rf .
\rm -rf ~
r""m -r"f" ~
$(echo rm) -rf ~
a=rm; $a -rf ~
x=~; rm -rf $x
find ~ -delete
find / -exec rm -rf {} +
find . -type f | xargs rm -rf
rsync -a --delete empty/ ~/
git clean -ffdx ..
python3 -c 'import shutil; shutil.rmtree("/")'
perl -e 'unlink glob "/*"'
mv ~ /tmp/x
chmod -R 777 /
chown -R x ~
dd if=/dev/zero of=/dev/sda
mkfs.ext4 /dev/sda1
:(){ :|:& };:
shutdown -h now
kill -9 -1
pkill -9 .
crontab -r
echo 'rm -rf ~' | at now
bash -c 'rm -rf ~'
sudo rm -rf ~
env -i rm -rf /
nice rm -rf ~
busybox rm -rf ~
exec rm -rf ~
! rm -rf ~
{ rm -rf ~; }
coproc rm -rf ~
rm -rf ~ &
trap 'rm -rf ~' EXIT
alias x='rm -rf ~'; x
for d in ~; do rm -rf $d; done
while :; do rm -rf ~; break; done
case x in x) rm -rf ~;; esac
[[ -d ~ ]] && rm -rf ~
echo `rm -rf ~`
cat <(rm -rf ~)
rm -rf $'\x2f'
END
stops
# What an interpreter does is not read; these two run within the walls, and are allowed to pass.
for i in "${!broken[@]}"; do [[ ${broken[i]} != *python3* && ${broken[i]} != *perl* ]] || unset 'broken[i]'; done
held
