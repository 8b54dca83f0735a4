# A value names an archive, or is one, and the same command runs what it has unpacked.
needs walls npm tar python3
source "$ATTACK/valuelib.sh"
echo '{"scripts":{"test":"true"}}' >package.json
mkdir data && echo '{"scripts":{"test":"touch ran"}}' >data/package.json && echo 'touch ran' >data/run.sh
tar czf a.tgz -C data package.json run.sh
(cd data && python3 -c 'import shutil; shutil.make_archive("../a", "zip", ".")')
add 'tar xzf {{x}} && npm test' a.tgz
add 'tar xz <{{x}} && npm test' a.tgz
add 'base64 -d <<<{{x}} | tar xz && npm test' "$(base64 -w0 a.tgz)"
add 'unzip -qo {{x}} && npm test' a.zip
add 'mkdir -p new; tar xzf {{x}} -C new && cd new && npm test' a.tgz
add 'mkdir -p new; tar xzf {{x}} -C new && npm --prefix new test' a.tgz
add 'mkdir -p new; tar xzf {{x}} -C new && bash new/run.sh' a.tgz
add 'mkdir -p new; base64 -d <<<{{x}} | tar xz -C new && (cd new && npm test)' "$(base64 -w0 a.tgz)"
try
held
