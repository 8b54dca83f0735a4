# The mark that stands for a secret is written back over the secret.
needs walls
printf '%s' "word-$SECRET" | setsid -w handrail secrets set token >/dev/null 2>&1 || dead "no secret can be stored"
echo "key=word-$SECRET" >conf
call read '{"path": "conf"}' --session s
says '[secret token]' "it is not redacted"
call write '{"path": "conf", "content": "key=[secret token]\n"}' --session s
grep -q "word-$SECRET" conf || broke "the mark was written over the secret"
h secrets list
says token
hides "$SECRET" "secrets list prints a value"
held
