# A program takes more memory than a call may have.
needs walls python3
settings '{"limits": {"memory_mb": 256}}'
room 'python3 -c "b = bytearray(50 << 20); print(\"small is fine\")"'
says 'small is fine'
room 'python3 -c "
b = bytearray(b\"x\") * (700 << 20)
print(\"HAS\", len(b))"; for i in 1 2 3 4; do python3 -c "
import time
b = bytearray(b\"x\") * (150 << 20)
time.sleep(1); print(\"PART\")" & done; wait'
hides HAS "one process had 700 MB where 256 are allowed"
[ "$(grep -c PART <<<"$said")" -lt 4 ] || broke "four processes had 600 MB together where 256 are allowed"
held
