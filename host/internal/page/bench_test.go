package page

import (
	"fmt"
	"strings"
	"testing"

	"candid/host/protocol"
)

// cards is a listing of n cards, each with a link, a sentence, a price and a
// button: about twelve rows of the ledger, of which 300 cards are on screen.
func cards(n int) *protocol.SnapshotReply {
	rows := []string{"0p\t3", "3(\tmain\t1\t\tmain", "3(\th1\t2\t\th1", "0t\t\tOffers", "0)", "3(\tlist\t3\tOffers\tul"}
	key := 4
	for i := range n {
		if i == 300 {
			rows = append(rows, "0p\t5")
		}
		rows = append(rows,
			fmt.Sprintf("3(\titem\t%d\t\tli", key), fmt.Sprintf("3(\tarticle\t%d\t\tarticle", key+1),
			fmt.Sprintf("3k\t%d\tlink\ta\t\tN\tharbor vessel %04d\tr=native", key+2, i+1),
			"3t\t\tCourse paper winter carrier signal update market level.", "3t\t\t"+fmt.Sprintf("%d.50 EUR", i%900),
			fmt.Sprintf("0k\t%d\tbutton\tbutton\t\tN\tSave %04d\tr=native", key+3, i+1), "0)", "0)")
		key += 4
	}
	rows = append(rows, "0)", "0)", "0p\t2", fmt.Sprintf("3k\t%d\tbutton\tbutton\t\tN\tExport all\tr=native", key))
	return onePage(rows...)
}

// bigTable is a table of n rows of nine cells.
func bigTable(n int) *protocol.SnapshotReply {
	rows := []string{"0p\t5", "3(\ttable\t1\t\ttable"}
	for i := range n {
		row := []string{fmt.Sprintf("3(\trow\t%d\t\ttr", 2*i+2), fmt.Sprintf("4k\t%d\tlink\ta\t\tN\trow %05d\tr=native", 2*i+3, i+1)}
		for c := range 8 {
			row = append(row, "4t\t\t"+[]string{"harbor", "1234", "vessel", "88"}[c%4])
		}
		rows = append(append(rows, row...), "0)")
	}
	return onePage(append(rows, "0)")...)
}

// big is the ledger of a page of 60,000 nodes, decoded and numbered.
func big(b *testing.B) (*book, *Ledger, *Answer) {
	b.Helper()
	k := newBook(b)
	l := k.decode(cards(5000))
	a := k.compose(l, Options{View: ViewOutline, Limits: standard})
	b.ReportAllocs()
	b.ResetTimer()
	return k, l, a
}

func BenchmarkDecode60k(b *testing.B) {
	reply := cards(5000)
	b.SetBytes(int64(len(reply.Frames[0].Walk.Ledger)))
	b.ReportAllocs()
	for b.Loop() {
		Decode(reply)
	}
}

func BenchmarkDecodeTable10k(b *testing.B) {
	reply := bigTable(10_000)
	b.SetBytes(int64(len(reply.Frames[0].Walk.Ledger)))
	b.ReportAllocs()
	for b.Loop() {
		Decode(reply)
	}
}

func BenchmarkDecodeChinese(b *testing.B) {
	reply := onePage("3t\t\t" + strings.Repeat("段落文字样本", 170_000))
	b.SetBytes(int64(len(reply.Frames[0].Walk.Ledger)))
	for b.Loop() {
		Decode(reply)
	}
}

func BenchmarkNumber60k(b *testing.B) {
	k, _, _ := big(b)
	for b.Loop() {
		b.StopTimer()
		l := Decode(cards(5000))
		b.StartTimer()
		if err := k.refs.Number(l, nil, k.numbers); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkView60k(b *testing.B) {
	k, l, _ := big(b)
	for b.Loop() {
		k.compose(l, Options{View: ViewOutline, Limits: standard})
	}
}

func BenchmarkViewTable10k(b *testing.B) {
	k := newBook(b)
	l := k.decode(bigTable(10_000))
	for b.Loop() {
		k.compose(l, Options{View: ViewOutline, Limits: standard})
	}
}

func BenchmarkViewAll60k(b *testing.B) {
	k, l, _ := big(b)
	for b.Loop() {
		k.compose(l, Options{View: ViewOutline, All: true})
	}
}

func BenchmarkMore60k(b *testing.B) {
	k, l, a := big(b)
	for b.Loop() {
		if _, err := More(a, Options{View: ViewOutline, Limits: standard}, "abc1", 9000, k.refs.Printer(l, k.numbers)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFind60k(b *testing.B) {
	k, l, a := big(b)
	q, err := NewQuery("vessel 4990", false, "")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Search(l, q, a, 3000, false, k.refs.Printer(l, k.numbers)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDiff60k(b *testing.B) {
	k, l, _ := big(b)
	reply := cards(5000)
	reply.Frames[0].Walk.Ledger = strings.Replace(reply.Frames[0].Walk.Ledger, "Save 0100", "Saved 0100", 1)
	after := k.decode(reply)
	b.ResetTimer()
	for b.Loop() {
		if _, err := Diff(l, after, "abc1", "abc2", DefaultBudget, k.refs.Printer(after, k.numbers)); err != nil {
			b.Fatal(err)
		}
	}
}
