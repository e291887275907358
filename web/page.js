"use strict";
// Loads the program, shows how far it is, and does what it asks of its page: Module.page in app/gui/platform/web/page.cpp.
(() => {
  const element = id => document.getElementById(id);
  const canvas = element("canvas"), cover = element("cover");
  let module = null, wanted = [0, 0];
  const input = listenForProgram(canvas, element("typing"), element("files"), () => module);
  /** What is seen and measured from outside: tests, and pages that hold this one in a frame. */
  const state = window.texelsortPage = {module: null, frames: 0, ended: null, output: [], errors: []};

  const say = (text, {over = false, progress = false, instead = false, again = false} = {}) => {
    element("says").textContent = text;
    element("progress").hidden = !progress;
    element("instead").hidden = !instead;
    element("again").hidden = !again;
    cover.classList.toggle("over", over);
    cover.hidden = false;
  };
  const giveUp = (text, more = {}) => { state.ended = text; say(text, more); };
  element("reload").addEventListener("click", () => location.reload());

  /** Why the program cannot draw here; nothing if it can. */
  const lacking = () => {
    const probe = document.createElement("canvas").getContext("webgl2");
    if (!probe) return "This browser does not provide WebGL 2, which texelsort needs.";
    const floats = probe.getExtension("EXT_color_buffer_float");
    const loses = probe.getExtension("WEBGL_lose_context");
    if (loses) loses.loseContext();
    return floats ? "" : "This browser cannot draw into floating-point textures, which texelsort needs.";
  };

  // Between visits the browser keeps two small files of the program's: settings, and where the window was left.
  const home = "/home/web_user", kept = "texelsort:";
  const bringBackFiles = FS => {
    try {
      for (let i = 0; i < localStorage.length; ++i) {
        const name = localStorage.key(i);
        if (!name.startsWith(kept + home)) continue;
        const path = name.slice(kept.length);
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, localStorage.getItem(name));
      }
    } catch (error) {
      console.info("texelsort: the browser keeps no settings for this page: " + error.message);
    }
  };

  const ratio = () => window.devicePixelRatio || 1;
  const measure = entry => {
    const exact = entry && entry.devicePixelContentBoxSize && entry.devicePixelContentBoxSize[0];
    wanted = [Math.round(canvas.clientWidth * ratio()), Math.round(canvas.clientHeight * ratio())];
    // What the browser rounds otherwise than that, it knows better; a screen that is only emulated it does not count.
    if (exact && Math.abs(exact.inlineSize - wanted[0]) <= 1 && Math.abs(exact.blockSize - wanted[1]) <= 1) {
      wanted = [exact.inlineSize, exact.blockSize];
    }
    input.call("wake", []);
  };
  const watchSize = () => {
    measure();
    const observer = new ResizeObserver(entries => measure(entries[0]));
    try {
      observer.observe(canvas, {box: "device-pixel-content-box"});
    } catch {
      observer.observe(canvas);
    }
    window.addEventListener("resize", () => measure());
  };

  const copyByField = text => {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    canvas.focus({preventScroll: true});
  };

  const page = {
    address: () => location.href.split("#")[0],
    showFragment: fragment => history.replaceState(null, "", fragment ? "#" + fragment : location.pathname + location.search),
    chooseFiles: input.chooseFiles,
    handOut(path) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([module.FS.readFile(path)]));
      link.download = path.slice(path.lastIndexOf("/") + 1);
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    },
    keepFile(path) {
      try {
        localStorage.setItem(kept + path, module.FS.readFile(path, {encoding: "utf8"}));
      } catch {
        // A browser that keeps nothing for this page: it begins anew next time.
      }
    },
    copy(text) {
      if (navigator.clipboard) navigator.clipboard.writeText(text).catch(() => copyByField(text));
      else copyByField(text);
    },
    /** Set between frames it would show an empty canvas: the program asks when it draws. */
    fitCanvas() {
      if (canvas.width !== wanted[0]) canvas.width = wanted[0];
      if (canvas.height !== wanted[1]) canvas.height = wanted[1];
      return wanted;
    },
    ratio,
    fullScreen(full) {
      if (full && document.documentElement.requestFullscreen) document.documentElement.requestFullscreen().catch(() => {});
      if (!full && document.fullscreenElement) document.exitFullscreen();
    },
    showKeyboard: input.showKeyboard,
    noteFrame() {
      if (state.frames++ === 0) performance.mark("texelsort-first-frame");
      cover.hidden = true;
    },
    noteEnd: reason => giveUp(reason ? "The program has ended: " + reason : "The window is closed.", {again: true}),
  };

  /** The program's bytes as they come. `data-bytes` is their number, which servers that compress do not tell. */
  const fetchProgram = async imports => {
    const response = await fetch("texelsort.wasm");
    if (!response.ok) throw new Error("the server answers " + response.status + " for texelsort.wasm");
    const packed = response.headers.get("Content-Encoding");
    const total = Number(document.documentElement.dataset.bytes || (packed ? 0 : response.headers.get("Content-Length")));
    let done = 0;
    const counted = response.body.pipeThrough(new TransformStream({
      transform(part, controller) {
        done += part.byteLength;
        if (total > 0) element("progress").value = Math.min(1, done / total);
        controller.enqueue(part);
      }}));
    if (!total) element("progress").removeAttribute("value");
    return WebAssembly.instantiateStreaming(new Response(counted, {headers: {"Content-Type": "application/wasm"}}), imports);
  };

  const start = async () => {
    const lacks = lacking();
    if (lacks) return giveUp(lacks, {instead: true});
    say("Loading the program.", {progress: true});
    const made = await texelsort({
      canvas, page, noInitialRun: true,
      print: text => { state.output.push(text); console.log(text); },
      printErr: text => { state.errors.push(text); console.warn(text); },
      instantiateWasm(imports, done) {
        fetchProgram(imports).then(({instance, module: compiled}) => done(instance, compiled),
                                   error => giveUp("The program cannot be loaded: " + error.message, {again: true}));
        return {};
      },
    });
    module = state.module = made;
    bringBackFiles(made.FS);
    watchSize();
    canvas.focus({preventScroll: true});
    const opened = location.hash.length > 1;
    made.callMain(opened ? ["--fresh"] : []);
    if (opened) input.call("take", ["string"], location.href);
  };

  canvas.addEventListener("webglcontextlost", event => {
    event.preventDefault();
    input.call("context", ["number"], 1);
    say("The browser has stopped the graphics of this page. texelsort continues when they are available again. The address of the page keeps this view.",
        {over: true, again: true});
  });
  canvas.addEventListener("webglcontextrestored", () => {
    input.call("context", ["number"], 0);
  });
  window.addEventListener("hashchange", event => {
    // The program may have put its own address over it since.
    if (event.newURL.split("#").length > 1) input.call("take", ["string"], event.newURL);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") input.call("keep", []);
  });
  window.addEventListener("pagehide", () => input.call("keep", []));

  start().catch(error => giveUp("The program cannot be started: " + error.message, {again: true}));
})();
