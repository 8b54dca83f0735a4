# A value, or a file that it names, is put in the place of package.json, whose scripts the same command then runs.
needs walls npm
source "$ATTACK/valuelib.sh"
echo '{"scripts":{"test":"true","build":"true"}}' >package.json
mkdir data && echo '{"scripts":{"test":"touch ran","build":"touch ran"}}' | tee evil.json >data/package.json
evil=$(<evil.json)
add 'cp {{x}} package.json; npm test' evil.json
add 'cp -- {{x}} . && npm test' data/package.json
add 'cp -r {{x}}/. . && npm run build' data
add 'mv {{x}} package.json && npm test' evil.json
add 'ln -sf {{x}} package.json && npm test' evil.json
add 'install -m 644 {{x}} package.json && npm test' evil.json
add 'sort -o package.json <<<{{x}}; npm test' "$evil"
add 'sort -o package.json <<<{{x}}; npm --silent run build' "$evil"
add 'cp /dev/stdin package.json <<<{{x}}; npm test' "$evil"
add 'echo {{x}} >package.json; npm test' "$evil"
add 'tee package.json <<<{{x}} >/dev/null; npm test' "$evil"
add 'cp -r {{x}} work && cd work && npm test' data
add 'ln -sfn {{x}} current; npm --prefix current test' data
add 'ln -sfn {{x}} current; cd current && npm test' data
try
held
