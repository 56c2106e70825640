// What the page does for an act. The worker presses keys and mouse buttons; the
// page finds the element again, says where it is and what is in the way, writes
// where no input is needed, and checks what came of it. Every op compares the
// document's nonce first. Nothing stays behind a call but the guard of an act
// under way, which the act takes away.
import { nodeOf } from "../keys";
import { aim } from "./aim";
import { dom } from "./dom";
import { edit } from "./edit";
import { file } from "./file";
import { guard } from "./guard";
import { spot } from "./marks";
import { pass } from "./pass";
import { pick } from "./pick";
import { scroll } from "./scroll";
import { settle } from "./settle";
import { standing } from "./standing";
import { veil } from "./veil";

// acts are the ops, by the names the worker calls them.
export const acts = {
  aim, dom, edit, file, guard, pass, pick, scroll, settle, spot, standing, veil,
  // node lets the debugger, which knows no keys, take hold of a node.
  node: (key: number): Element | undefined => nodeOf(key),
};
