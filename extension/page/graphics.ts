// What pictures and gauges say. No one reads it as text on the screen, but it is
// what they show: stars, a logo, how far an upload has come.
import { attr, checkVisible, progressValue, rectOf } from "./dom";
import type { Met } from "./listing";
import { unusable, type Level } from "./level";
import { spaced } from "./rows";
import type { Session } from "./session";
import { clip, field, tidy } from "./text";

const gauges = new Set(["progressbar", "meter"]);

// isGraphic says whether a role is one of a picture or a gauge.
export const isGraphic = (role: string): boolean => role === "img" || gauges.has(role);

// Names of files, which tools put where an alternative text is missing.
const fileName = /\.(?:png|jpe?g|gif|webp|svg|avif)$/i;

// sayGraphic writes what a picture or gauge says, but for what a control's name
// says already and what is too small to be seen.
export function sayGraphic(s: Session, { el, tag, role, look, state }: Met, parent: Level): void {
  if (!look.visible || look.veil || parent.control !== null || parent.told !== 0 || (state & unusable) !== 0) return;
  const name = clip(s.names.of(el, tag, role).text, s.args.nameChars).text;
  const value = gauges.has(role) ? gaugeValue(el, tag) : "";
  if (role === "img" ? name === "" || fileName.test(name) : name === "" && value === "") return;
  const box = rectOf(el);
  if (box.width < 3 || box.height < 3 || !checkVisible(el)) return;
  const words = `${role === "img" ? "image" : role}${name === "" ? "" : ` ${name}`}${value === "" ? "" : `: ${value}`}`;
  s.ledger.gap(spaced);
  s.ledger.put(`t\tG\t[${words}]`, 0, words.length + 2);
  s.ledger.gap(spaced);
}

function gaugeValue(el: Element, tag: string): string {
  const text = tidy(attr(el, "aria-valuetext") ?? "");
  if (text !== "") return field(text);
  const now = tag === "progress" || tag === "meter" ? progressValue(el, tag) : attr(el, "aria-valuenow") ?? "";
  const most = tag === "progress" || tag === "meter" ? attr(el, "max") : attr(el, "aria-valuemax");
  return field(tidy(now === "" || most === null || most === "" ? now : `${now} of ${most}`));
}
