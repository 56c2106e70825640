// All of chrome.* that the page realm may use.
declare namespace chrome.dom {
  // The shadow root of an element, closed ones included; null where there is none.
  function openOrClosedShadowRoot(element: Element): ShadowRoot | null;
}

// Chromium's; TypeScript's DOM library lacks it.
interface Navigator {
  readonly scheduling?: { isInputPending(options?: { includeContinuous?: boolean }): boolean };
}
