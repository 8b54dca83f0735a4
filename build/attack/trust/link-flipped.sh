# A definition names a script behind a link, and in a folder. The person leads the link, and moves the folder, to what a program of
# an agent has filled before.
needs walls
h space new "$HOME/mine"
cd "$HOME/mine" && SPACE=$PWD
mkdir -p scripts release1 bin
echo 'echo first' | tee release1/run.sh bin/run.sh >/dev/null
ln -s ../release1 scripts/current
tool linked 'bash scripts/current/run.sh'
tool moved 'bash bin/run.sh'
trust
h --confirm allow call linked
says first
room 'mkdir release2 bin2; echo "echo evil-ran" | tee release2/run.sh >bin2/run.sh; touch -d 2001-01-01 release2/run.sh bin2/run.sh release2 bin2'
[ -e bin2/run.sh ] || dead "the program filled no folder"
ln -sfn ../release2 scripts/current
mv bin bin1 && mv bin2 bin
h --confirm allow call linked
hides evil-ran "what a link was led to, and a program had filled, counts as trusted"
h --confirm allow call moved
hides evil-ran "a folder that a program had filled, and the person moved, counts as trusted"
ln -sfn ../release1 scripts/current
h --confirm allow call linked
says first "the link was led back, and it is held back"
mkdir release3
echo 'echo third' >release3/run.sh
ln -sfn ../release3 scripts/current
h --confirm allow call linked
says third "what the person has filled themselves is held back"
held
