# In read-only a program that is declared to change nothing changes nothing, and the rest does not run.
needs walls
settings '{"mode": "read-only"}'
printf '{"version":"1","tools":{"look":{"description":"d","command":["bash","-c","cat note; echo x >made; echo x >$HOME/made; echo x >agent/x; rm -f note"],"sideEffect":false}}}\n' >ctxnest.json
tool peek 'cat note; echo x >made2; rm -f note' 'sideEffect: false'
echo visible >note
trust
h call look
says visible
h call peek
says visible
none made "a hand with sideEffect false wrote in read-only"
none made2 "a tool with sideEffect false wrote in read-only"
alive "the note is gone" true
[ -e note ] || broke "a program deleted in read-only"
shell 'echo x >made3'
none made3 "bash ran in read-only"
call write '{"path": "made4", "content": "x"}'
none made4 "write wrote in read-only"
held
