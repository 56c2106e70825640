package protocol

import "testing"

func TestHideInURL(t *testing.T) {
	const long = "9f8e7d6c5b4a3210"
	for raw, want := range map[string]string{
		"https://example.com/":                                "https://example.com/",
		"https://example.com/?q=hello&page=2#top":             "https://example.com/?q=hello&page=2#top",
		"https://user:pw@example.com/x@y":                     "https://example.com/x@y",
		"https://example.com/?token=" + long + "&q=a":         "https://example.com/?token=(hidden)&q=a",
		"https://example.com/?Access_Token=" + long:           "https://example.com/?Access_Token=(hidden)",
		"https://example.com/cb?code=" + long + "&state=abc":  "https://example.com/cb?code=(hidden)&state=abc",
		"https://example.com/?code=US":                        "https://example.com/?code=US",
		"https://example.com/#access_token=" + long + "&x=1":  "https://example.com/#access_token=(hidden)&x=1",
		"https://example.com/#/route?sig=" + long:             "https://example.com/#/route?sig=(hidden)",
		"https://example.com/?a=b=c&&=x":                      "https://example.com/?a=b=c&&=x",
		"about:blank":                                         "about:blank",
		"data:text/plain,a=b":                                 "data:text/plain,a=b",
		"":                                                    "",
		"https://s3.example/k?X-Amz-Signature=" + long + "&n": "https://s3.example/k?X-Amz-Signature=(hidden)&n",
	} {
		if got := HideInURL(raw); got != want {
			t.Errorf("%s: got %s, want %s", raw, got, want)
		}
	}
}
