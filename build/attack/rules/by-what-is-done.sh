# deny write(x) and deny read(x) hold for whatever does the same: edit, patch, grep, programs.
needs walls
echo "$SECRET" >private
echo original >fixed
mkdir -p data && echo "$SECRET" >data/deep
echo visible >note
settings '{"rules": {"deny": ["read(private)", "read(data/**)", "write(fixed)", "write(locked/**)"]}}'
call read '{"path": "note"}'
says visible
shell 'cat note; echo x >free; cat free'
says visible
for t in 'read {"path":"private"}' 'grep {"pattern":"."}' 'grep {"pattern":"plain","path":"private"}' 'grep {"pattern":"plain","path":"data"}' 'bash {"command":"cat private data/deep"}' 'spawn {"command":"cat","args":["private"]}' 'bash {"command":"cp private copy; cat copy; ln private l; cat l; cat pri*; cat ./private data/../private; grep -r plain ."}'; do
	call "${t%% *}" "${t#* }"
	hides "$SECRET" "${t%% *} shows what deny read covers: ${t#* }"
done
call read '{"path": "fixed"}' --session s
for t in 'write {"path":"fixed","content":"evil"}' 'edit {"path":"fixed","old_string":"original","new_string":"evil"}' 'patch {"patch":"--- a/fixed\n+++ b/fixed\n@@ -1 +1 @@\n-original\n+evil\n"}' 'bash {"command":"echo evil >fixed"}' 'bash {"command":"echo evil >x; mv -f x fixed; cp x fixed; sed -i s/original/evil/ fixed; tee fixed <<<evil"}' 'spawn {"command":"cp","args":["note","fixed"]}'; do
	call "${t%% *}" "${t#* }" --session s
	[ "$(cat fixed)" = original ] || { broke "${t%% *} changed what deny write covers"; echo original >fixed; }
done
call write '{"path": "locked/x", "content": "x"}'
none locked/x "write made what deny write covers"
held
