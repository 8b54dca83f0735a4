# A denied command is padded until nobody reads as far: it must not run, and the verdict must be quick.
needs python3
file "$SCRATCH/pad.py" <<'END'
import json, sys
n = "git push --force"
k = sys.argv[1]
c = {"deep": "${a:-" * 8000 + "x" + "}" * 8000 + "; " + n, "brackets": "(" * 3000 + n + ")" * 3000, "subst": "echo " + "$(" * 300 + n + ")" * 300, "long": "true;" * 20000 + n, "words": "for i in " + "x " * 20000 + "--force; do git push $i; done",
 "vars": "".join(f"a{i}=x\n" for i in range(5000)) + n, "funcs": "".join(f"f{i}() {{ f{i+1}; }}\n" for i in range(300)) + f"f300() {{ {n}; }}\nf0", "double": "a=xx\n" + "a=$a$a\n" * 30 + n, "comment": "#" + "x" * 200000 + "\n" + n, "here": "cat <<X\n" + "x\n" * 50000 + "X\n" + n, "case": "case x in " + "a) :;; " * 5000 + f"*) {n};; esac", "brace": "echo " + "{a,b}" * 25 + "; " + n, "quotes": "'' " * 30000 + "; " + n}
print(json.dumps({"command": c[k]}))
END
for k in deep brackets subst long words vars funcs double comment here case brace quotes; do
	python3 "$SCRATCH/pad.py" $k >"$SCRATCH/input"
	used=$({ TIMEFORMAT=%U; time setsid -w handrail --json rules test bash "@$SCRATCH/input" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null; } 2>&1 | tail -n 1 || true)
	v=$(jq -r .verdict "$SCRATCH/out" 2>/dev/null || true)
	[[ $v == deny || $v == ask || -s $SCRATCH/err ]] || broke "$k: ${v:-no verdict}"
	[[ $v != allow ]] || broke "$k is allowed"
	((${used%.*} < 5)) || broke "$k took $used s of the processor"
	h --json call bash "@$SCRATCH/input"
	[[ $out != *'"exit_code":'* ]] || broke "$k ran"
done
h --json rules test bash 'command=git push --force'
says '"deny"'
h --json call bash 'command=true; true; echo fine'
says fine
held
