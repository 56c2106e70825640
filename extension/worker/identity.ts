// Who this worker is: the build it runs, the build its folder holds now, the
// profile it lives in and the browser around it.
import type { Browser, DiskReply } from "../protocol.gen";

const profileKey = "profile";

// disk compares the running build with the folder's. Chrome keeps serving an
// old worker from its cache, even over a restart, so they can differ.
export async function disk(): Promise<DiskReply> {
  const answer = await fetch(chrome.runtime.getURL("build.json"), { cache: "no-store" });
  const stamp = (await answer.json()) as { build?: unknown };
  return { build: BUILD_ID, diskBuild: typeof stamp.build === "string" ? stamp.build : "" };
}

// profile is a random id, made once a profile.
export async function profile(): Promise<string> {
  const stored = (await chrome.storage.local.get(profileKey))[profileKey];
  if (typeof stored === "string") return stored;
  const made = crypto.randomUUID();
  await chrome.storage.local.set({ [profileKey]: made });
  return made;
}

interface Brand { brand: string; version: string }
interface AgentData { brands: Brand[]; getHighEntropyValues(hints: string[]): Promise<{ fullVersionList?: Brand[] }> }

// The brands from the most to the least telling: Edge also calls itself Chromium.
const names: readonly [brand: string, name: string][] = [
  ["Microsoft Edge", "Microsoft Edge"], ["Brave", "Brave"], ["Opera", "Opera"], ["Vivaldi", "Vivaldi"],
  ["Google Chrome", "Google Chrome"], ["Chromium", "Chromium"], ["HeadlessChrome", "Chromium"],
];

// browser names the program.
export async function browser(): Promise<Browser> {
  const data = (navigator as unknown as { userAgentData?: AgentData }).userAgentData;
  if (data === undefined) return { name: "Chromium", version: "" };
  const { fullVersionList = data.brands } = await data.getHighEntropyValues(["fullVersionList"]);
  for (const [brand, name] of names) {
    const found = fullVersionList.find((b) => b.brand === brand);
    if (found !== undefined) return { name, version: found.version };
  }
  return { name: "Chromium", version: fullVersionList[0]?.version ?? "" };
}
