package mcp

import _ "embed"

// Skill is SKILL.md, printed by `candid skill`. It is short, because an agent
// reads it before every task; details are in `candid help TOPIC`, which always
// match the binary.
//
//go:embed SKILL.md
var Skill string

// maxSkillTokens is the skill's own budget, in o200k tokens.
const maxSkillTokens = 700
