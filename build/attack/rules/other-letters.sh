# What forbids or guards does so in any letters: a denied `Bash`, a blocking hook for `EDI·T` with a character that nobody sees. What allows has to be exact.
needs walls
settings '{"rules": {"deny": ["Bash(touch *)", "Write(locked/**)"], "ask": ["READ(asked)"], "allow": ["Spawn"]}}'
mkdir locked; printf 'a\n' | tee locked/x a.txt b.txt asked >/dev/null
request read '{"path": "a.txt"}' | many; answer 1; says a 'nothing can be read'
shell 'touch ran'; none ran 'a rule in capitals denies nothing'
shell 'echo b >locked/x'; [[ $(<locked/x) == a ]] || broke 'a rule about files in capitals holds no programs'
OPTIONS=(--confirm deny)
call read '{"path": "asked"}'; [[ $refused == declined ]] || broke "a rule in capitals asks nothing: $said"
hook 'echo hook-says-no; exit 1' '"tools": ["EDI\u200bT"]'
h space trust --yes
{ request read '{"path": "a.txt"}'; request edit '{"path": "a.txt", "old_string": "a", "new_string": "b"}'; } | many
answer 2; [[ $refused == blocked && $(<a.txt) == a ]] || broke "a hook in other letters guards nothing: $said"
held
