// The file input that an element stands for: itself, its label's, the one in a
// drop zone. A button that opens a chooser has none that can be told from here.
import type { FileArgs, FileResult } from "../../protocol.gen";
import { attr, hasAttr, inputType } from "../dom";
import { keyOf, nodeOf } from "../keys";
import { answered, isStale, refuse, stale } from "./answer";
import { controlOf, isDisabled } from "./control";
import { nameOf } from "./find";
import { findAll } from "./tree";

const empty: FileResult = { ok: true, key: 0, accept: "", multiple: false, disabled: false, taken: false };

// file is the op.
export function file(args: FileArgs): FileResult | typeof stale {
  if (isStale(args.nonce)) return stale;
  return answered(empty, () => {
    const el = nodeOf(args.key);
    if (el === undefined) refuse("stale_ref", "the element has left the page", "take a new snapshot");
    if (args.drop === "listen") return drops.listen();
    if (args.drop === "taken") return { ...empty, taken: drops.end() };
    const input = inputOf(el);
    if (input === undefined) return empty;
    if (isDisabled(input)) refuse("disabled", `${nameOf(input)} is disabled`, "something else on the page must be done first");
    check(input, args.files);
    return { ...empty, key: keyOf(input), accept: attr(input, "accept") ?? "", multiple: hasAttr(input, "multiple") };
  });
}

// drops hears whether the page takes what is dropped on it.
const drops = new class {
  #taken = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #hear = (event: Event): void => { if (event.isTrusted) this.#taken ||= event.defaultPrevented; };

  listen(): FileResult {
    this.end();
    this.#taken = false;
    window.addEventListener("drop", this.#hear);
    this.#timer = setTimeout(() => this.end(), 10_000);
    return empty;
  }

  end(): boolean {
    clearTimeout(this.#timer);
    window.removeEventListener("drop", this.#hear);
    return this.#taken;
  }
}();

function inputOf(el: Element): Element | undefined {
  const control = controlOf(el);
  if (isFile(control)) return control;
  if (control instanceof HTMLButtonElement || control instanceof HTMLAnchorElement) return undefined;
  const inner = [...findAll("input[type=file]", control)].filter(isFile);
  return inner.length === 1 ? inner[0] : undefined;
}

const isFile = (el: Element): boolean => el instanceof HTMLInputElement && inputType(el) === "file";

function check(input: Element, files: string[]): void {
  if (files.length > 1 && !hasAttr(input, "multiple") && !hasAttr(input, "webkitdirectory")) {
    refuse("bad_value", `${nameOf(input)} takes one file`, "upload one file");
  }
  const accept = (attr(input, "accept") ?? "").split(",").map((part) => part.trim().toLowerCase()).filter((part) => part !== "");
  const wrong = files.find((name) => !accepts(accept, name.toLowerCase()));
  if (wrong !== undefined) refuse("bad_value", `${nameOf(input)} takes ${accept.join(", ")}`, `the file ${JSON.stringify(wrong.split("/").pop())} is of another kind`);
}

// kinds are the endings that stand for a family of types in accept.
const kinds: Record<string, RegExp> = {
  "image/*": /\.(png|jpe?g|gif|webp|svg|bmp|avif|heic|ico|tiff?)$/, "audio/*": /\.(mp3|wav|ogg|oga|m4a|flac|aac|opus|weba)$/,
  "video/*": /\.(mp4|webm|mov|mkv|avi|ogv|m4v)$/, "text/*": /\.(txt|csv|html?|css|js|md|xml|ics|tsv)$/,
};
const types: Record<string, RegExp> = {
  "image/png": /\.png$/, "image/jpeg": /\.jpe?g$/, "image/gif": /\.gif$/, "image/webp": /\.webp$/, "image/svg+xml": /\.svg$/,
  "application/pdf": /\.pdf$/, "text/csv": /\.csv$/, "text/plain": /\.txt$/, "text/html": /\.html?$/, "application/json": /\.json$/, "application/zip": /\.zip$/,
};

// accepts follows the input's accept list as far as a file's ending tells. Types
// it knows nothing of are left to the page.
function accepts(accept: string[], name: string): boolean {
  return accept.length === 0 || accept.some((part) => part.startsWith(".") ? name.endsWith(part) : (kinds[part] ?? types[part])?.test(name) ?? true);
}
