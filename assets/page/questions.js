// Predictions: answered before the pass is shown, then compared with what the run gave.

const answered = new Map();  // by question: whether it was right, and what was said
let predicting = false;

/** The questions that stand at the present step: the lesson's, or those about the next pass. */
function presentQuestions() {
  const step = given.steps[at.step];
  if (step.question !== undefined && runs[step.run] === at.run && present().pass === step.pass) return [{ id: `step ${at.step}`, ...step.question }];
  if (!predicting) return [];
  const run = runs.indexOf(at.run);
  return (present().questions || []).map((question, i) => ({ id: `run ${run}, pass ${present().pass}, ${i}`, ...question }));
}

/** The one of them that is asked: the first until another one is wanted. */
function presentQuestion() {
  const all = presentQuestions();
  return all.length === 0 ? null : all[at.asked % all.length];
}

/** Choices have letters, because answers are often numbers themselves. */
const letterOf = (i) => String.fromCharCode(65 + i);

function choiceBoxes(type, choices) {
  return html("div", { class: "choices" }, choices.map((choice, i) => html("label", { class: "choice" }, [html("input", { type, name: "answer", value: choice }), html("b", {}, [letterOf(i)]), html("span", {}, [choice])])));
}

/** Marks the choice of a letter key. Returns false if the open question has none. */
function chooseByKey(key) {
  const boxes = [...byId("question-form").querySelectorAll("input:not(:disabled)")];
  const box = boxes.find((one, i) => letterOf(i) === key.toUpperCase());
  if (box === undefined) return false;
  box.focus();
  box.click();
  return true;
}

function check(question) {
  const chosen = [...byId("question-form").querySelectorAll("input:checked")].map((box) => box.value);
  if (chosen.length === 0 && question.pairs === undefined) return;
  const said = chosen.length === 0 ? "none" : chosen.join(", ");
  answered.set(question.id, { right: said === question.right, said });
  drawQuestion();
  const shown = byId("question-show");
  if (shown !== null) shown.focus();
}

function drawScore() {
  const right = [...answered.values()].filter((one) => one.right).length;
  byId("score").textContent = answered.size === 0 ? "" : `Score: ${right} of ${answered.size}.`;
}

function button(text, act, attributes = {}) {
  const element = html("button", { type: "button", ...attributes }, [text]);
  element.addEventListener("click", () => act(element));
  return element;
}

const another = () => button("Another question", () => {
  at.asked += 1;
  drawQuestion();
});

/** A choice with its letter: "C (5)". Marked comparators are several choices, without a letter. */
const lettered = (question, answer) => (question.pairs !== undefined ? answer : `${letterOf(question.choices.indexOf(answer))} (${answer})`);

/** The text that appears once the answer is known. */
function verdictOn(question, done) {
  const right = lettered(question, question.right);
  const verdict = done.right ? `✓ Right: ${right}.` : `✗ Wrong. The right answer is ${right}. You ${question.pairs !== undefined ? "marked" : "chose"} ${lettered(question, done.said)}.`;
  const lines = [html("p", { class: done.right ? "holds" : "fails", role: "status" }, [verdict])];
  if (question.hint !== undefined) lines.push(html("p", {}, [question.hint]));
  const buttons = [];
  if (question.next && followed()) buttons.push(button("Show the pass", () => goTo(at.stop + 1), { id: "question-show" }));
  if (at.asked + 1 < presentQuestions().length) buttons.push(another());
  return [...lines, html("div", { class: "row" }, buttons)];
}

function askButtons(question) {
  const row = html("div", { class: "row" }, [html("button", { type: "submit", class: "main" }, ["Check"])]);
  if (question.next && followed()) {
    row.append(button("Hint", (hint) => {
      row.before(html("p", { class: "dim", role: "status" }, [`After the pass: ${next().claim}.`]));
      hint.remove();
    }));
  }
  if (at.asked + 1 < presentQuestions().length) row.append(another());
  return row;
}

function drawQuestion() {
  const question = presentQuestion(), form = byId("question-form");
  byId("question").hidden = question === null && answered.size === 0;
  document.documentElement.classList.toggle("asking", question !== null);
  drawScore();
  markAsked(question);
  if (question === null) return form.replaceChildren();
  // What is half answered stays as it is.
  const state = `${question.id} ${answered.has(question.id)}`;
  if (form.dataset.state === state && form.childElementCount > 0) return followBoxes();
  form.dataset.state = state;
  const boxes = question.pairs !== undefined ? choiceBoxes("checkbox", question.pairs) : choiceBoxes("radio", question.choices);
  form.replaceChildren(html("fieldset", {}, [html("legend", {}, [question.ask]), boxes]));
  const done = answered.get(question.id);
  if (done === undefined) return form.append(askButtons(question));
  const rights = question.pairs !== undefined ? question.right.split(", ") : [question.right];
  const said = question.pairs !== undefined ? done.said.split(", ") : [done.said];
  for (const box of boxes.querySelectorAll("input")) {
    box.disabled = true;
    box.checked = said.includes(box.value);
    if (rights.includes(box.value)) box.parentElement.classList.add("right");
    else if (box.checked) box.parentElement.classList.add("wrong");
  }
  form.append(...verdictOn(question, done));
}

/** Comparators of the next pass can be clicked while it is asked which of them swap. */
function markAsked(question) {
  const open = question !== null && question.pairs !== undefined && !answered.has(question.id) ? question.pairs : [];
  for (const comparator of document.querySelectorAll("#network .following")) {
    comparator.classList.remove("chosen");
    comparator.classList.toggle("asked", open.includes(`${comparator.dataset.low}:${comparator.dataset.high}`));
  }
  at.about = question === null || question.key === undefined ? null : question.key;
  markKeys();
  markNetwork();
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
