// Predictions: answered before the pass is shown, then compared with what the run gave.

const answered = new Map();  // by question: whether it was right, and what was said
let predicting = false;

/** The question that stands at the present moment: the lesson's, or the next pass's. */
function presentQuestion() {
  const step = given.steps[at.step];
  if (step.question !== undefined) return runs[step.run] === at.run && present().pass === step.pass ? { id: `step ${at.step}`, ...step.question } : null;
  const asked = predicting && followed() ? present().question : undefined;
  return asked === undefined ? null : { id: `pass ${present().pass}`, ...asked };
}

/** Kinds whose answer the next pass shows. */
const ofNextPass = ["swaps", "key", "place", "group", "count", "bit"];

const comparatorName = (comparator) => `${comparator.low}:${comparator.high}`;
const swapNames = () => (next() === null ? [] : next().columns.flatMap((column) => column.comparators)).sort((a, b) => a.low - b.low).map(comparatorName);

/** Answers are compared without regard to spaces, case and separators of thousands. */
const plain = (text) => text.toLowerCase().replace(/\s+/g, "").replace(/(\d),(?=\d{3}(\D|$))/g, "$1");

function choiceBoxes(question, type, choices) {
  return html("div", { class: "choices" }, choices.map((choice) => {
    const box = html("input", { type, name: "answer", value: choice });
    return html("label", { class: "choice" }, [box, html("span", {}, [choice])]);
  }));
}

function answerOf(question) {
  const form = byId("question-form");
  if (question.choices !== null && question.choices.length === 0) return form.elements.answer.value;
  const chosen = [...form.querySelectorAll("input:checked")].map((box) => box.value);
  if (question.choices === null) return chosen.length === 0 ? "none" : chosen.join(", ");
  return chosen.length === 0 ? "" : chosen[0];
}

function check(question) {
  const said = answerOf(question);
  if (said.trim() === "") return;
  answered.set(question.id, { right: plain(said) === plain(question.right), said });
  drawQuestion();
  (byId("question-show") || byId("score")).focus();
}

function drawScore() {
  const right = [...answered.values()].filter((one) => one.right).length;
  byId("score").textContent = answered.size === 0 ? "" : `Score: ${right} of ${answered.size} right.`;
}

/** What is said once the answer is known. */
function verdictOn(question, done) {
  const lines = [html("p", { class: done.right ? "holds" : "fails", role: "status" }, [done.right ? `✓ Right: ${question.right}.` : `✗ You said ${done.said}. The run answers: ${question.right}.`])];
  if (question.hint !== undefined) lines.push(html("p", {}, [question.hint]));
  if (ofNextPass.includes(question.kind) && followed()) {
    const show = html("button", { type: "button", id: "question-show" }, ["Show the pass"]);
    show.addEventListener("click", () => goTo(at.stop + 1));
    lines.push(show);
  }
  return lines;
}

function askButtons(question) {
  const buttons = [html("button", { type: "submit", class: "main" }, ["Check"])];
  if (!ofNextPass.includes(question.kind) || !followed() || next().claim === undefined) return buttons;
  const hint = html("button", { type: "button" }, ["Hint"]);
  hint.addEventListener("click", () => {
    const text = html("p", { class: "dim", role: "status" }, [`After the pass: ${next().claim}`]);
    hint.parentElement.replaceWith(hint.parentElement, text);
    hint.remove();
  });
  return [...buttons, hint];
}

function drawQuestion() {
  const question = presentQuestion(), section = byId("question"), form = byId("question-form");
  section.hidden = question === null && answered.size === 0;
  document.documentElement.classList.toggle("asking", question !== null);
  drawScore();
  markAsked(question);
  if (question === null) return form.replaceChildren();
  const fieldset = html("fieldset", {}, [html("legend", {}, [question.ask])]);
  const typed = question.choices !== null && question.choices.length === 0;
  if (typed) fieldset.append(html("input", { type: "text", name: "answer", autocomplete: "off", "aria-label": "Your answer" }));
  else if (question.choices === null) fieldset.append(choiceBoxes(question, "checkbox", swapNames()));
  else fieldset.append(choiceBoxes(question, "radio", question.choices));
  const done = answered.get(question.id);
  form.replaceChildren(fieldset);
  if (done === undefined) return form.append(html("div", { class: "row" }, askButtons(question)));
  const rights = question.right.split(", "), said = done.said.split(", ");
  for (const box of fieldset.querySelectorAll("input")) {
    box.disabled = true;
    if (box.type === "text") box.value = done.said;
    else box.checked = question.choices === null ? said.includes(box.value) : done.said === box.value;
    if (question.choices === null ? rights.includes(box.value) : question.right === box.value) box.parentElement.classList.add("right");
  }
  form.append(...verdictOn(question, done));
}

/** Comparators of the next pass can be clicked while it is asked which of them swap. */
function markAsked(question) {
  const open = question !== null && question.choices === null && !answered.has(question.id);
  for (const comparator of document.querySelectorAll("#network .following")) comparator.classList.toggle("asked", open);
}

function toggleAsked(comparator) {
  const name = `${comparator.dataset.low}:${comparator.dataset.high}`;
  const box = [...byId("question-form").querySelectorAll("input[type=checkbox]")].find((one) => one.value === name);
  if (box === undefined || box.disabled) return;
  box.checked = !box.checked;
  comparator.classList.toggle("chosen", box.checked);
}

function followBoxes() {
  for (const box of byId("question-form").querySelectorAll("input[type=checkbox]")) {
    const [low, high] = box.value.split(":");
    const comparator = document.querySelector(`#network .asked[data-low="${low}"][data-high="${high}"]`);
    if (comparator !== null) comparator.classList.toggle("chosen", box.checked);
  }
}
