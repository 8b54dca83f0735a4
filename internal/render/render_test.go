package render

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// params are what the templates of the tables may use.
func params() []Param {
	return []Param{
		{Name: "x"}, {Name: "y"}, {Name: "must", Required: true}, {Name: "n", Type: "number"}, {Name: "b", Type: "boolean"},
		{Name: "a", Type: "array"}, {Name: "e", Enum: []string{"up", "down"}}, {Name: "w", Enum: []string{"one", "two words"}}, {Name: "p", Pattern: `[0-9]{4}-[0-9]+(\.[0-9,:]*)?`}, {Name: "d", Dash: true},
		{Name: "input.*", Type: "any"}, {Name: "any", Type: "any"},
	}
}

// render parses and renders, failing the test on any error. The parameter must
// is given unless the values say otherwise.
func render(t *testing.T, template string, values map[string]any) Rendered {
	t.Helper()
	tpl, err := Parse(template, params())
	if err != nil {
		t.Fatalf("Parse(%q): %v", template, err)
	}
	if _, ok := values["must"]; !ok {
		values["must"] = "given"
	}
	out, err := tpl.Render(values)
	if err != nil {
		t.Fatalf("Render(%q): %v", template, err)
	}
	return out
}

type values = map[string]any

// What a person reads in the dialog: the text of each place, quoted where it
// must be and only there.
func TestRendered(t *testing.T) {
	for _, tt := range []struct {
		template string
		values   values
		want     string
	}{
		{`bash test.sh {{x}} --timeout {{n}}`, values{"x": "unit", "n": "30"}, `bash test.sh unit --timeout 30`}, // docs/spec/06-declared-tools.md#templates
		{`cmd {{x}}`, values{"x": "a b"}, `cmd 'a b'`},
		{`cmd {{x}}`, values{"x": "it's"}, `cmd "it's"`},
		{`cmd {{x}}`, values{"x": "it's $5"}, `cmd 'it'\''s $5'`},
		{`cmd {{x}}`, values{"x": ""}, `cmd ''`},
		{`cmd {{x}}`, values{"x": "feature/x-1.2_3@4:5,6%+"}, `cmd feature/x-1.2_3@4:5,6%+`},
		{`cmd {{x}}`, values{"x": "done"}, `cmd 'done'`},
		{`cmd {{x}}`, values{"x": "ż"}, `cmd 'ż'`},
		{`cmd --name={{x}}`, values{"x": "unit"}, `cmd --name=unit`},
		{`cmd --name={{x}}`, values{"x": "a b"}, `cmd --name='a b'`},
		{`cmd {{x}}.log`, values{"x": "unit"}, `cmd unit.log`},
		{`cmd "{{x}}"`, values{"x": `a "b" $c \d e'f`}, `cmd "a \"b\" \$c \\d e'f"`},
		{`cmd '{{x}}'`, values{"x": `it's`}, `cmd 'it'\''s'`},
		{`cmd $'\t{{x}}'`, values{"x": "a"}, `cmd $'\t''a'$''`},
		{`X={{e}} cmd`, values{"e": "up"}, `X=up cmd`},
		{`export X={{n}}; cmd`, values{"n": 5}, `export X=5; cmd`},
		{`cmd > {{x}} 2>&1`, values{"x": "out.txt"}, `cmd > out.txt 2>&1`},
		{`cmd {{n}}>log`, values{"n": 2}, `cmd '2'>log`}, // 2>log would be another thing
		{`cmd <<< {{x}}`, values{"x": "a b"}, `cmd <<< 'a b'`},
		{"cat <<EOF\nto: {{x}}\nEOF\n", values{"x": "$me \"and\" `you` \\ it's"}, "cat <<EOF\nto: \\$me \"and\" \\`you\\` \\\\ it's\nEOF\n"},
		{"cat <<EOF\n{{x}}\nEOF\n", values{"x": "a\nEOF\nid"}, "cat <<EOF_\na\nEOF\nid\nEOF_\n"},
		{"cat <<EOF\n{{x}}\nEOF\n", values{"x": "a\nEOF\nEOF_"}, "cat <<EOF__\na\nEOF\nEOF_\nEOF__\n"},
		{"cat <<EOF\n{{x}}{{y}}\nEOF\n", values{"x": "E", "y": "OF"}, "cat <<EOF_\nEOF\nEOF_\n"},
		{"cat <<EOF\n{{x}}\nEOF\n", values{"x": "the EOF"}, "cat <<EOF\nthe EOF\nEOF\n"},
		{`case {{x}} in a*) cmd;; {{y}}) cmd;; esac`, values{"x": "a", "y": "b"}, `case a in a*) cmd;; 'b') cmd;; esac`},
		{`[[ -n {{x}} && {{x}} == {{y}}* ]]`, values{"x": "a", "y": "b"}, `[[ -n 'a' && 'a' == 'b'* ]]`},
		{`[ {{x}} = {{y}} ] && cmd`, values{"x": "a", "y": "-v"}, `[ a = -v ] && cmd`},
		{`cmd {a,{{e}},b}`, values{"e": "up"}, `cmd {a,'up',b}`},
		{`cmd *[{{y}}] ~{{y}}`, values{"y": "a-z"}, `cmd *['a-z'] ~'a-z'`},

		{`cmd {{a}} end`, values{"a": []any{"p", "q r", ""}}, `cmd p 'q r' '' end`},
		{`cmd {{a}} end`, values{"a": []string{}}, `cmd end`},
		{`cmd {{a}}`, values{"a": []any{1, true, "x y"}}, `cmd 1 true 'x y'`},
		{`cmd {{#each a}}--tag {{this}} {{/each}}end`, values{"a": []any{"p", "q r"}}, `cmd --tag p --tag 'q r' end`},
		{`cmd {{#each a}}{{@index}}={{this}}{{#unless @last}} {{/unless}}{{else}}none{{/each}}`, values{"a": []any{"p", "q"}}, `cmd 0=p 1=q`},
		{`cmd {{#each a}}{{this}}{{else}}none{{/each}}`, values{}, `cmd none`},
		{`cmd {{#each a}}{{#if @first}}-- {{/if}}{{../x}}{{.}} {{/each}}`, values{"a": []any{"p", "q"}, "x": "="}, `cmd -- '='p '='q `},

		{`cmd {{x}} {{y}}`, values{}, `cmd`},
		{`cmd {{x}} {{y}} end`, values{"y": nil}, `cmd end`},
		{`cmd "{{x}}" --y={{y}}`, values{}, `cmd "" --y=''`},
		{`X={{e}} cmd '{{n}}'`, values{}, `X='' cmd ''`},
		{`cmd 2 {{x}}>f`, values{}, `cmd 2 >f`}, // not 2>f

		{`cmd {{#if x}}-v {{x}}{{else}}-q{{/if}}`, values{"x": "p"}, `cmd -v p`},
		{`cmd {{#if x}}-v {{x}}{{else}}-q{{/if}}`, values{"x": ""}, `cmd -q`},
		{`cmd {{#if b}}-b{{/if}}{{#unless b}}-u{{/unless}} {{b}}`, values{"b": false}, `cmd -u false`},
		{`cmd {{#if b}}1{{else if n}}2{{else}}3{{/if}}`, values{"n": 5}, `cmd 2`},
		{`cmd {{#if b}}1{{else if n}}2{{else}}3{{/if}}`, values{"n": 0, "b": "false"}, `cmd 3`},
		{`cmd {{#if a}}some{{else}}none{{/if}}`, values{"a": []any{}}, `cmd none`},
		{"cmd \\\n  {{#if b}}\n  -v \\\n  {{/if}}\n  end", values{"b": true}, "cmd \\\n  -v \\\n  end"},
		{"cmd \\\n  {{#if b}}\n  -v \\\n  {{/if}}\n  end", values{"b": false}, "cmd \\\n  end"},
		{`cmd {{! a comment }}{{!-- another --}}x`, values{}, `cmd x`},
		{`cmd \{{x}} a  {{~x~}}  b`, values{"x": "v"}, `cmd {{x}} avb`},
		{`cmd {{[x]}}`, values{"x": "v"}, `cmd v`},
		{"cmd {{x}}\r\n", values{"x": "v"}, "cmd v\n"},

		{`cmd {{n}}`, values{"n": 1e21}, `cmd 1000000000000000000000`},
		{`cmd {{n}}`, values{"n": 0.1}, `cmd 0.1`},
		{`cmd {{w}}`, values{"w": "two words"}, `cmd 'two words'`},
		{`echo {{input.command}} {{input.deep.er}} {{input.gone}}`, values{"input": values{"command": "rm -rf /", "deep": values{"er": 1.5}}}, `echo 'rm -rf /' 1.5`},
		{`echo {{any}}`, values{"any": []any{"p", values{"k": "v"}}}, `echo p '{"k":"v"}'`},
		{`echo "{{any}}"`, values{"any": values{"k": "v"}}, `echo "{\"k\":\"v\"}"`},

		{`echo mark0x {{x}}`, values{"x": "mark0x mark1x"}, `echo mark0x 'mark0x mark1x'`},
		{`echo ma{{#if x}}rk0x{{/if}} {{x}} {{y}}`, values{"x": "{{y}}", "y": "mark1x"}, `echo mark0x '{{y}}' mark1x`},
	} {
		if got := render(t, tt.template, tt.values); got.Text != tt.want {
			t.Errorf("%q with %v\n got %s\nwant %s", tt.template, tt.values, got.Text, tt.want)
		}
	}
}

