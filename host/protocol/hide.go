package protocol

import "strings"

// hiddenChars is the length from which a value is taken for a secret: codes and
// tokens are long, and "code=US" is a country.
const hiddenChars = 12

// hiddenValue stands for a secret in an address.
const hiddenValue = "(hidden)"

// secretParams are the parameters of addresses that carry the person's rights:
// who has the value can act as the person.
var secretParams = map[string]bool{
	"token": true, "access_token": true, "id_token": true, "refresh_token": true, "auth_token": true, "auth": true,
	"authorization": true, "code": true, "sig": true, "signature": true, "x-amz-signature": true, "x-amz-security-token": true,
	"x-goog-signature": true, "password": true, "passwd": true, "pwd": true, "secret": true, "client_secret": true,
	"session": true, "session_id": true, "sessionid": true, "sid": true, "jwt": true, "otp": true, "api_key": true, "apikey": true,
	"ticket": true, "samlresponse": true, "reset_token": true, "confirmation_token": true,
}

// HideInURL takes the secrets out of an address that an agent is shown: user
// name and password, and the values of secretParams in query and fragment. An
// address without any comes back as it is.
func HideInURL(raw string) string {
	if !strings.ContainsAny(raw, "@=") {
		return raw
	}
	rest, fragment, hasFragment := strings.Cut(raw, "#")
	rest, query, hasQuery := strings.Cut(rest, "?")
	out := hideUser(rest)
	if hasQuery {
		out += "?" + hideParams(query)
	}
	if hasFragment {
		out += "#" + hideFragment(fragment)
	}
	return out
}

// hideUser drops what stands before the host's @.
func hideUser(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	host, path, hasPath := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	if hasPath {
		host += "/" + path
	}
	return scheme + "://" + host
}

// hideFragment treats "#a=1&b=2" and "#/route?a=1" as parameters.
func hideFragment(fragment string) string {
	if route, query, found := strings.Cut(fragment, "?"); found {
		return route + "?" + hideParams(query)
	}
	return hideParams(fragment)
}

// hideParams replaces the values of secretParams.
func hideParams(query string) string {
	parts := strings.Split(query, "&")
	for i, part := range parts {
		name, value, found := strings.Cut(part, "=")
		if found && len(value) >= hiddenChars && secretParams[strings.ToLower(name)] {
			parts[i] = name + "=" + hiddenValue
		}
	}
	return strings.Join(parts, "&")
}
