package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
)

// iconSizes are those that the manifest names.
var iconSizes = []int{16, 32, 48, 128}

// addIcons draws the icons, so that the repository holds no binary whose
// source is elsewhere: a disc with an open ring, the page seen whole.
func (files fileSet) addIcons() error {
	for _, size := range iconSizes {
		var out bytes.Buffer
		if err := png.Encode(&out, drawIcon(size)); err != nil {
			return err
		}
		files[fmt.Sprintf("icon%d.png", size)] = out.Bytes()
	}
	return nil
}

func drawIcon(size int) image.Image {
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			picture.SetNRGBA(x, y, iconPixel(x, y, size))
		}
	}
	return picture
}

// iconPixel averages 4×4 samples, which is enough to smooth the edges.
func iconPixel(x, y, size int) color.NRGBA {
	const samples = 4
	var ink, disc int
	for i := range samples * samples {
		u := (float64(x)+(float64(i%samples)+0.5)/samples)/float64(size)*2 - 1
		v := (float64(y)+(float64(i/samples)+0.5)/samples)/float64(size)*2 - 1
		r := math.Hypot(u, v)
		if r > 0.96 {
			continue
		}
		disc++
		ring := r > 0.42 && r < 0.70 && !(u > 0 && math.Abs(v) < u*0.7)
		if ring || r < 0.16 {
			ink++
		}
	}
	if disc == 0 {
		return color.NRGBA{}
	}
	mix := func(from, to int) uint8 { return uint8(from + (to-from)*ink/disc) }
	return color.NRGBA{R: mix(0x1f, 0xff), G: mix(0x5f, 0xff), B: mix(0x8b, 0xff), A: uint8(disc * 255 / (samples * samples))}
}