// The spans of a rendered text cover what came from values, and only that.
func TestSpans(t *testing.T) {
	out := render(t, "cmd {{x}} \"{{y}}\" {{a}} {{d}} end", values{"x": "it's", "y": "z", "a": []any{"p", "q r"}})
	var got []string
	for _, s := range out.Spans {
		got = append(got, s.Param+"="+out.Text[s.Start:s.End])
	}
	if diff := cmp.Diff([]string{`x="it's"`, `y=z`, `a=p 'q r'`}, got); diff != "" {
		t.Errorf("spans of %s (-want +got):\n%s", out.Text, diff)
	}
}

// A value that a program would take for an option is reported, wherever
// wrappers and quotes stand, and only up to a "--".
func TestOptions(t *testing.T) {
	dash := values{"x": "-rf", "y": "-y", "n": -5, "a": []any{"ok", "-v"}, "d": "-d", "e": "up", "b": true}
	for _, tt := range []struct {
		template string
		want     []string
	}{
		{`rm {{x}}`, []string{"x"}},
		{`rm "{{x}}"`, []string{"x"}},
		{`rm '{{x}}'{{y}}`, []string{"x"}},
		{`rm -- {{x}}`, nil},
		{`rm {{y}} -- {{x}}`, []string{"y"}},
		{`rm ./{{x}}`, nil},
		{`rm --name={{x}} -n{{y}}`, nil},
		{`rm ""{{x}}`, []string{"x"}},
		{`rm ${HOME}{{x}}`, []string{"x"}}, // HOME may be empty
		{`head {{n}} {{a}}`, []string{"a", "n"}},
		{`rm {{d}}`, nil},
		{`less.sh {{x}} +v`, []string{"x"}},
		{`sudo -- rm {{x}}`, []string{"x"}},
		{`sudo -u bob rm -- {{x}}`, nil},
		{`nice -n {{n}} rm -- {{x}}`, nil},
		{`nice env A=b nohup rm {{x}}`, []string{"x"}},
		{`find . -name {{y}}`, []string{"y"}},
		{`find . -exec rm -- {{x}} \;`, nil},
		{`cat <<< {{y}} > {{d}}; [ {{x}} = {{y}} ]; [[ {{x}} ]]; case {{x}} in {{y}}) ls;; esac`, nil},
		{`cmd -- "$(cat {{x}})" {{#if b}}{{y}}{{/if}}`, []string{"x"}},
		{`cmd {{#each a}}{{this}} {{/each}}`, []string{"a"}},
	} {
		if got := render(t, tt.template, dash).Options; !cmp.Equal(got, tt.want) {
			t.Errorf("%q: options %q, want %q", tt.template, got, tt.want)
		}
	}
}

