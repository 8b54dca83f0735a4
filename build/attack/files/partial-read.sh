# A part of a file is read, and then all of it is overwritten.
seq 1 5000 >long
call read '{"path": "long"}' --session a
seq 1 5000 | cmp -s - long || dead "no file"
call read '{"path": "long", "offset": 10, "limit": 5}' --session b
says 12
call write '{"path": "long", "content": "evil"}' --session b
! grep -q evil long || broke "lines 10 to 14 were read, and all 5,000 were overwritten"
seq 1 5000 >long
call grep '{"pattern": "^77$", "path": "long"}' --session c
call write '{"path": "long", "content": "evil"}' --session c
! grep -q evil long || broke "a search counted as having read the file"
echo short >short
call read '{"path": "short"}' --session d
call write '{"path": "short", "content": "fine"}' --session d
grep -q fine short || dead "a file that was read whole cannot be written: $out"
held
