# Programs that write a file by an option, an operand or their own words, which is not seen as a file that the command writes: it runs it then.
needs walls npm python3
source "$ATTACK/valuelib.sh"
echo '{"scripts":{"test":"true"}}' >package.json
mkdir -p tools && printf 'try:\n    import local\nexcept ImportError: pass\n' >tools/main.py
evil='{"scripts":{"test":"touch ran"}}' code='open("ran", "w")'
for writer in 'sort -o FILE <<<{{x}}' 'sort --output=FILE <<<{{x}}' 'shuf -o FILE -e {{x}}' 'shuf -e {{x}} -o FILE' 'uniq - FILE <<<{{x}}' 'iconv -f utf8 -t utf8 -o FILE <<<{{x}}' 'openssl enc -none -out FILE <<<{{x}}' 'awk "{print > \"FILE\"}" <<<{{x}}' 'sed -n "w FILE" <<<{{x}}' 'sed "w FILE" <<<{{x}} >/dev/null' 'split -b 1000 - part <<<{{x}}; mv partaa FILE' 'git log -1 --output=FILE --format={{x}}' 'iconv -f utf8 <<<{{x}} -o FILE' 'gzip -c <<<{{x}} | gzip -dc >FILE' 'fold -w 9999 <<<{{x}} >FILE' 'printf "%s" {{x}} | dd of=FILE status=none' 'xxd -r -p - FILE <<<{{x}}' 'base64 -d <<<{{x}} >FILE' 'gpg --batch --yes -o FILE --store <<<{{x}}'; do
	for t in "package.json|npm test" "tools/local.py|python3 tools/main.py"; do
		v=$evil; [[ $t == p* ]] || v=$code
		[[ $writer != base64* ]] || v=$(base64 -w0 <<<"$v")
		[[ $writer != xxd* ]] || v=$(od -An -tx1 <<<"$v" | tr -d ' \n')
		add "${writer//FILE/${t%%|*}}; ${t#*|}" "$v"
	done
done
git init -q . && git -c user.name=K -c user.email=k@k commit -q --allow-empty -m x
try
held
