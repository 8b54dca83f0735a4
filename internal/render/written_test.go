package render

import "testing"

// What is written with a value is not run in the same command, whatever loads it.
func TestWrittenThenRun(t *testing.T) {
	for _, template := range []string{
		`echo {{x}} > a.sh; bash a.sh`, `printf %s {{x}} | tee a.sh; . ./a.sh`, "cat <<E > f\n{{x}}\nE\npython3 f", `cp {{x}} a.sh; bash a.sh`, `sed -i s/x/{{x}}/ a.sh && ./a.sh`,
		`echo {{x}} > Makefile; make`, `echo {{x}} > package.json; npm test`, `echo {{x}} > d/package.json; npm --prefix d run build`, `jq --arg v {{x}} '.a=$v' a.json > package.json; npm test`, `jq --arg v {{x}} '.a=$v' package.json > tmp.json && mv tmp.json package.json && npm run build`,
		`echo {{x}} > a.go; go run .`, `echo {{x}} > a_test.go; go test ./...`, `echo {{x}} > conftest.py; pytest`, `echo {{x}} > conftest.py; python3 -m pytest`, `echo {{x}} > test_a.py; python3 -m unittest`, `echo {{x}} > build.rs; cargo build`, `echo {{x}} > tools/helper.py; python3 tools/main.py`, `echo {{x}} > lib.sh; bash main.sh`,
		`echo {{x}} > .npmrc; npm ci`, `echo {{x}} > .git/config; git log`, `echo {{x}} > .gitattributes; git diff`, `echo {{x}} > .husky/pre-commit; git commit -m a`, `echo {{x}} > hooks/pre-commit; git -c user.name=a commit -m a`, `echo {{x}} > Dockerfile; docker build .`, `echo {{x}} > vite.config.js; npx vite build`, `echo {{x}} > build.gradle; ./gradlew build`, `echo {{x}} > ~/.profile; bash -l run.sh`,
		`tee lib.sh <<< {{x}}; bash main.sh`, `echo {{x}} | tee helper.py >/dev/null; python3 main.py`, `dd of=lib.sh <<< {{x}}; bash main.sh`, `echo {{x}} > a.txt; mv a.txt lib.sh; bash main.sh`, `echo {{x}} > a.txt; cp a.txt b; bash main.sh`, `echo {{x}} > d/a.sh; run-parts d`, `for i in 1 2; do python3 main.py {{x}} > helper.py; done`,
		`curl -O {{x}}; bash a.sh`, `curl -sLO {{x}}; bash a.sh`, `curl -o lib.sh {{x}}; bash main.sh`, `wget {{x}}; bash a.sh`, `wget -O lib.sh {{x}}; bash main.sh`, `git clone -- {{x}} d; bash d/run.sh`, `git clone {{x}} d; cd d; npm install`, `git pull {{x}}; bash run.sh`, `rsync -a {{x}} d/; bash d/a.sh`, `svn co {{x}} d; ./d/run`,
		`echo {{x}} > a.txt; xargs -a a.txt rm`, `echo {{x}} > a.txt; xargs rm < a.txt`, `echo {{x}} > a.txt; cat a.txt | xargs echo`, `echo {{x}} > a.txt; tar cf b.tar -T a.txt`, `echo {{x}} > a.txt; curl -K a.txt`, `echo {{x}} > {{y}}; npm test`, `tee {{y}} <<< {{x}}; pytest`,
	} {
		if loads, _ := loads(t, template, "word"); loads {
			t.Errorf("%s loads", template)
		}
	}
	for _, template := range []string{
		`echo {{x}} > notes.txt; bash scripts/run.sh`, `echo {{x}} >> log.txt; git add log.txt; git commit -m {{y}}`, `echo {{x}} > VERSION && git add VERSION && git commit -m {{y}}`, `echo {{x}} > in.json; python3 tools/a.py in.json`, "cat <<E > post.md\n{{x}}\nE\ngit add post.md && git commit -m {{y}}",
		`jq --arg v {{x}} '.version=$v' package.json > tmp.json && mv tmp.json package.json && git commit -am {{y}}`, `curl -sS -o data.json {{x}}; python3 tools/a.py data.json`, `wget -q -O data.csv {{x}}; python3 tools/a.py data.csv`, `curl -fsSL {{x}} > page.html; python3 tools/a.py page.html`, `go test ./... -run {{x}} | tee out.txt`, `npm test -- {{x}} > result.txt 2>&1`,
		`python3 tools/gen.py {{x}} > src/generated.py`, `pytest -k {{x}} > report.xml`, `node build.js {{x}} > dist/app.js`, `git clone {{x}} d && git -C d log`, `npm run build > build.log; cat {{x}}`, `echo hi > a.sh; grep {{x}} b`, `bash scripts/a.sh {{x}} > build/out.json`,
	} {
		if _, renders := loads(t, template, "word"); !renders {
			_, err := Parse(template, params())
			t.Errorf("%s: %v", template, err)
		}
	}
}

