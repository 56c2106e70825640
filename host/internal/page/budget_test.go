package page

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"candid/host/protocol"
)

// budgets are the steps at which every page is tried.
var budgets = []int{300, 333, 400, 500, 700, 1000, 1500, 2500, 4000, 6000, 10_000, 15_000, 25_000, 40_000}

// TestBudgets holds answers to their budget by the real count too, at every
// step, on pages that are hard to cut: cards, a table, emoji, one long text in
// three scripts, random pages.
func TestBudgets(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	family := strings.Repeat("👩\u200d👩\u200d👧", 240)
	pages := map[string]*protocol.SnapshotReply{
		"cards":   cards(600),
		"table":   bigTable(600),
		"emoji":   onePage("3k\t1\tbutton\tbutton\t\tN\t"+strings.Repeat("😀", 1200)+"\tl=3000", "3k\t2\tbutton\tbutton\t\tN\tx"+family+"\tl=4001", "3t\t\t"+strings.Repeat("a\u0301", 2000)+"𝒳", "3k\t3\tbutton\tbutton\t\tN\tAfter emoji"),
		"chinese": onePage("3k\t1\tbutton\tbutton\t\tN\tMark read", "3t\t\t开头标记", "3t\t\t"+strings.Repeat("段落文字样本", 9000), "3t\t\t结尾标记"),
		"pre":     onePage("3t\t\t" + strings.Repeat("line of code();\r", 3000)),
		"random":  randomPage(rand.New(rand.NewPCG(7, 7))),
	}
	for name, reply := range pages {
		b := newBook(t)
		l := b.decode(reply)
		for _, view := range []string{"outline", "page", "content", "controls"} {
			for _, budget := range budgets {
				t.Run(fmt.Sprint(name, " ", view, " ", budget), func(t *testing.T) {
					o := options(t, protocol.SnapshotParams{View: view, Budget: budget})
					a := b.compose(l, o)
					checkAnswer(t, a, o)
					if real, err := codec.Count(a.Text); err != nil || real > budget {
						t.Errorf("%d real tokens (%v), estimate %d", real, err, a.Estimate)
					}
				})
			}
		}
	}
}

// TestSomething checks that a small budget still shows something of each page,
// and never leaves the agent without a next step.
func TestSomething(t *testing.T) {
	for name, reply := range map[string]*protocol.SnapshotReply{"cards": cards(600), "table": bigTable(600)} {
		b := newBook(t)
		l := b.decode(reply)
		a := b.compose(l, options(t, protocol.SnapshotParams{Budget: MinBudget}))
		if a.Count.Shown < 3 || a.Cursor == "" || len(a.Omitted) == 0 {
			t.Errorf("%s at %d: %d controls shown, cursor %q:\n%s", name, MinBudget, a.Count.Shown, a.Cursor, a.Text)
		}
	}
}

// TestPriority fills a small budget: what is in a popup or a bar comes before
// the screen, and that before the rest, but in reading order.
func TestPriority(t *testing.T) {
	var rows []string
	add := func(class, n int, name string) {
		rows = append(rows, fmt.Sprintf("0p\t%d", class))
		for i := range n {
			rows = append(rows, fmt.Sprintf("3k\t%d\tbutton\tbutton\t\tN\t%s %d", len(rows)+1, name, i))
		}
	}
	add(5, 100, "Far")
	add(3, 10, "Seen")
	add(4, 100, "Column")
	add(2, 3, "Bar")
	add(5, 100, "Below")
	add(1, 5, "Popup")
	b := newBook(t)
	l := b.decode(onePage(rows...))
	o := options(t, protocol.SnapshotParams{Budget: 500})
	a := b.compose(l, o)
	checkAnswer(t, a, o)
	for _, want := range []string{"Popup 0", "Popup 4", "Bar 0", "Bar 2", "Seen 0", "Seen 9"} {
		if !strings.Contains(a.Text, `"`+want+`"`) {
			t.Errorf("%s is not shown:\n%s", want, a.Text)
		}
	}
	if strings.Contains(a.Text, `button "Far`) || strings.Index(a.Text, `"Seen 0"`) > strings.Index(a.Text, `"Bar 0"`) {
		t.Errorf("the order is wrong:\n%s", a.Text)
	}
}
