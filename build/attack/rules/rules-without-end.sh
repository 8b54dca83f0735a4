# The rules of a space are thousands, with braces and **, for a folder of many files. A call does not wait for all of them: the file is refused, and nothing runs until it is mended.
needs python3
python3 - <<'EOF'
import json, os
for i in range(20):
    d = "/".join(["d%d" % i] + ["n%d" % k for k in range(10)]); os.makedirs(d)
    for j in range(20): open(d + "/f%d" % j, "w").close()
os.makedirs("agent"); json.dump({"deny": ["write(x)"]}, open("agent/rules.json", "w"))
EOF
shell 'echo it ran'
says 'it ran' "nothing runs with one rule"
python3 -c 'import json; json.dump({"deny": ["write({%s}%d/**/*q%d)" % (",".join("abcdefgh"), i, i) for i in range(4000)]}, open("agent/rules.json", "w"))'
began=$SECONDS
shell 'echo it ran'
((SECONDS - began < 20)) || broke "a call took $((SECONDS - began)) s"
[[ $said != *'it ran'* ]] || broke "a call ran though not all rules were read"
[[ $out$err == *'more than 2000 rules'* ]] || broke "nobody says that there are too many rules: $out$err"
held