// What a command leaves that is given a value, another one does not run, whichever programs they are.
func TestLeftThenRun(t *testing.T) {
	for _, template := range []string{
		`git apply <<< {{x}} && npm test`, `patch -p1 <<< {{x}} && npm test`, `printf '%s\n' {{x}} | git apply --index - && npm run-script test`, `git apply <<< {{x}} || exit; timeout 20 npm test`, `echo {{x}} > a.diff; git apply a.diff && npm test`, `echo {{x}} > a.diff; patch < a.diff && bash run.sh`,
		`sort -o package.json <<< {{x}}; npm test`, `shuf -e {{x}} -o package.json; npm test`, `uniq - package.json <<< {{x}}; npm test`, `iconv -o package.json <<< {{x}}; npm test`, `openssl enc -none -out f <<< {{x}}; npm test`, `awk '{print > "tools/local.py"}' <<< {{x}}; python3 tools/main.py`, `sed -n 'w package.json' <<< {{x}}; npm test`,
		`split -b 1000 - part <<< {{x}}; mv partaa package.json; npm test`, `git log -1 --output=package.json --format={{x}}; npm test`, `gpg -o f --store <<< {{x}}; make`, `unheardof {{x}}; make`, `unheardof {{x}}; unheard`, `xxd -r -p - f <<< {{x}}; npm test`,
		`cp {{x}} package.json; npm test`, `cp -- {{x}} . && npm test`, `cp -r {{x}}/. . && npm run build`, `mv {{x}} package.json && npm test`, `ln -sf {{x}} package.json && npm test`, `install -m 644 {{x}} package.json && npm test`, `cp -r {{x}} work && cd work && npm test`, `ln -sfn {{x}} current; npm --prefix current test`, `cp -r {{x}} work && git -C work status`,
		`cp note.txt {{x}} && npm test`, `mv note.txt {{x}} && npm test`, `cat note.txt > {{x}} && npm test`, `tee {{x}} < note.txt && npm test`, `sort -o {{x}} note.txt && npm test`, `dd if=note.txt of={{x}} && npm test`, `cat note.txt > {{x}}; unheardof`,
		`tar xzf {{x}} && npm test`, `base64 -d <<< {{x}} | tar xz && npm test`, `tar xz < {{x}} && npm test`, `{ tar xz; } < {{x}}; npm test`, `unzip -qo {{x}} && npm test`, `tar xzf {{x}} -C new && bash new/run.sh`, `tar xzf {{x}} && git status`,
		`git worktree add -q work {{x}} && bash work/run.sh`, `git clone -q -b {{x}} . work && cd work && npm test`, `git clone -q . work && git -C work checkout -q {{x}} && bash work/run.sh`, `git merge -q {{x}} && npm test`, `git fetch -q . {{x}} && git checkout -q FETCH_HEAD && npm test`, `git pull -q . {{x}} && npm test`, `git cherry-pick {{x}} && npm test`, `git switch {{x}} && npm test`, `git checkout {{x}} && npm test`, `git checkout -b {{x}} origin/main && npm test`,
		`npm test & sort -o package.json <<< {{x}}`, `for i in 1 2; do npm test; sort -o package.json <<< {{x}}; done`, `while true; do npm test; cp -r {{x}} work; done`, `sort -o package.json <<< {{x}} | npm test`, `npm test | sort -o package.json {{x}}`, `echo "$(sort -o package.json {{x}})"; npm test`, `npm test "$(sort -o package.json {{x}})"`, `if cp -r {{x}} work; then make; fi`, `{ cp -r {{x}} work; }; make`,
		`touch {{x}}; tar cf a.tar *`, `mkdir -p {{x}}; tar cf a.tar *`,
		`find {{x}} -maxdepth 1 -name package.json -execdir npm test \;`, `find . -path {{x}} -execdir npm test \;`, `find {{x}} -name Makefile -execdir make \;`, `find . -name run.sh -path {{x}} -exec bash {} \;`, `find {{x}} -type f -exec {} \;`, `find {{x}} -exec npm --prefix {} test \;`, `find {{x}} -execdir bash run.sh \;`,
	} {
		if loads, _ := loads(t, template, "word"); loads {
			t.Errorf("%s loads", template)
		}
	}
	for _, template := range []string{
		`npm ci && npm test -- {{x}}`, `go vet ./... && go test -run {{x}} ./...`, `go test -run {{x}} ./... && go vet ./...`, `cargo build && pytest -k {{x}}`, `pytest -k {{x}} && npm run lint`, `cargo test {{x}} && cargo clippy`, `npm test && git commit -m {{x}}`, `git add {{x}} && git commit -m {{y}} && git push`, `git commit -m {{x}} && npm test`, `git checkout -b {{x}} && npm test`,
		`git checkout {{x}} && git log -1`, `git fetch origin {{x}} && git diff FETCH_HEAD`, `git switch {{x}} && git pull`, `grep -rn -e {{x}} src && npm test`, `cat -- {{x}} | wc -l; npm test`, `curl -fsS {{x}} | jq . ; npm test`, `bash scripts/a.sh {{x}} && npm test`, `python3 tools/a.py {{x}} && bash scripts/b.sh`, `./tools/a {{x}} && npm test`, `go run ./tools/a {{x}} && npm test`,
		`cp {{x}} {{y}} && ls -l`, `tar xzf {{x}} && ls`, `cp {{x}} assets/logo.png && git add assets/logo.png && git commit -m {{y}}`, `mkdir -p {{x}} && npm run build`, `sort -o {{x}} a.txt; wc -l a.txt`, `find {{x}} -name '*.md' -exec bash scripts/lint.sh {} \;`, `find {{x}} -name '*.md' -exec wc -l {} +`, `find {{x}} -type f | sort; npm test`, `black -q {{x}} && git add a.py`, `docker exec box ls {{x}}`,
		`git checkout {{e}} && npm test`, `cp -r {{e}} work && npm test`, `head -n {{n}} a.txt; make`, `cd work && bash run.sh {{x}}`, `git tag {{x}} && npm publish`, `rg {{x}} | sort -u; npm test`, `echo {{x}} > notes.txt; npm test; npm run build`,
	} {
		if _, renders := loads(t, template, "word"); !renders {
			_, err := Parse(template, params())
			t.Errorf("%s: %v", template, err)
		}
	}
}
