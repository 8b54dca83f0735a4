# The person puts a definition back as they trusted it. An agent has made a link of its folder, or of the file.
needs walls
mkdir -p agent/tools scripts
tool deploy 'bash scripts/proof'
echo 'echo trusted' >scripts/proof
trust
# What agents can do only where names are not protected, or before: the outcome counts.
for way in folder file dangling; do
	case $way in
	folder) mv scripts s2; ln -s "$OUTSIDE" scripts ;;
	file) rm scripts/proof; ln -s "$PROOF" scripts/proof ;;
	dangling) mv agent a2; ln -s "$OUTSIDE" agent ;;
	esac
	h space restore scripts/proof
	h space restore agent/tools/deploy.md
	none "$PROOF" "$way: what was put back went outside"
	none "$OUTSIDE/tools" "$way: what was put back went outside"
	rm -f "$PROOF"
	case $way in
	folder) rm scripts; mv s2 scripts ;;
	file) rm -f scripts/proof; echo 'echo trusted' >scripts/proof ;;
	dangling) rm agent; mv a2 agent ;;
	esac
done
echo 'echo other' >scripts/proof
h space restore scripts/proof
alive "nothing can be put back: $out$err" grep -q trusted scripts/proof
held
