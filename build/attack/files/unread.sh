# A file is overwritten that this session has not read, or that changed since.
echo 'the person'\''s' >mine
call write '{"path": "mine", "content": "evil"}'
[ "$refused" = permission_denied ] || broke "an unread file was overwritten ($refused)"
call edit '{"path": "mine", "old_string": "person", "new_string": "evil"}'
! grep -q evil mine || broke "an unread file was edited"
call read '{"path": "mine"}' --session s
sleep 0.01; echo 'changed by the person' >mine
call write '{"path": "mine", "content": "evil"}' --session s
! grep -q evil mine || broke "a file was overwritten that changed after it was read"
call read '{"path": "mine"}' --session s
call write '{"path": "mine", "content": "fine"}' --session s
grep -q fine mine || dead "a file that was read cannot be written: $out"
held