func TestValuesRefused(t *testing.T) {
	for _, tt := range []struct {
		template, param string
		value           any
		want            string
	}{
		{`cmd {{x}}`, "x", "a\x00b", "NUL"},
		{`cmd {{a}}`, "a", []any{"a\x00b"}, "NUL"},
		{`cmd {{x}}`, "x", []any{"a"}, "not an array"},
		{`cmd {{x}}`, "x", values{"a": "b"}, "not an object"},
		{`cmd {{a}}`, "a", "a", "must be an array"},
		{`cmd {{n}}`, "n", "5; id", "not a number"},
		{`cmd {{n}}`, "n", "Inf", "not a number"},
		{`cmd {{n}}`, "n", "0x10", "not a number"},
		{`cmd {{b}}`, "b", "yes", "neither true nor false"},
		{`cmd {{e}}`, "e", "left", "not one of up, down"},
		{`cmd {{must}}`, "must", nil, "required"},
		{`cmd > {{x}}`, "x", nil, "names a file"},
		{`cmd > {{x}}`, "x", "", "names a file"},
		{`cmd "{{any}}"`, "any", []any{"p", "q"}, "is an array"},
		{`cmd {{#each any}}{{this}}{{/each}}`, "any", "p", "must be an array"},
	} {
		tpl, err := Parse(tt.template, params())
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.template, err)
			continue
		}
		given := values{"must": "given", tt.param: tt.value}
		_, err = tpl.Render(given)
		var bad *ValueError
		if !errors.As(err, &bad) || bad.Param != tt.param || !strings.Contains(bad.Text, tt.want) {
			t.Errorf("%q with %v: error %v, want one of %q with %q", tt.template, tt.value, err, tt.param, tt.want)
		}
	}
}

