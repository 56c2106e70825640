// Which of a text node's characters are words for a reader: icon ligatures and
// private-use glyphs are pictures and are dropped.
import { dropGlyphs, hasGlyphs } from "./text";

const ligature = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;
const iconFont = /icon|symbol|glyph|awesome/i;

// Icons drops icon text, and counts it.
export class Icons {
  readonly #fonts: boolean;
  count = 0;

  constructor() {
    this.#fonts = iconFontsInUse();
  }

  // strip returns what of a text is words.
  strip(text: string, el: Element): string {
    if (this.#fonts && ligature.test(text) && iconFont.test(getComputedStyle(el).fontFamily.split(",")[0] ?? "")) {
      this.count++;
      return "";
    }
    if (!hasGlyphs(text)) return text;
    const words = dropGlyphs(text);
    this.count += text.length - words.length;
    return words;
  }

  // drawn returns what of the text of a pseudo-element is words: a letter or two
  // in a font of their own are a picture, whatever the font is called.
  drawn(text: string, font: string, el: Element): string {
    const [face = ""] = font.split(",");
    if (!iconFont.test(face) && (text.length > 2 || face === getComputedStyle(el).fontFamily.split(",")[0])) return text;
    this.count++;
    return "";
  }
}

// iconFontsInUse says whether any loaded or declared font is one of icons.
function iconFontsInUse(): boolean {
  for (const face of document.fonts) if (iconFont.test(face.family)) return true;
  return false;
}
