package main

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// table is what was measured, in the order of measuring.
type table struct{ rows []row }

type row struct {
	name            string
	median, p90, of string
	goal            string
}

// add notes samples in milliseconds; goal is the median that is aimed at, or "".
func (t *table) add(name string, samples []float64, goal string) {
	t.rows = append(t.rows, row{name, ms(median(samples)), ms(quantile(samples, 0.9)), fmt.Sprint(len(samples)), goal})
}

// value notes a number that was computed, not sampled.
func (t *table) value(name string, value float64) {
	t.rows = append(t.rows, row{name: name, median: ms(value)})
}

func (t *table) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "ms\tmedian\t90 %\tof\tgoal\t")
	for _, r := range t.rows {
		fmt.Fprintf(w, "%-48s\t%s\t%s\t%s\t%s\t\n", r.name, r.median, r.p90, r.of, r.goal)
	}
	return w.Flush()
}

func ms(value float64) string { return fmt.Sprintf("%.2f", value) }

func median(samples []float64) float64 { return quantile(samples, 0.5) }

// quantile is the value below which that part of the samples lies.
func quantile(samples []float64, part float64) float64 {
	if len(samples) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(samples))
	at := part * float64(len(sorted)-1)
	low := int(at)
	high := min(low+1, len(sorted)-1)
	return sorted[low] + (sorted[high]-sorted[low])*(at-float64(low))
}
