// Keys as a US keyboard has them: what KeyboardEvent.key and .code say, the
// Windows key code that old pages still read, and the text a key writes.

/** One key of the keyboard. */
export interface Key { key: string; code: string; number: number; text?: string; shift?: boolean; location?: number }

const named: Record<string, Key> = {
  Enter: { key: "Enter", code: "Enter", number: 13, text: "\r" },
  Tab: { key: "Tab", code: "Tab", number: 9 },
  Escape: { key: "Escape", code: "Escape", number: 27 },
  Backspace: { key: "Backspace", code: "Backspace", number: 8 },
  Delete: { key: "Delete", code: "Delete", number: 46 },
  Insert: { key: "Insert", code: "Insert", number: 45 },
  Space: { key: " ", code: "Space", number: 32, text: " " },
  ArrowLeft: { key: "ArrowLeft", code: "ArrowLeft", number: 37 },
  ArrowUp: { key: "ArrowUp", code: "ArrowUp", number: 38 },
  ArrowRight: { key: "ArrowRight", code: "ArrowRight", number: 39 },
  ArrowDown: { key: "ArrowDown", code: "ArrowDown", number: 40 },
  Home: { key: "Home", code: "Home", number: 36 },
  End: { key: "End", code: "End", number: 35 },
  PageUp: { key: "PageUp", code: "PageUp", number: 33 },
  PageDown: { key: "PageDown", code: "PageDown", number: 34 },
  CapsLock: { key: "CapsLock", code: "CapsLock", number: 20 },
  ContextMenu: { key: "ContextMenu", code: "ContextMenu", number: 93 },
  Shift: { key: "Shift", code: "ShiftLeft", number: 16, location: 1 },
  Control: { key: "Control", code: "ControlLeft", number: 17, location: 1 },
  Alt: { key: "Alt", code: "AltLeft", number: 18, location: 1 },
  Meta: { key: "Meta", code: "MetaLeft", number: 91, location: 1 },
};

const aliases: Record<string, string> = {
  esc: "Escape", return: "Enter", del: "Delete", ins: "Insert", left: "ArrowLeft", right: "ArrowRight", up: "ArrowUp", down: "ArrowDown",
  ctrl: "Control", cmd: "Meta", command: "Meta", option: "Alt", win: "Meta", spacebar: "Space", " ": "Space", pgup: "PageUp", pgdn: "PageDown",
};

// Punctuation: the key without shift, with shift, its code and its number.
const marks: [string, string, string, number][] = [
  ['`', '~', 'Backquote', 192], ['-', '_', 'Minus', 189], ['=', '+', 'Equal', 187], ['[', '{', 'BracketLeft', 219],
  [']', '}', 'BracketRight', 221], ['\\', '|', 'Backslash', 220], [';', ':', 'Semicolon', 186], ["'", '"', 'Quote', 222],
  [",", "<", "Comma", 188], [".", ">", "Period", 190], ["/", "?", "Slash", 191],
];
const overDigits = ")!@#$%^&*(";

const byCharacter = new Map<string, Key>();
const byName = new Map<string, Key>();

function build(): void {
  for (const [name, key] of Object.entries(named)) byName.set(name.toLowerCase(), key);
  for (let n = 1; n <= 24; n++) byName.set(`f${n}`, { key: `F${n}`, code: `F${n}`, number: 111 + n });
  for (const [alias, name] of Object.entries(aliases)) byName.set(alias, named[name]!);
  const add = (low: string, high: string, code: string, number: number): void => {
    byCharacter.set(low, { key: low, code, number, text: low });
    byCharacter.set(high, { key: high, code, number, text: high, shift: true });
  };
  for (const letter of 'abcdefghijklmnopqrstuvwxyz') add(letter, letter.toUpperCase(), `Key${letter.toUpperCase()}`, letter.toUpperCase().charCodeAt(0));
  for (let n = 0; n <= 9; n++) add(String(n), overDigits[n]!, `Digit${n}`, 48 + n);
  for (const [low, high, code, number] of marks) add(low, high, code, number);
  byCharacter.set(" ", named["Space"]!);
  byCharacter.set("\n", named["Enter"]!);
  byCharacter.set("\t", named["Tab"]!);
}
build();

/** The key that writes a character; undefined when a US keyboard has none. */
export function keyFor(character: string): Key | undefined {
  return byCharacter.get(character);
}

/** A key pressed with modifiers. */
export interface Chord { key: Key; held: Key[]; bits: number }

const bits: Record<string, number> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

/** Reads "Enter", "Control+A", "Shift+Tab", "a", "+", "Control++". */
export function chord(spelling: string): Chord | undefined {
  const plus = spelling.endsWith("+") && spelling.length > 1 ? "+" : undefined;
  const parts = (plus ? spelling.slice(0, -1).replace(/\+$/, "") : spelling === "+" ? "" : spelling).split("+").filter((part) => part !== "");
  const last = plus ?? (spelling === "+" ? "+" : parts.pop());
  if (last === undefined) return undefined;
  const held: Key[] = [];
  let sum = 0;
  for (const part of parts) {
    const key = byName.get(part.toLowerCase());
    const bit = key && bits[key.key];
    if (!key || !bit) return undefined;
    if (sum & bit) continue;
    held.push(key);
    sum |= bit;
  }
  const key = byName.get(last.toLowerCase()) ?? byCharacter.get(last);
  if (!key) return undefined;
  return finish(key, held, sum);
}

function finish(key: Key, held: Key[], sum: number): Chord {
  const letter = /^[a-zA-Z]$/.test(key.key);
  if (letter) {
    // Control+A is the A key without Shift, whatever its spelling; "A" alone needs Shift.
    const upper = (sum & 8) !== 0 || (sum === 0 && key.shift === true);
    const typed = byCharacter.get(upper ? key.key.toUpperCase() : key.key.toLowerCase())!;
    return upper && !(sum & 8) ? { key: typed, held: [...held, named["Shift"]!], bits: sum | 8 } : { key: typed, held, bits: sum };
  }
  if (key.shift && !(sum & 8)) return { key, held: [...held, named["Shift"]!], bits: sum | 8 };
  return { key, held, bits: sum };
}
