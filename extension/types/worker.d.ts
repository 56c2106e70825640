// What the build gives to the worker.

// The page code as one self-contained function, for chrome.scripting alone: the
// worker never calls it. It answers true, since Chrome turns a throw into null.
declare module "page:install" {
  export default function install(build: string): true;
}

// The id of this build: the hash of the extension folder's content.
declare const BUILD_ID: string;
