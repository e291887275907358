"use strict";
// Keys, pointers and files of the page, as the program takes them: texelsort_key() and its siblings in app/gui/platform/web/page.cpp.

/** Listens for the program; gives what the program asks of keyboards and files. `module` is there once it has started. */
function listenForProgram(canvas, typing, chooser, module) {
  const control = 1, shift = 2, alt = 4;
  const onMac = /^Mac|^iP/.test(navigator.platform);
  const embedded = window.parent !== window;
  const fingers = new Map();  // places by pointers, of two at most
  let pinch = null, typesOnScreen = false, lastPointer = "mouse";

  const call = (name, types, ...values) => module() && module().ccall("texelsort_" + name, "number", types, values);

  const modifiers = event =>
    ((onMac ? event.metaKey : event.ctrlKey) ? control : 0) | (event.shiftKey ? shift : 0) |
    (event.altKey && !(onMac && event.key.length === 1) ? alt : 0);

  // Shortcuts of the browser and of the system stay theirs: whatever the program does not take keeps its meaning.
  const takesKey = (event, down) => {
    if (event.isComposing || event.keyCode === 229) return false;
    if (onMac ? event.ctrlKey : event.metaKey) return false;
    // A keyboard on the screen tells these by what becomes of its field.
    if (typesOnScreen && (event.key.length === 1 || event.key === "Backspace")) return false;
    return call("key", ["string", "number", "number"], event.key, down, modifiers(event)) === 1;
  };
  for (const [kind, down] of [["keydown", 1], ["keyup", 0]]) {
    window.addEventListener(kind, event => {
      const ours = event.target === canvas || event.target === document.body || event.target === typing;
      if (ours && takesKey(event, down)) event.preventDefault();
    });
  }

  const place = event => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const pointer = (kind, [x, y], touch) =>
    call("pointer", ["number", "number", "number", "number"], kind, x, y, touch ? 1 : 0);
  const moves = 0, presses = 1, releases = 2, leaves = 3;

  /** Middle and distance of two fingers. */
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return {middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], distance: Math.hypot(a[0] - b[0], a[1] - b[1])};
  };
  canvas.addEventListener("pointerdown", event => {
    canvas.focus({preventScroll: true});
    lastPointer = event.pointerType;
    const touch = event.pointerType === "touch";
    if (!touch && event.button !== 0) return;
    if (canvas.setPointerCapture) canvas.setPointerCapture(event.pointerId);
    if (touch) fingers.set(event.pointerId, place(event));
    if (fingers.size === 2) {
      // What the first finger has begun ends where nothing is pressed.
      pointer(moves, [-1, -1], false);
      pointer(releases, [-1, -1], false);
      pinch = spread();
    } else if (fingers.size < 2) {
      pointer(moves, place(event), false);
      pointer(presses, place(event), touch);
    }
  });
  canvas.addEventListener("pointermove", event => {
    const touch = event.pointerType === "touch";
    if (touch && !fingers.has(event.pointerId)) return;
    if (touch) fingers.set(event.pointerId, place(event));
    if (!pinch) {
      pointer(moves, place(event), touch);
    } else if (fingers.size === 2) {
      // Twice as far apart is as much as five notches of a wheel.
      const now = spread(), notches = 5 * Math.log2(Math.max(now.distance, 1) / Math.max(pinch.distance, 1));
      if (Math.abs(notches) < 0.05) return;
      call("wheel", ["number", "number", "number"], now.middle[0], now.middle[1], notches);
      pinch = now;
    }
  });
  const lift = event => {
    const touch = event.pointerType === "touch";
    if (!touch && event.button !== 0) return;
    fingers.delete(event.pointerId);
    if (!pinch) pointer(releases, place(event), touch);
    // A finger that is lifted points at nothing.
    if (touch) pointer(leaves, [0, 0], false);
    if (fingers.size === 0) pinch = null;
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", event => {
    if (event.pointerType !== "touch") pointer(leaves, [0, 0], false);
  });
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("wheel", event => {
    // With the control key it is the browser's zoom; in a frame it scrolls the page around until somebody has clicked here.
    if (event.ctrlKey || (embedded && document.activeElement !== canvas)) return;
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? event.deltaY : event.deltaY * (event.deltaMode === 1 ? 33 : 600);
    call("wheel", ["number", "number", "number"], ...place(event), Math.max(-3, Math.min(3, -pixels / 100)));
  }, {passive: false});

  // The field holds one letter, so that a keyboard on the screen has something to delete.
  const emptied = "_";
  typing.value = emptied;
  typing.addEventListener("input", () => {
    if (typing.value.length < emptied.length) {
      for (const down of [1, 0]) call("key", ["string", "number", "number"], "Backspace", down, 0);
    } else if (typing.value.length > emptied.length) {
      call("text", ["string"], typing.value.replace(emptied, ""));
    }
    typing.value = emptied;
    typing.setSelectionRange(emptied.length, emptied.length);
  });
  document.addEventListener("paste", event => {
    call("pasted", ["string"], event.clipboardData.getData("text"));
    event.preventDefault();
  });

  /** Copies files into the program's memory, then has them opened. */
  const take = async files => {
    const {FS} = module();
    FS.mkdirTree("/files");
    const paths = [];
    for (const file of files) {
      const path = "/files/" + file.name.replaceAll("/", "_");
      FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
      paths.push(path);
    }
    for (const path of paths) call("take", ["string"], path);
  };
  window.addEventListener("dragover", event => event.preventDefault());
  window.addEventListener("drop", event => {
    event.preventDefault();
    if (module()) take([...event.dataTransfer.files]);
  });
  chooser.addEventListener("change", () => {
    take([...chooser.files]).then(() => { chooser.value = ""; });
  });

  return {
    showKeyboard(shown) {
      typesOnScreen = shown && lastPointer === "touch";
      if (typesOnScreen) typing.focus({preventScroll: true});
      else if (document.activeElement === typing) canvas.focus({preventScroll: true});
    },
    chooseFiles: () => chooser.click(),
    call,
  };
}
