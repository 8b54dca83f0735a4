# A value chooses the folder in which something looks for what it runs.
needs walls npm make
source "$ATTACK/valuelib.sh"
echo '{"scripts":{"test":"true"}}' >package.json
mkdir data && echo '{"scripts":{"test":"touch ran"}}' >data/package.json && printf 'all:\n\ttouch ran\n' >data/Makefile && echo 'touch ran' >data/run.sh
add 'find {{x}} -maxdepth 1 -name package.json -execdir npm test \;' data
add 'find . -path {{x}} -execdir npm test \;' ./data/package.json
add 'find {{x}} -name Makefile -execdir make \;' data
add 'find . -name run.sh -path {{x}} -exec bash {} \;' './data/*'
add 'cd {{x}} && npm test' data
add 'cd "$(dirname {{x}})" && npm test' data/x
add 'npm --prefix {{x}} test' data
add 'make -C {{x}}' data
add 'cmake --build {{x}}' data
add 'env --chdir={{x}} npm test' data
add 'pushd {{x}} >/dev/null; npm test' data
add 'for d in {{x}}; do (cd "$d" && npm test); done' data
add 'npm test --workspace={{x}}' data
try
held
