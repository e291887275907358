// Moving about: passes, steps of the lesson, keys and taps.

const passesASecond = 1.5;
let timer = null;

function draw() {
  drawPass();
  drawNetwork();
  drawTexture();
  drawBars();
  drawRecords();
  drawMarks();
  drawQuestion();
  drawTransport();
}

function drawMarks() {
  markKeys();
  markNetwork();
  drawDetails();
}

function drawTransport() {
  const last = at.run.stops.length - 1, stop = present(), range = byId("position");
  range.max = String(last);
  range.value = String(at.stop);
  range.setAttribute("aria-valuetext", stop.pass === 0 ? "input" : `pass ${stop.pass} of ${at.run.passes}: ${passName(stop)}`);
  byId("count").textContent = `${stop.pass} / ${at.run.passes}`;
  for (const id of ["to-input", "back"]) byId(id).disabled = at.stop === 0;
  for (const id of ["on", "to-end"]) byId(id).disabled = at.stop === last;
  byId("play").disabled = last === 0;
  const command = byId("command");
  command.hidden = at.run.command === undefined;
  command.lastElementChild.textContent = `texelsort ${at.run.command} --pass ${stop.pass}` + (at.pinned === null ? "" : ` --pin ${at.pinned}`);
  const program = byId("program"), fragment = given.steps[at.step].fragment;
  program.hidden = given.program === undefined || fragment === undefined;
  if (!program.hidden) program.firstElementChild.href = given.program + "#" + fragment.replace(/&pass=[^&]*/, `&pass=${stop.pass}`);
  byId("predict").hidden = !at.run.stops.some((one) => one.questions !== undefined);
}

function drawStages() {
  const strip = byId("stages"), stops = at.run.stops;
  strip.replaceChildren();
  for (let first = 1; first < stops.length; ) {
    let last = first;
    while (last + 1 < stops.length && stops[last + 1].stage === stops[first].stage) ++last;
    const part = html("span", { title: stops[first].stage }, [shortStage(stops[first].stage)]);
    part.style.flexGrow = String(last + 1 - first);
    const goal = last;
    part.addEventListener("click", () => goTo(goal));
    strip.append(part);
    first = last + 1;
  }
  for (const part of strip.children) part.classList.toggle("narrow", part.clientWidth < 44);
}

function pause() {
  if (timer === null) return;
  clearInterval(timer);
  timer = null;
  byId("play").setAttribute("aria-label", "Play");
  document.documentElement.classList.remove("runs");
}

function play() {
  if (timer !== null) return pause();
  if (at.stop + 1 === at.run.stops.length) goTo(0);
  timer = setInterval(() => (at.stop + 1 < at.run.stops.length ? moveTo(at.stop + 1) : pause()), 1000 / passesASecond);
  byId("play").setAttribute("aria-label", "Pause");
  document.documentElement.classList.add("runs");
}

function moveTo(stop) {
  at.stop = Math.max(0, Math.min(stop, at.run.stops.length - 1));
  at.hovered = null;
  at.asked = 0;
  draw();
}

function goTo(stop) {
  pause();
  moveTo(stop);
}

/** A step of the lesson; of a run's page there is one. */
function goToStep(step) {
  pause();
  at.step = Math.max(0, Math.min(step, given.steps.length - 1));
  const shown_step = given.steps[at.step];
  const same = at.run === runs[shown_step.run];
  at.run = runs[shown_step.run];
  at.stop = Math.max(0, at.run.stops.findIndex((stop) => stop.pass === shown_step.pass));
  at.pinned = shown_step.pin === undefined ? null : shown_step.pin;
  at.hovered = null;
  at.asked = 0;
  byId("about").textContent = given.lesson === undefined ? at.run.algorithm : `${at.run.algorithm}, ${plural(at.run.n, "key")}; ${given.lesson.level}, ${given.lesson.minutes} minutes`;
  const sources = [...at.run.sources, ...(given.lesson === undefined ? [] : [given.lesson.source])];
  byId("sources").replaceChildren(...sources.map((text) => html("li", {}, [`Source: ${text}`])));
  byId("views").dataset.first = ["texture", "bars", "records"].includes(shown_step.view) ? shown_step.view : "network";
  document.documentElement.classList.toggle("wired", at.run.wires === true);
  if (!same || step === 0) {
    drawStages();
    drawPassList();
  }
  drawLesson(shown_step);
  draw();
}

function drawLesson(shown_step) {
  if (given.lesson === undefined) return;
  byId("lesson").hidden = false;
  byId("caption").textContent = shown_step.caption;
  byId("lesson-steps").value = String(at.step);
  byId("lesson-back").disabled = at.step === 0;
  byId("lesson-next").disabled = at.step + 1 === given.steps.length;
}

function listSteps() {
  if (given.lesson === undefined) return;
  given.steps.forEach((step, i) => {
    const title = step.name ?? step.caption.split(/[.:;](\s|$)/)[0];
    const name = title.length <= 44 ? title : title.slice(0, 42).replace(/\s+\S*$/, "") + "…";
    byId("lesson-steps").append(html("option", { value: i }, [`${i + 1} of ${given.steps.length}: ${name}`]));
  });
}

