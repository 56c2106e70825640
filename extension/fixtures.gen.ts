// Generated from testdata/protocol by "go run ./build tsgen"; do not edit.
// The wire's fixtures as the compiler sees them: each must be of its type.
import type { Answer, Ask, Call, Cancel, Chunk, DiskReply, HandoffCall, HandoffReply, Hello, HighlightCall, LeaseCall, LeaseReply, NavigateCall, OpenCall, ReadReply, Reply, ResolveReply, SnapshotCall, SnapshotReply, States, TabReply, TabsReply, WaitReply, Welcome, WireEvent } from "./protocol.gen";

export const answer: Answer = {
  "type": "answer",
  "id": "1",
  "result": {}
};

export const ask: Ask = {
  "type": "ask",
  "id": "1",
  "method": "snapshot",
  "params": {
    "tab": "877134753",
    "view": "outline"
  }
};

export const call: Call = {
  "type": "call",
  "id": "7",
  "method": "tabs",
  "params": {},
  "deadlineMs": 5000
};

export const cancel: Cancel = {
  "type": "cancel",
  "id": "7"
};

export const chunk: Chunk = {
  "type": "chunk",
  "id": "c1",
  "seq": 0,
  "last": false,
  "data": "{\"type\":\"call\",\"id\":\"8\""
};

export const diskReply: DiskReply = {
  "build": "0123456789ab",
  "diskBuild": "ba9876543210"
};

export const event: WireEvent = {
  "type": "event",
  "event": "tab_navigated",
  "tab": "877134753",
  "document": "82359DC85013B6EB2A58BA6D2630EB0D",
  "url": "http://127.0.0.1:3000/forms/new"
};

export const eventPrivate: WireEvent = {
  "type": "event",
  "event": "tab_unshared",
  "tab": "877134753"
};

export const handoffCall: HandoffCall = {
  "tab": "",
  "agent": "claude",
  "reason": "please solve the captcha, then press Continue",
  "timeoutMs": 120000
};

export const handoffReply: HandoffReply = {
  "granted": true,
  "tab": "877134753"
};

export const hello: Hello = {
  "type": "hello",
  "protocol": 1,
  "build": "0123456789ab",
  "diskBuild": "0123456789ab",
  "profile": "5f0c6a54-3f5e-4b42-9d0e-0c6a543f5e4b",
  "browser": {
    "name": "Chromium",
    "version": "156.0.8078.114"
  },
  "paused": false
};

export const highlightCall: HighlightCall = {
  "tab": "877134753",
  "place": {
    "frame": 0,
    "nonce": "c77f556d9e4ef96220af55e6",
    "key": 4
  }
};

export const leaseCall: LeaseCall = {
  "tab": "877134753",
  "count": 256
};

export const leaseReply: LeaseReply = {
  "from": 257,
  "to": 513
};

export const navigateCall: NavigateCall = {
  "tab": "877134753",
  "to": "back",
  "timeoutMs": 15000
};

export const openCall: OpenCall = {
  "url": "http://127.0.0.1:3000/forms/new",
  "owner": "claude",
  "timeoutMs": 15000
};

export const readReply: ReadReply = {
  "ok": true,
  "role": "combobox",
  "name": "Template",
  "text": "",
  "textChars": 0,
  "value": "Product feedback",
  "attributes": {
    "name": "template"
  },
  "options": [
    {
      "value": "feedback",
      "label": "Product feedback",
      "selected": true,
      "disabled": false
    }
  ]
};

export const replyError: Reply = {
  "type": "reply",
  "id": "7",
  "error": {
    "code": "dialog_open",
    "message": "a confirm dialog is open: \"Leave?\"",
    "hint": "answer it with dialog accept or dialog dismiss",
    "dialog": {
      "type": "confirm",
      "message": "Leave?"
    }
  }
};

export const reply: Reply = {
  "type": "reply",
  "id": "7",
  "result": {
    "tabs": [],
    "private": 3
  }
};

export const resolveReply: ResolveReply = {
  "count": 1,
  "place": {
    "frame": 0,
    "nonce": "c77f556d9e4ef96220af55e6",
    "key": 4
  }
};

export const snapshotCall: SnapshotCall = {
  "tab": "877134753",
  "frame": -1,
  "walk": {
    "nameChars": 1200,
    "valueChars": 1200,
    "options": 400,
    "blocks": false,
    "selectors": true,
    "urls": false,
    "hidden": false,
    "within": 0,
    "nonce": "",
    "timeMs": 5000,
    "maxChars": 8388608
  },
  "perFrameMs": 6000
};

export const snapshotReply: SnapshotReply = {
  "tab": "877134753",
  "url": "http://127.0.0.1:3000/",
  "title": "Form lab",
  "loaded": true,
  "frames": [
    {
      "frame": 0,
      "parent": -1,
      "url": "http://127.0.0.1:3000/",
      "document": "82359DC85013B6EB2A58BA6D2630EB0D",
      "walk": {
        "ok": true,
        "nonce": "c77f556d9e4ef96220af55e6",
        "index": -1,
        "ledger": "0p\t3\n3k\t1\tbutton\tbutton\t\t\tCreate form\tr=native\n0t\tn\tCreate form\t1\n",
        "gone": [],
        "timedOut": false,
        "partial": false,
        "elements": 12,
        "hidden": 0,
        "icons": 0,
        "roleless": 0,
        "pointer": 0,
        "walkMs": 0.4,
        "joinMs": 0
      }
    },
    {
      "frame": 5,
      "parent": 0,
      "url": "https://example.com/slow",
      "document": "E618280F66E06D7A7BB98269AEC09B55",
      "error": {
        "code": "frame_timeout",
        "message": "the frame did not answer in 6000 ms"
      }
    }
  ],
  "stages": {
    "frames": 0.6,
    "inject": 1.5
  }
};

export const states: States = {
  "checked": "mixed",
  "expanded": false,
  "pressed": true,
  "disabled": true
};

export const tabReply: TabReply = {
  "tab": "877134753",
  "url": "http://127.0.0.1:3000/",
  "title": "Form lab",
  "loaded": false
};

export const tabsReply: TabsReply = {
  "tabs": [
    {
      "tab": "877134753",
      "url": "http://127.0.0.1:3000/",
      "title": "Form lab",
      "active": true,
      "owner": "claude",
      "shared": true
    }
  ],
  "private": 2
};

export const waitReply: WaitReply = {
  "met": false,
  "waitedMs": 5003
};

export const welcome: Welcome = {
  "type": "welcome",
  "protocol": 1,
  "build": "0123456789ab",
  "shareAll": true
};

export const welcomeMismatch: Welcome = {
  "type": "welcome",
  "protocol": 2,
  "build": "0123456789ab",
  "shareAll": false,
  "error": {
    "code": "version_mismatch",
    "message": "the extension speaks protocol 1, this host 2",
    "hint": "install both again: candid setup"
  }
};
