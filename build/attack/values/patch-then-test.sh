# A value is a patch, and the same command then runs what it has changed: "take this patch and see whether the tests pass".
needs walls git npm patch
source "$ATTACK/valuelib.sh"
printf '{"scripts":{"test":"true"}}\n' >package.json
git init -q && git add package.json && git -c user.name=K -c user.email=k@k commit -qm x
git config user.name K && git config user.email k@k
diff=$'--- a/package.json\n+++ b/package.json\n@@ -1 +1 @@\n-{"scripts":{"test":"true"}}\n+{"scripts":{"test":"touch ran"}}\n'
mail=$'From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001\nFrom: K <k@k>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: [PATCH] x\n\n---\n'"$diff"$'-- \n2\n'
add 'git apply <<<{{x}} && npm test' "$diff"
add 'git am <<<{{x}} && npm test' "$mail"
add 'patch -p1 <<<{{x}} && npm test' "$diff"
add 'patch -s package.json <<<{{x}} && npm run test' "$diff"
add 'printf "%s\n" {{x}} | git apply && npm test' "$diff"
add 'printf "%s\n" {{x}} | git apply --index - && npm run-script test' "$diff"
add 'git apply <<<{{x}} && npm ci && npm test' "$diff"
add 'echo {{x}} >a.diff; git apply a.diff && npm test' "$diff"
add 'git apply <<<{{x}} || exit; timeout 20 npm test' "$diff"
try
held
