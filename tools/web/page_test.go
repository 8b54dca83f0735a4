package web

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

const sentence = "The harbour has been closed since the storm, and the ferries, which used to leave every hour, wait in the bay until the wind turns. "

// story is enough text to be the main text of a page.
var story = "<p>" + sentence + "</p><p>" + sentence + `<a href="/map?a=1&amp;b=2">the map</a></p><p>` + sentence + "</p>"

func TestMarkdown(t *testing.T) {
	base := address(t, "https://news.example/2026/storm")
	for name, c := range map[string]struct {
		source  string
		want    []string
		without []string
	}{
		"main": {
			`<title>Storm</title><body><nav><a href=/>Home</a></nav><main><h1>The storm</h1>` + story + `<aside>Buy boots</aside></main><footer>Imprint</footer>`,
			[]string{"# The storm", "closed since the storm", "[the map](https://news.example/map?a=1&b=2)"}, []string{"Home", "boots", "Imprint"},
		},
		"article": {
			`<body><header>News Example</header><article><header><h1>The storm</h1></header>` + story + `</article><div class="sidebar">` + story + `</div>`,
			[]string{"# The storm", "closed"}, []string{"News Example"},
		},
		"only divs": {
			`<body><div class="top-menu"><a href=/a>Menu one</a></div><div id=wrap><div class="cookie-banner">We use cookies</div><div class=text><h2>The storm</h2>` + story + `</div><div class="related">Also read this</div></div>`,
			[]string{"## The storm", "ferries"}, []string{"Menu one", "cookies", "Also read"},
		},
		"a list of articles": {
			`<body><div><article><h2>One</h2>` + story + `</article><article><h2>Two</h2>` + story + `</article></div>`,
			[]string{"## One", "## Two"}, nil,
		},
		"a form around it": {
			`<body><form action="/x"><div>` + story + `</div><input value="typed"><button>Send</button></form>`,
			[]string{"ferries"}, []string{"typed", "Send"},
		},
		"a short page": {`<body><p>It works.</p><nav>Menu</nav>`, []string{"It works."}, nil},
		"all is a menu": {
			`<body class="no-sidebar"><div class="sidebar"><p>Only this is here.</p></div>`, []string{"Only this is here."}, nil,
		},
		"hidden": {
			`<body><main>` + story + `<p hidden>one</p><p style="display: none">two</p><p aria-hidden="true">three</p><script>four()</script><style>five{}</style><noscript>six</noscript><template>seven</template></main>`,
			[]string{"ferries"}, []string{"one", "two", "three", "four", "five", "six", "seven"},
		},
		"tables, lists, code": {
			`<body><main>` + story + `<table><tr><th>Port</th><th>Open</th></tr><tr><td>North</td><td>no</td></tr></table><ol><li>wait</li><li>leave</li></ol><pre><code class="language-go">a := 1
b := 2</code></pre></main>`,
			[]string{"| Port | Open |", "| North | no |", "1. wait", "2. leave", "```go\na := 1\nb := 2\n```"}, nil,
		},
		"links": {
			`<head><base href="https://other.example/deep/"></head><body><main>` + story + `<a href="x">rel</a> <a href="javascript:alert(1)">bad</a> <a href="data:text/html,x">data</a> <a href="mailto:a@b.example">mail</a> <a href="/empty"></a><img src="p.png" alt="A pier"><img src="data:image/png;base64,AAAA" alt="inline"><img src="track.gif"></main>`,
			[]string{"[rel](https://other.example/deep/x)", "[mail](mailto:a@b.example)", "![A pier](https://other.example/deep/p.png)", "bad"},
			[]string{"javascript", "data:", "track.gif", "empty"},
		},
		"signs": {`<body><main><p>a_b_c 1*2 [x] #1</p></main>`, []string{"a_b_c 1*2 [x] #1"}, []string{`\`}},
	} {
		page, err := Markdown(t.Context(), base, c.source)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, want := range c.want {
			if !strings.Contains(page.Text, want) {
				t.Errorf("%s: %q is not in\n%s", name, want, page.Text)
			}
		}
		for _, not := range c.without {
			if strings.Contains(page.Text, not) {
				t.Errorf("%s: %q is in\n%s", name, not, page.Text)
			}
		}
	}
}

func TestTitleAndDate(t *testing.T) {
	base := address(t, "https://news.example/")
	for source, want := range map[string][2]string{
		`<title>  The
			storm </title>`: {"The storm", ""},
		`<meta property="og:title" content="Better"><title>Storm | News</title><meta property="article:published_time" content="2026-11-26T10:00:00+01:00">`: {"Better", "2026-11-26"},
		`<body><h1>Only a heading</h1><time datetime="2026-01-02">then</time>`:                                                                               {"Only a heading", "2026-01-02"},
		`<svg><title>Icon</title></svg><h1>Storm</h1><meta name="date" content="26 November 2026">`:                                                          {"Storm", "2026-11-26"},
		`<script type="application/ld+json">{"@graph":[{"@type":"X"},{"@type":"NewsArticle","datePublished":"2026-03-04T00:00:00Z"}]}</script>`:              {"", "2026-03-04"},
		`<script type="application/ld+json">{broken</script><meta name="date" content="yesterday">`:                                                          {"", ""},
	} {
		page, err := Markdown(t.Context(), base, source)
		if err != nil || page.Title != want[0] || page.Date != want[1] {
			t.Errorf("%s: %q, %q, %v", source, page.Title, page.Date, err)
		}
	}
}

func TestText(t *testing.T) {
	page, err := Text(t.Context(), address(t, "https://a.example/"), `<body><nav>Menu</nav><main><h1>The   storm</h1><p>One <b>bold</b> <a href="/x">link</a>,<br>next line.</p><ul><li>wait</li><li>leave</li></ul><pre>a
  b</pre><table><tr><td>x</td><td>y</td></tr></table></main>`)
	want := "The storm\n\nOne bold link,\nnext line.\n\n- wait\n- leave\n\na\n  b\n\nx\ty"
	if err != nil || page.Text != want {
		t.Errorf("got %q, want %q, %v", page.Text, want, err)
	}
}

// Pages that are made to take long, or to go too deep, end in time and are not lost.
func TestHostilePages(t *testing.T) {
	const size = 256 << 10
	base := address(t, "https://a.example/")
	for name, part := range map[string]string{
		"deep": "<div>x", "bold": "<b>x", "links": "<a href=x>y", "fonts": "<font><p>x", "tables": "<table><tr><td>x", "cells": "<tr><td>x<td>y", "items": "<li>x", "breaks": "x<br>",
		"signs": "*_[", "ticks": "`\n", "quotes": "<blockquote>x", "lists": "<ul><li>x", "entities": "&lt;&amp;", "attributes": "<p a=b c=d>", "spans": "<span>x</span> ", "NUL": "\x00",
		"headers": "<header>x</header>", "articles": "<article>x</article>", "pictures": "<img src=x alt=y>", "comments": "<!-- x -->", "unclosed": "<!--", "svg": "<svg><p>", "select": "<select><option>x",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		source := strings.Repeat(part, size/len(part))
		for _, write := range []func(context.Context) (Page, error){
			func(ctx context.Context) (Page, error) { return Markdown(ctx, base, source) },
			func(ctx context.Context) (Page, error) { return Text(ctx, base, source) },
		} {
			page, err := write(ctx)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if strings.Contains(part, "x") && part[0] == '<' && strings.HasPrefix(part, "<div") && !strings.Contains(page.Text, "x") {
				t.Errorf("%s: nothing is left", name)
			}
		}
		cancel()
	}
}

// A table of a page says how many cells it has as a grid, which may be millions.
func TestTablesAreBounded(t *testing.T) {
	base := address(t, "https://a.example/")
	read := func(source string) (Page, uint64) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		page, err := Markdown(t.Context(), base, "<main><p>"+strings.Repeat("A long text for the reader. ", 30)+"</p>"+source+"</main>")
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Error(err)
		}
		return page, after.TotalAlloc - before.TotalAlloc
	}
	for name, table := range map[string]string{
		"spans":        "<tr>" + strings.Repeat("<td>x</td>", 2000) + "</tr><tr>" + strings.Repeat("<td rowspan=60000 colspan=1000>y", 500),
		"one row":      "<tr>" + strings.Repeat("<td colspan=1000>y", 1000),
		"one column":   strings.Repeat("<tr><td rowspan=65534>y", 5000),
		"huge numbers": "<tr><td colspan=99999999999999999999 rowspan=2147483647>y",
		"ragged":       "<tr>" + strings.Repeat("<td>y", 20000) + strings.Repeat("<tr><td>y", 20000),
	} {
		page, bytes := read("<table>" + table + "</table>")
		if bytes > 400<<20 {
			t.Errorf("%s took %d MB", name, bytes>>20)
		}
		if !strings.Contains(page.Text, "y") {
			t.Errorf("%s: nothing is left of the table", name)
		}
	}
	page, _ := read("<table><tr><th>a<th colspan=2>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g</table>")
	if want := "| a | b |  |\n|---|---|---|\n| c | d | e |\n|  | f | g |"; !strings.Contains(page.Text, want) {
		t.Errorf("got %s", page.Text)
	}
	page, _ = read("<table><tr><th>a<th>b<tr><td rowspan=60000>c<td>d<tr><td>e</table>")
	if want := "| c | d |\n|  | e |"; !strings.Contains(page.Text, want) || strings.Count(page.Text, "|  |") > 2 {
		t.Errorf("a cell that goes on below the table: %s", page.Text)
	}
}

func TestMarkdownEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Markdown(ctx, address(t, "https://a.example/"), story); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func FuzzPage(f *testing.F) {
	f.Add("<body><main>" + story)
	f.Add("<table><tr><td><svg><title>x<a href='http://[::1'>")
	f.Add("<base href=//x><form><nav><article hidden=until-found><math><mi><li>")
	base := address(f, "https://a.example/")
	f.Fuzz(func(t *testing.T, source string) {
		if _, err := Markdown(t.Context(), base, source); err != nil {
			t.Error(err)
		}
		if _, err := Text(t.Context(), base, source); err != nil {
			t.Error(err)
		}
	})
}