// What only the values of a call bring about is refused at the call.
func TestCallsRefused(t *testing.T) {
	long := make([]any, 200)
	for i := range long {
		long[i] = "x"
	}
	for _, tt := range []struct {
		template string
		values   values
		want     string
	}{
		{`{{#if x}}cmd{{/if}}`, values{}, "nothing is left to run"},
		{`{{#if x}}if cmd; then {{/if}}cmd{{#if y}}; fi{{/if}}`, values{"x": "p"}, "must end with `fi`"},
		{`[ {{any}} ]`, values{"any": []any{"-v", "a[$(id)]"}}, "operator of ["},
		{`sed -n {{n}}p {{y}}`, values{"n": "1e5", "y": "p"}, "code"},
		{`bash -c "head -n {{n}} f"`, values{"n": "1e5"}, "code"},
		{`cmd {{#each a}}{{#each ../a}}{{this}} {{/each}}{{/each}}`, values{"a": long}, "more than 10000 values"},
	} {
		tpl, err := Parse(tt.template, params())
		if err != nil {
			t.Errorf("Parse(%q): %v", tt.template, err)
			continue
		}
		tt.values["must"] = "given"
		_, err = tpl.Render(tt.values)
		var problems *ProblemsError
		if !errors.As(err, &problems) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q with %v: error %v, want %q", tt.template, tt.values, err, tt.want)
		}
	}
}

// A template is used by several calls at once.
func TestConcurrentCalls(t *testing.T) {
	tpl, err := Parse(`cmd {{#each a}}{{this}} {{/each}}"{{x}}"`, params())
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			x := strings.Repeat("'", i)
			out, err := tpl.Render(values{"must": "m", "x": x, "a": []any{"p", "q"}})
			if want := `cmd p q "` + x + `"`; err != nil || out.Text != want {
				t.Errorf("got %q and %v, want %q", out.Text, err, want)
			}
		})
	}
	group.Wait()
}
