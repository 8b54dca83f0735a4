# core.hooksPath leads to a folder of any name, and to one that does not exist yet.
needs walls
source "$ATTACK/gitlib.sh"
for folder in tools/githooks ci; do
	rm -rf "$SPACE" "$PROOF" && repository "$SPACE" && cd "$SPACE"
	[ $folder = ci ] || mkdir -p $folder
	git config core.hooksPath $folder
	room "git commit -q --no-verify --allow-empty -m works && echo committed; mkdir -p $folder; for n in pre-commit post-commit post-index-change; do printf '#!/bin/sh\ntouch $PROOF\n' >$folder/\$n; chmod +x $folder/\$n; done"
	says committed
	person "$SPACE"
	none "$PROOF" "a hook in $folder, where core.hooksPath leads, ran outside"
done
held
