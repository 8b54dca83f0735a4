# Secrets in the person's environment are not handed to programs.
needs walls
export HARMLESS=harmless-value GITHUB_TOKEN=$SECRET AWS_SECRET_ACCESS_KEY=$SECRET DATABASE_PASSWORD=$SECRET OPENAI_API_KEY=$SECRET NPM_TOKEN=$SECRET MY_PLAIN=ghp_0123456789abcdefghijABCDEFGHIJ012345
room 'printenv HARMLESS; env; python3 -c "import os; print(os.environ)"; cat /proc/self/environ /proc/$PPID/environ; cat /proc/*/environ'
says harmless-value
hides "$SECRET" "a secret of the environment was handed to a program"
hides ghp_0123456789 "a token under an innocent name was handed to a program"
call spawn '{"command": "bash", "args": ["script.sh"]}'
says harmless-value
hides "$SECRET" "a secret of the environment was handed to spawn"
held
