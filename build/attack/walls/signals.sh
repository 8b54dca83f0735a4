# A program ends processes outside its room.
needs walls python3
start sleep 300
outer=$pid
room "sleep 100 & kill -9 \$! && echo killed its own; kill -9 $outer; kill -9 -$outer; kill -9 1; python3 -c 'import os; [os.kill(p, 9) for p in range($outer - 3, $outer + 4) if p > 1 and p != os.getpid()]' ; python3 -c 'import os; os.kill(-1, 15)'; true"
says 'killed its own'
alive_outside=$(ps -o stat= -p "$outer" || true)
[[ $alive_outside == S* ]] || broke "a program ended a process outside"
h call bash 'command=echo still there'
says 'still there' "the room cannot be opened again"
held
