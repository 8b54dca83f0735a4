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
		`python3 tools/gen.py {{x}} > src/generated.py`, `pytest -k {{x}} > report.xml`, `node build.js {{x}} > dist/app.js`, `git clone {{x}} d && git -C d log`, `git checkout {{x}} && npm test`, `git pull --rebase origin {{x}} && npm test`, `npm run build > build.log; cat {{x}}`, `echo hi > a.sh; grep {{x}} b`, `bash scripts/a.sh {{x}} > build/out.json`,
	} {
		if _, renders := loads(t, template, "word"); !renders {
			_, err := Parse(template, params())
			t.Errorf("%s: %v", template, err)
		}
	}
}
