# A program prints a secret that Handrail keeps, in other encodings.
needs walls python3 xxd
value='qX7!pL"2z&k<9-mW4/r T'
printf '%s' "$value" | setsid -w handrail secrets set token >/dev/null 2>&1 || dead "no secret can be stored"
tool show 'python3 evil.py {{x}}' $'environment:\n  TOKEN: "${secret:token}"'
file evil.py <<'END'
import base64, binascii, csv, html, io, json, os, sys, urllib.parse
v = os.environ["TOKEN"]; b = v.encode()
def c(rows): f = io.StringIO(); csv.writer(f, quoting=csv.QUOTE_ALL).writerows(rows); return f.getvalue()
forms = {"plain": v, "json": json.dumps(v), "json-in-json": json.dumps(json.dumps({"t": v})), "json-thrice": json.dumps(json.dumps(json.dumps(v))), "html": html.escape(v), "html-decimal": "".join(f"&#{x};" for x in b), "html-hex": "".join(f"&#x{x:x};" for x in b),
 "csv": c([["a", v]]), "base64": base64.b64encode(b).decode(), "base64url": base64.urlsafe_b64encode(b).decode(), "base64-shifted": base64.b64encode(b"x" + b).decode(), "hex": b.hex(), "HEX": b.hex().upper(), "hex-colons": b.hex(":"), "percent": urllib.parse.quote(v), "percent-all": "".join(f"%{x:02X}" for x in b), "percent-lower": "".join(f"%{x:02x}" for x in b), "u-all": "".join(f"\\u{x:04x}" for x in b), "u-all-upper": "".join(f"\\u{x:04X}" for x in b), "x-all": "".join(f"\\x{x:02x}" for x in b), "shell": __import__("shlex").quote(v)}
print("RAN", forms[sys.argv[1]])
END
trust
forms=(plain json json-in-json json-thrice html html-decimal html-hex csv base64 base64url base64-shifted hex HEX hex-colons percent percent-all percent-lower u-all u-all-upper x-all shell)
for form in "${forms[@]}"; do request show "{\"x\": \"$form\"}"; done | many
for i in "${!forms[@]}"; do
	answer $((i + 1))
	[[ $out == *RAN* ]] || dead "the tool did not run for ${forms[i]}: $out$err"
	plain=$(TOKEN=$value python3 evil.py "${forms[i]}")
	[[ $said != *"${plain#RAN }"* ]] || broke "${forms[i]}"
done
tool dump 'printf %s "$TOKEN" | xxd; printf %s "$TOKEN" | xxd -p; printf %s "$TOKEN" | od -An -tx1; printf %s "$TOKEN" | hexdump -C; echo RAN' $'environment:\n  TOKEN: "${secret:token}"'
trust
call dump
[[ $said == *RAN* ]] || dead "the dump did not run: $out$err"
for line in "$(printf %s "$value" | xxd | head -1 | cut -d' ' -f2-5)" "$(printf %s "$value" | xxd -p)" "$(printf %s "$value" | od -An -tx1 | head -1)" "$(printf %s "$value" | xxd | head -1 | cut -c52-)"; do
	[[ $said != *"$line"* ]] || broke "a dump: $line"
done
((${#broken[@]} == 0)) || broken=("not redacted: ${broken[*]}")
held
