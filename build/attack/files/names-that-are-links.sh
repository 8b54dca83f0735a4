# Protected names of the space are links to ordinary files of it: AGENTS.md to docs/agents.md, .vscode to
# conf/vscode, .github/workflows/ci.yml to ci/main.yml. File tools and programs change what they lead to.
needs walls
mkdir -p docs conf/vscode ci .github/workflows
echo old >docs/agents.md; echo '{}' >conf/vscode/tasks.json; echo 'on: push' >ci/main.yml
ln -s docs/agents.md AGENTS.md; ln -s AGENTS.md CLAUDE.md; ln -s conf/vscode .vscode; ln -s ../../ci/main.yml .github/workflows/ci.yml
files=(docs/agents.md conf/vscode/tasks.json ci/main.yml)
OPTIONS=(--confirm deny)
for f in "${files[@]}"; do request read "{\"path\": \"$f\"}"; request write "{\"path\": \"$f\", \"content\": \"by tool\"}"; done | many
for f in "${files[@]}"; do ! grep -q 'by tool' "$f" || broke "write changed $f unasked, which a protected name leads to"; done
room "for f in ${files[*]}; do echo 'by program' >>\$f; done; mv conf/vscode conf/v2; mkdir conf/vscode; echo 'by program' >conf/vscode/tasks.json
mv docs docs2; mkdir docs; echo 'by program' >docs/agents.md; rm ci/main.yml; echo 'by program' >ci/main.yml; echo ordinary >made"
alive "the program could write nothing" test -e made
for f in AGENTS.md CLAUDE.md .vscode/tasks.json .github/workflows/ci.yml; do ! grep -q 'by program' "$f" || broke "a program changed $f"; done
held
