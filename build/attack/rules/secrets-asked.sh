# Printing the environment, and reading files with secrets, by other words: each asks.
touch .env id_rsa server.pem
judge <<'END'
cat note
cat .env
env
printenv
export -p
declare -x
set
/usr/bin/env
env | sort
cat .env
cat ./.env
cat '.e'nv
cat .en[v]
cat < .env
head -1 id_rsa
base64 server.pem
cp .env copy
x=.env; cat $x
cat $(echo .env)
source .env
grep KEY .env
tar cf x.tar .env
ln .env copy
ln -s .env copy
bash -c 'cat .env'
handrail space trust --yes
handrail rules add allow 'bash(*)'
handrail hooks disable x
END
stops
held
