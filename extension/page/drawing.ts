// The rules of style sheets that draw words.
import { rulesOf, sheetsOf } from "./usage";

// Drawing is what the rules of a tree say: selectors of the elements that words
// may be drawn for, and whether its host is one.
export interface Drawing { readonly selectors: string[]; host: boolean }

// rulesFor reads the sheets of a tree, undefined when one cannot be read.
export function rulesFor(tree: Document | ShadowRoot): Drawing | undefined {
  const found: Drawing = { selectors: [], host: false };
  for (const sheet of sheetsOf(tree) ?? []) {
    const rules = rulesOf(sheet);
    if (rules === undefined || !sheet.disabled && !take(rules, found)) return undefined;
  }
  return found;
}

// take reads a sheet's rules and says whether it could read all of them. A stack
// of its own: rules nest as deep as their author likes.
function take(top: CSSRuleList, found: Drawing): boolean {
  const stack: { rules: CSSRuleList; above: string }[] = [{ rules: top, above: "" }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    for (const rule of at.rules) {
      if (rule instanceof CSSImportRule) {
        const inner = rule.styleSheet === null ? null : rulesOf(rule.styleSheet);
        if (inner === undefined) return false;
        if (inner !== null) stack.push({ rules: inner, above: "" });
        continue;
      }
      const style = rule instanceof CSSStyleRule ? rule : null;
      if (style !== null) note(style, at.above, found);
      const inner = (rule as Partial<CSSGroupingRule>).cssRules;
      if (inner !== undefined && inner.length > 0) stack.push({ rules: inner, above: style === null ? at.above : nested(style.selectorText, at.above) });
    }
  }
  return true;
}

// note takes in a rule that draws words.
function note(rule: CSSStyleRule, above: string, found: Drawing): void {
  const text = rule.selectorText;
  if (!/::(?:before|after)/.test(text) || !drawing(rule.style.content)) return;
  for (const part of split(text)) {
    const [, of] = /^(.*)::(?:before|after)$/s.exec(part) ?? [];
    if (of === undefined) continue;
    if (of.startsWith(":host")) found.host = true;
    else found.selectors.push(nested(of === "" || /[\s>+~]$/.test(of) ? `${of} *` : of, above));
  }
}

// nested is a selector within the rule of another.
function nested(selector: string, above: string): string {
  if (above === "") return selector;
  return selector.includes("&") ? selector.replaceAll("&", `:is(${above})`) : `:is(${above}) ${selector}`;
}

// split parts a list of selectors at its commas, but for those in parentheses.
const split = (list: string): string[] => list.includes("(") ? (list.match(/(?:\\.|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|[^,(])+/g) ?? []).map((part) => part.trimStart()) : list.split(/,\s*/);

// drawing says whether a content value may be words: not only glyphs of icon fonts, pictures, or nothing.
export const drawing = (content: string): boolean => words.test(content);

const words = /quote|\b(?:attr|counters?|var|env|if)\(|"[^"]*[^"\s\ue000-\uf8ff\u{f0000}-\u{10ffff}][^"]*"/u;
