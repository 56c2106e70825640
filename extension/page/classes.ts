// Priority classes: what is kept first when not all can be. 1 open dialogs,
// popups, menus; 2 bars fixed to the screen; 3 the rest of the screen; 4 tall
// pinned columns; 5 everything else. Geometry is asked for only where the
// answer can change: boxes wholly on or off the screen decide for all that is
// in them, and after one that lies below it the siblings that follow do too.
import { clientHeight, rectOf, scrollHeight } from "./dom";
import type { Look } from "./style";

// Zone is where a part of the page stands. Open: its children may differ.
export interface Zone {
  readonly cls: number;
  readonly open: boolean;
  readonly pinned: boolean; // class decided by position: 1, 2 or 4
  readonly top: number;     // what of the viewport scrollers let through
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

// screen is the zone of the root.
export const screen = (): Zone => ({ cls: 3, open: true, pinned: false, top: 0, left: 0, bottom: window.innerHeight, right: window.innerWidth });

const layers = new Set(["dialog", "alertdialog", "menu", "listbox"]);

// layerZone is the zone of what lies in a dialog, popup, listbox or menu.
export const layerZone = (kind: string, popover: boolean, zone: Zone): Zone | undefined =>
  layers.has(kind) || popover ? { ...zone, cls: 1, open: false, pinned: true } : undefined;

// A sibling cannot be assumed to lie below the last where a layout can put it elsewhere.
const stacked = new Set(["block", "list-item", "table", "table-row-group", "flow-root", "table-header-group", "table-footer-group"]);

// flows says whether the children of a display lie one under the other.
export const flows = (display: string): boolean => stacked.has(display);

// zoneOf decides for one box. Inline boxes share their parent's zone.
export function zoneOf(el: Element, look: Look, parent: Zone): Zone {
  if (parent.pinned) return parent;
  if (look.position === "fixed" || look.position === "sticky") return pinnedZone(el, look, parent);
  if (!parent.open && look.position !== "absolute") return look.scrolls && parent.cls === 3 ? boxZone(el, look, parent) : parent;
  if (look.display === "contents") return parent;
  return boxZone(el, look, look.position === "absolute" && !parent.open && parent.cls === 5 ? screen() : parent);
}

function pinnedZone(el: Element, look: Look, parent: Zone): Zone {
  const box = rectOf(el);
  const view = screen();
  if (box.width === 0 || box.height === 0) return { ...view, cls: 3 };
  const seen = box.bottom > 0 && box.right > 0 && box.top < view.bottom && box.left < view.right;
  if (!seen) return { ...parent, cls: 5, open: false };
  const bar = box.height <= view.bottom / 3 || box.width >= view.right * 2 / 3;
  // A sticky box taller than the screen that scrolls along is ordinary content.
  if (look.position === "sticky" && box.height > view.bottom) return boxZone(el, look, parent);
  // A fixed box that covers the screen is the page's own shell, or a layer whose parts decide.
  if (box.height >= view.bottom * 0.9 && box.width >= view.right * 0.9) return { ...view, cls: 3 };
  return { ...parent, cls: bar ? 2 : 4, open: false, pinned: true };
}

function boxZone(el: Element, look: Look, parent: Zone): Zone {
  const box = rectOf(el);
  if (box.width === 0 && box.height === 0) return parent;
  if (box.bottom <= parent.top || box.top >= parent.bottom || box.right <= parent.left || box.left >= parent.right) {
    return { ...parent, cls: 5, open: false };
  }
  const within = box.top >= parent.top && box.bottom <= parent.bottom;
  if (look.scrolls && scrollHeight(el) > clientHeight(el) + 1) {
    return { ...parent, cls: 3, open: true, top: Math.max(parent.top, box.top), bottom: Math.min(parent.bottom, box.bottom) };
  }
  return { ...parent, cls: 3, open: !within };
}
