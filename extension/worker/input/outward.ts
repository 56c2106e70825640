// Addresses for other programs that pages ask for. Chrome tells of one when it is
// asked, mostly after the act that led there has been answered: the next answer
// about the tab says it then.
import { leavesBrowser } from "../urls";
import { onEvent } from "./debug";

const asked = new Map<number, string>();

onEvent((tab, _session, event) => {
  if (event.method === "Page.frameRequestedNavigation" && leavesBrowser(event.params.url)) asked.set(tab, event.params.url);
});

/** What a tab's page has asked for and nobody was told of yet. */
export const ledOut = (tab: number): string | undefined => asked.get(tab);

/** Is called when it was told. */
export function toldOf(tab: number): void {
  asked.delete(tab);
}
