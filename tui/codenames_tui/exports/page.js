"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const cards = [...document.querySelectorAll("#board li")];
const story = [...document.querySelectorAll("#story [data-at]")];
const paper = document.getElementById("story");
const bar = document.getElementById("bar");
const where = document.getElementById("where");
const stage = document.getElementById("stage");
const last = game.positions.length - 1;
const turnStarts = game.positions.map((_, at) => at)
  .filter((at) => at === 0 || game.positions[at].turn !== game.positions[at - 1].turn);
let at = last;
let showsKey = false;
let timer = null;

function show(position) {
  at = Math.min(Math.max(position, 0), last);
  const now = game.positions[at];
  const revealed = new Set();
  for (let index = 1; index <= at; index += 1) {
    if (game.positions[index].card !== null) revealed.add(game.positions[index].card);
  }
  cards.forEach((card, index) => {
    const kind = game.key[index];
    const isUp = revealed.has(index);
    card.className = isUp ? kind : "";
    card.classList.toggle("last", isUp && now.card === index);
    card.lastElementChild.textContent = isUp || showsKey ? game.marks[kind] : "";
  });
  story.forEach((part) => {
    const place = Number(part.dataset.at);
    part.hidden = place > at;
    part.classList.toggle("now", place === at && part.matches(".red, .blue"));
  });
  document.body.classList.toggle("hide-key", !showsKey);
  document.getElementById("key").setAttribute("aria-pressed", String(showsKey));
  bar.value = String(at);
  const move = at === last && game.over ? "" : `, ${now.team.toUpperCase()} to move`;
  where.textContent = `event ${at} of ${last}, turn ${now.turn}${move}; ` +
    `RED ${now.red} left, BLUE ${now.blue} left`;
  stage.textContent = now.staged;
  stage.className = now.by;
  if (at === last) where.textContent += `. ${game.verdict}`;
  const current = story.findLast((part) => !part.hidden);
  if (current) paper.scrollTop = current.offsetTop + current.offsetHeight - paper.clientHeight;
}

function turn(direction) {
  const starts = turnStarts.filter((start) => (direction > 0 ? start > at : start < at));
  if (direction > 0) show(starts.length ? starts[0] : last);
  else show(starts.length ? starts[starts.length - 1] : 0);
}

function play(on) {
  window.clearInterval(timer);
  timer = null;
  if (on) {
    if (at === last) show(0);
    timer = window.setInterval(() => (at < last ? show(at + 1) : play(false)), game.pace * 1000);
  }
  document.getElementById("play").setAttribute("aria-pressed", String(timer !== null));
}

const actions = {
  first: () => show(0),
  back: () => show(at - 1),
  play: () => play(timer === null),
  on: () => show(at + 1),
  end: () => show(last),
  turnBack: () => turn(-1),
  turnOn: () => turn(1),
  key: () => { showsKey = !showsKey; show(at); },
};
const keys = {
  ArrowLeft: "back", ArrowRight: "on", ".": "on", "[": "turnBack", p: "turnBack", "]": "turnOn", n: "turnOn",
  g: "first", Home: "first", G: "end", End: "end", " ": "play", s: "key",
};
for (const name of Object.keys(actions)) {
  document.getElementById(name).addEventListener("click", actions[name]);
}
bar.max = String(last);
bar.addEventListener("input", () => show(Number(bar.value)));
document.addEventListener("keydown", (pressed) => {
  const isOwn = Object.hasOwn(keys, pressed.key) && !pressed.ctrlKey && !pressed.metaKey && !pressed.altKey;
  if (!isOwn || (pressed.key === " " && pressed.target.tagName === "BUTTON")) return;
  pressed.preventDefault();
  actions[keys[pressed.key]]();
});
document.getElementById("controls").hidden = false;
show(game.begin);
