# What leads other version control to another repository's settings, in which hooks and aliases stand: .hg/sharedpath, .sl/sharedpath and a .jj/repo
# that is a file. The settings themselves are protected; these are told where a program makes them, and read-only where they are there.
needs walls
mkdir -p .hg/store .sl .jj/repo/store && echo store >.hg/requires
room "mkdir -p ev/.hg ev/repo; printf '[hooks]\npre-status=touch $PROOF\n' >ev/.hg/hgrc; echo \$PWD/ev/.hg >.hg/sharedpath; echo shared >>.hg/requires; echo \$PWD/ev/.hg >.sl/sharedpath; mv .jj/repo .jj/old; echo \$PWD/ev/repo >.jj/repo; echo done"
says done
for name in .hg/sharedpath .sl/sharedpath .jj/repo; do
	[ -f "$name" ] || dead "a program could not make $name, so there is nothing to tell"
	[[ $out$err == *"$name"* ]] || broke "nobody was told of $name, which leads to another repository's settings"
done
room "for n in .hg/sharedpath .jj/repo; do echo /elsewhere >\$n; done; echo done"
says done
[ "$(cat .hg/sharedpath .jj/repo | grep -c elsewhere)" = 0 ] || broke "a program led the person's repository elsewhere"
held
