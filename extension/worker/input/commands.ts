// The whole of the DevTools protocol that Candid ever sends: a table, so that
// what an agent writes can be a parameter's value but never a command.

/** A key or mouse button's modifiers as CDP numbers them. */
export const modifiers = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;

/** Input.dispatchMouseEvent. */
export interface MouseInput {
  type: "mouseMoved" | "mousePressed" | "mouseReleased" | "mouseWheel";
  x: number;
  y: number;
  button?: "none" | "left" | "right";
  buttons?: number;
  clickCount?: number;
  modifiers?: number;
  deltaX?: number;
  deltaY?: number;
}

/** Input.dispatchKeyEvent. */
export interface KeyInput {
  type: "keyDown" | "rawKeyDown" | "keyUp";
  key: string;
  code: string;
  windowsVirtualKeyCode: number;
  modifiers: number;
  text?: string;
  unmodifiedText?: string;
  location?: number;
  isKeypad?: boolean;
  commands?: string[];
}

/** What a drag carries, as Input.dragIntercepted tells it. It goes back unread. */
export interface DragData {
  items: { mimeType: string; data: string; title?: string; baseURL?: string }[];
  files?: string[];
  dragOperationsMask: number;
}

interface Clip { x: number; y: number; width: number; height: number; scale: number }

/** Page.captureScreenshot. */
export interface Capture {
  format: "png";
  clip?: Clip;
  captureBeyondViewport?: boolean;
  fromSurface?: boolean;
}

/** Page.getLayoutMetrics, as far as it is used. */
export interface LayoutMetrics {
  cssContentSize: { x: number; y: number; width: number; height: number };
  cssLayoutViewport: { pageX: number; pageY: number; clientWidth: number; clientHeight: number };
  cssVisualViewport: { pageX: number; pageY: number; clientWidth: number; clientHeight: number; zoom?: number };
}

interface RemoteValue { value?: string | number | boolean | null; objectId?: string }

/** Every command: its parameters and its answer. */
export interface Commands {
  "Page.enable": [Record<string, never>, Record<string, never>];
  "Page.handleJavaScriptDialog": [{ accept: boolean; promptText?: string }, Record<string, never>];
  "Page.setInterceptFileChooserDialog": [{ enabled: boolean }, Record<string, never>];
  "Page.addScriptToEvaluateOnNewDocument": [{ source: string; worldName: string }, { identifier: string }];
  "Page.getLayoutMetrics": [Record<string, never>, LayoutMetrics];
  "Page.startScreencast": [{ format: "jpeg"; quality: number; maxWidth: number; maxHeight: number; everyNthFrame: number }, Record<string, never>];
  "Page.captureScreenshot": [Capture, { data: string }];
  "Emulation.setFocusEmulationEnabled": [{ enabled: boolean }, Record<string, never>];
  "Target.setAutoAttach": [{ autoAttach: boolean; waitForDebuggerOnStart: boolean; flatten: boolean }, Record<string, never>];
  "Runtime.enable": [Record<string, never>, Record<string, never>];
  "Runtime.disable": [Record<string, never>, Record<string, never>];
  "Runtime.evaluate": [{ expression: string; contextId: number; returnByValue?: boolean; silent: boolean }, { result: RemoteValue; exceptionDetails?: { text: string } }];
  "DOM.enable": [Record<string, never>, Record<string, never>];
  "DOM.disable": [Record<string, never>, Record<string, never>];
  "DOM.getFrameOwner": [{ frameId: string }, { backendNodeId: number }];
  "DOM.getBoxModel": [{ backendNodeId: number }, { model: { content: number[]; width: number; height: number } }];
  "DOM.setFileInputFiles": [{ files: string[]; backendNodeId?: number; objectId?: string }, Record<string, never>];
  "Input.dispatchMouseEvent": [MouseInput, Record<string, never>];
  "Input.dispatchKeyEvent": [KeyInput, Record<string, never>];
  "Input.insertText": [{ text: string }, Record<string, never>];
  "Input.setInterceptDrags": [{ enabled: boolean }, Record<string, never>];
  "Input.dispatchDragEvent": [{ type: "dragEnter" | "dragOver" | "drop" | "dragCancel"; x: number; y: number; data: DragData }, Record<string, never>];
}

/** Every event that is listened to. */
export interface Events {
  "Page.javascriptDialogOpening": { message: string; type: string; defaultPrompt?: string };
  "Page.javascriptDialogClosed": { result: boolean };
  "Page.frameRequestedNavigation": { frameId: string; url: string };
  "Page.fileChooserOpened": { frameId: string; mode: "selectSingle" | "selectMultiple"; backendNodeId?: number };
  "Input.dragIntercepted": { data: DragData };
  "Target.attachedToTarget": { sessionId: string; targetInfo: { targetId: string; type: string } };
  "Target.detachedFromTarget": { sessionId: string };
  "Runtime.executionContextCreated": { context: { id: number; origin: string; auxData?: { frameId?: string; type?: string } } };
}