function pin(place) {
  at.pinned = place;
  drawMarks();
  drawTransport();
}

/** The place that a picture's element stands for; null for none. */
function placeOf(target) {
  const element = target.closest("[data-place]");
  return element === null ? null : Number(element.dataset.place);
}

function point(picture, target) {
  const comparator = target.closest(".comparator");
  if (comparator !== null) return Number(comparator.dataset.stop) === at.stop && present().single ? Number(comparator.dataset.low) : null;
  return placeOf(target);
}

function click(target) {
  const comparator = target.closest(".comparator");
  if (comparator !== null && comparator.classList.contains("asked")) return toggleAsked(comparator);
  if (comparator !== null && Number(comparator.dataset.stop) !== at.stop) {
    pause();
    at.pinned = Number(comparator.dataset.low);
    return moveTo(Number(comparator.dataset.stop));
  }
  const place = point(null, target);
  if (place !== null) pin(at.pinned === place ? null : place);
}

/** Up and Down within a picture: the next key, or the next comparator. */
function neighbour(picture, direction) {
  at.hovered = null;  // whoever presses keys looks at what they choose, wherever the mouse rests
  if (picture.id === "network") {
    const lows = [...present().partners.values()].map((one) => one.low).filter((low, i, all) => all.indexOf(low) === i).sort((a, b) => a - b);
    const now = at.pinned === null || !present().partners.has(at.pinned) ? -1 : lows.indexOf(present().partners.get(at.pinned).low);
    if (lows.length > 0) pin(lows[now < 0 ? 0 : Math.max(0, Math.min(now + direction, lows.length - 1))]);
    if (at.pinned !== null && byId(`comparator-${at.pinned}`)) picture.setAttribute("aria-activedescendant", `comparator-${at.pinned}`);
    return;
  }
  if (at.run.n === 0) return;
  pin(at.pinned === null ? 0 : Math.max(0, Math.min(at.pinned + direction, at.run.n - 1)));
  picture.setAttribute("aria-activedescendant", `texel-${at.pinned}`);
}

function pictureKey(event) {
  const rows = { ArrowUp: -at.run.row, ArrowDown: at.run.row, ArrowLeft: -1, ArrowRight: 1 };
  const columns = { ArrowUp: -1, ArrowDown: 1 };
  const distance = (event.shiftKey ? rows : columns)[event.key];
  if (distance === undefined) return;
  neighbour(event.currentTarget, distance);
  event.preventDefault();
  event.stopPropagation();
}

const keys = {
  ArrowRight: () => goTo(at.stop + 1),
  ArrowLeft: () => goTo(at.stop - 1),
  Home: () => goTo(0),
  End: () => goTo(at.run.stops.length - 1),
  Escape: () => pin(null),
};
if (given.lesson !== undefined) {
  keys.PageDown = () => goToStep(at.step + 1);
  keys.PageUp = () => goToStep(at.step - 1);
}

function pressed(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (chooseByKey(event.key)) return event.preventDefault();
  // A field takes its own keys.
  const field = event.target.closest("input[type=radio], input[type=range], select");
  if (field !== null || keys[event.key] === undefined) return;
  keys[event.key]();
  event.preventDefault();
}

function listen() {
  byId("to-input").addEventListener("click", () => goTo(0));
  byId("back").addEventListener("click", () => goTo(at.stop - 1));
  byId("play").addEventListener("click", play);
  byId("on").addEventListener("click", () => goTo(at.stop + 1));
  byId("to-end").addEventListener("click", () => goTo(at.run.stops.length - 1));
  byId("position").addEventListener("input", (event) => goTo(Number(event.target.value)));
  byId("lesson-back").addEventListener("click", () => goToStep(at.step - 1));
  byId("lesson-next").addEventListener("click", () => goToStep(at.step + 1));
  byId("lesson-steps").addEventListener("change", (event) => goToStep(Number(event.target.value)));
  byId("predict").addEventListener("click", () => {
    predicting = !predicting;
    byId("predict").setAttribute("aria-pressed", String(predicting));
    at.asked = 0;
    drawQuestion();
  });
  byId("question-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const question = presentQuestion();
    if (question !== null && !answered.has(question.id)) check(question);
  });
  byId("question-form").addEventListener("change", followBoxes);
  for (const id of ["network", "texture", "bars"]) {
    const picture = byId(id);
    picture.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return;
      const place = point(picture, event.target);
      if (place === at.hovered) return;
      at.hovered = place;
      drawMarks();
    });
    picture.addEventListener("pointerleave", () => {
      if (at.hovered === null) return;
      at.hovered = null;
      drawMarks();
    });
    picture.addEventListener("click", (event) => click(event.target));
    if (id !== "bars") picture.addEventListener("keydown", pictureKey);
  }
  document.addEventListener("keydown", pressed);
  // A phone's browser shows and hides its own bars while one scrolls: only another width is another layout.
  let width = window.innerWidth;
  window.addEventListener("resize", () => {
    if (width === window.innerWidth) return;
    width = window.innerWidth;
    draw();
  });
  window.addEventListener("beforeprint", () => (byId("passes").open = true));
}

addPatterns();
listSteps();
listen();
goToStep(0);
