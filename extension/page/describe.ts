// One control as the walk would list it now: what an act compares with what
// its ref was printed for.
import { controlRole, proxied, reasonFor, typeOf } from "./controls";
import { attr, flatParent, hasAttrs, localName } from "./dom";
import { Labels } from "./labels";
import { Names } from "./names";
import { roleOf } from "./roles";
import { inSectioning, regions, structureKind } from "./structures";
import { Looks, rootLook } from "./style";
import { everything } from "./usage";

// Description is what tells a control from others.
export interface Description { role: string; name: string; tag: string; type: string; region: string }

// describe computes role, name, tag, type and region of an element now. The
// name is whole; see sameName for comparing it with one that was cut.
export function describe(el: Element): Description {
  const tag = localName(el);
  const names = new Names(new Labels(), everything, () => false, () => undefined);
  const field = proxied(el) ?? el;
  const role = field === el ? listedRole(el, tag) : roleOf(field, localName(field));
  const name = (field === el ? names.of(el, tag, role) : names.ofLabel(el, field, role)).text;
  return { role, name, tag, type: typeOf(field, localName(field)), region: regionOf(el, names) };
}

// sameName compares a name with one that the walk sent, which may have been cut.
export const sameName = (sent: string, whole: string): boolean => sent === whole || sent !== "" && whole.startsWith(sent);

function listedRole(el: Element, tag: string): string {
  const role = roleOf(el, tag);
  const parent = flatParent(el);
  const looks = new Looks(everything);
  const above = parent === null ? rootLook : looks.of(parent, localName(parent), rootLook, true, true);
  const look = looks.of(el, tag, above, true, true);
  const reason = reasonFor({ el, tag, role, attributes: hasAttrs(el), look, pointed: above.pointer, inside: "" });
  return controlRole(el, tag, role, reason);
}

// regionOf is the kind and name of the innermost landmark or dialog around an element.
function regionOf(el: Element, names: Names): string {
  for (let up = flatParent(el); up !== null; up = flatParent(up)) {
    const tag = localName(up), role = roleOf(up, tag);
    const kind = structureKind(up, tag, role, hasAttrs(up), inSectioning(up));
    if (!regions.has(kind)) continue;
    const name = hasAttrs(up) ? names.of(up, tag, role).text : "";
    return name === "" ? kind : `${kind} "${name}"`;
  }
  return "";
}

// titleOf is a human's name for an element in messages: its role and name, or its tag.
export function titleOf(el: Element): string {
  const { role, name, tag } = describe(el);
  const words = name === "" ? attr(el, "id") ?? attr(el, "class")?.split(/\s+/)[0] ?? "" : `"${name.slice(0, 80)}"`;
  return `${role === "clickable" ? tag : role} ${words}`.trim();
}
