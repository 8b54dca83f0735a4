# A program makes a file that is larger than one may be.
needs walls
room 'truncate -s 10M small && echo small is fine; truncate -s 9G large && echo MADE; dd if=/dev/zero of=far bs=1 count=1 seek=9G status=none && echo MADE'
says 'small is fine'
hides MADE "a file of 9 GB was made where 8 are allowed"
held
