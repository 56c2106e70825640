// Which labels belong to which control. element.labels would say it, but it is
// linear in the document each time (3,000 controls in 60,000 nodes: minutes);
// this reads every label of a tree once.
import { labelControl, tagged } from "./dom";

// Labels are the labels of one walk or one description, tree by tree.
export class Labels {
  readonly #trees = new WeakMap<Node, Map<Element, Element[]>>();

  // of lists the labels of a control that lies in root, in document order.
  of(el: Element, root: Node): readonly Element[] {
    let tree = this.#trees.get(root);
    if (tree === undefined) this.#trees.set(root, tree = readTree(root));
    return tree.get(el) ?? none;
  }
}

const none: readonly Element[] = [];

function readTree(root: Node): Map<Element, Element[]> {
  const tree = new Map<Element, Element[]>();
  for (const label of tagged(root, "label")) {
    const control = label instanceof HTMLLabelElement ? labelControl(label) : null;
    if (control === null) continue;
    const list = tree.get(control);
    if (list === undefined) tree.set(control, [label]);
    else list.push(label);
  }
  return tree;
}
