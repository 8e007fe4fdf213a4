"use strict";
const game = JSON.parse(document.getElementById("game").textContent);
const find = (id) => document.getElementById(id);
const cards = [...document.querySelectorAll("#board > li")];
const parts = [...document.querySelectorAll("[data-at]")];
const talk = find("talk");
const bar = find("bar");
const last = game.turned.length - 1;
const speeds = [0.5, 1, 2, 4];
const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const fits = cards.map((card) => [...card.classList].find((name) => /^n\d+$/.test(name)));
const turnStarts = game.turn.map((_, at) => at).filter((at) => at === 0 || game.turn[at] !== game.turn[at - 1]);
let at = -1;
let keyAsked = game.keyShown === "shown";
let speed = 1;
let timer = null;

function revealedAt(position) {
  return new Set(game.turned.slice(0, position + 1).filter((card) => card >= 0));
}

function beliefsAt(position) {
  const told = game.beliefs.findLast(([from]) => from <= position);
  return new Map(told ? told[1].map(([place, ...rest]) => [place, rest]) : []);
}

function drawMind(mind, steps) {
  mind.className = steps < 0 ? "mind spoken" : "mind";
  mind.style.width = steps > 0 ? `${(100 * steps) / 24}%` : "";
  mind.hidden = steps === 0;
}

function percent(steps) {
  return steps < 0 ? "for it" : `${Math.round((100 * steps) / 24)}%`;
}

function drawBoard() {
  const up = revealedAt(at);
  const isOver = at === last && game.over;
  const keyShown = game.keyShown !== "never" && (keyAsked || isOver);
  const meant = new Set(keyShown ? game.stages[game.stage[at]][5] : []);
  const beliefs = beliefsAt(at);
  cards.forEach((card, place) => {
    const isUp = up.has(place);
    const kind = isUp || keyShown ? game.cards[place] : "";
    const [first, second, disputed] = beliefs.get(place) || [0, 0, 0];
    card.className = [kind, fits[place]].filter(Boolean).join(" ");
    card.classList.toggle("up", isUp);
    card.classList.toggle("last", isUp && game.turned[at] === place);
    card.classList.toggle("meant", meant.has(place));
    card.classList.toggle("disputed", Boolean(disputed) && !isUp && !isOver);
    card.querySelector(".sign").textContent = kind ? game.signs[kind] : "";
    const [one, other] = card.querySelectorAll(".mind");
    const isClosed = !isUp && !isOver;
    drawMind(one, isClosed ? first : 0);
    drawMind(other, isClosed ? second : 0);
    const said = [isUp ? `${kind}, revealed` : kind || "face down"];
    if (meant.has(place)) said.push("a target of the clue");
    if (first && isClosed) said.push(`guesser 1 ${percent(first)}`);
    if (second && isClosed) said.push(`guesser 2 ${percent(second)}`);
    card.querySelector(".said").textContent = `: ${said.join(", ")}`;
  });
  document.body.classList.toggle("key-on", keyShown);
  find("key").setAttribute("aria-pressed", String(keyAsked));
}

function drawStage() {
  const [team, clue, number, found, end] = game.stages[game.stage[at]];
  const isOver = at === last && game.over;
  const stage = find("stage");
  stage.hidden = false;
  stage.className = isOver ? `stage over ${(game.headline.match(/^(RED|BLUE)/) || [""])[0].toLowerCase()}` : `stage ${team}`;
  find("stage-clue").textContent = isOver ? game.headline : at === 0 ? `${team.toUpperCase()} moves first` : clue ? `${clue} ×${number}` : `${team.toUpperCase()}: no clue yet`;
  find("stage-more").textContent = [found, end].filter(Boolean).join(" · ");
}

function drawScore() {
  ["red", "blue"].forEach((team, index) => {
    const score = find(`score-${team}`);
    score.querySelector(".count").textContent = String(game.left[at][index]);
    score.classList.toggle("moves", game.mover[at] === team && !(at === last && game.over));
  });
  if (!find("chance")) return;
  const chance = game.chance[at];
  find("odds-red").textContent = chance === null ? "" : `${Math.round(chance / 10)}%`;
  find("odds-blue").textContent = chance === null ? "" : `${100 - Math.round(chance / 10)}%`;
  find("seen-area").setAttribute("width", String(at + 1));
  find("now").setAttribute("d", `M${at + 0.5} 0V100`);
}

function drawText(isStep) {
  parts.forEach((part) => {
    const place = Number(part.dataset.at);
    part.hidden = place > at;
    part.classList.toggle("now", place === at && at > 0);
  });
  const current = [...talk.children].findLast((part) => !part.hidden);
  const bottom = current ? current.offsetTop + current.offsetHeight - talk.clientHeight + 12 : 0;
  const top = current ? Math.min(bottom, current.offsetTop - 12) : 0;
  talk.scrollTo({ top: Math.max(top, 0), behavior: isStep && !calm ? "smooth" : "instant" });
  const log = find("log");
  const row = [...log.children].findLast((part) => !part.hidden);
  log.scrollTop = row ? row.offsetTop + row.offsetHeight - log.clientHeight + 8 : 0;
  const move = at === last && game.over ? "" : `, ${game.mover[at].toUpperCase()} to move`;
  find("where").textContent = `event ${at} of ${last}, turn ${game.turn[at]}${move}; ` +
    `RED ${game.left[at][0]} left, BLUE ${game.left[at][1]} left`;
  const mark = game.marks.find(([place]) => place === at);
  const told = current ? [...current.querySelectorAll("p:not(.aside):not(.meant), h3")].map((part) => part.textContent).join(" ") : "";
  find("live").textContent = [mark ? mark[2] : "", told].filter(Boolean).join(". ");
}

function show(position) {
  const before = at;
  at = Math.min(Math.max(position, 0), last);
  find("poster").hidden = at > 0 || timer !== null;
  bar.value = String(at);
  bar.setAttribute("aria-valuetext", `event ${at} of ${last}, turn ${game.turn[at]}`);
  bar.style.setProperty("--done", `${last ? (100 * at) / last : 0}%`);
  drawBoard();
  drawStage();
  drawScore();
  drawText(at === before + 1);
}

function step(position) {
  show(position);
  if (timer === null) window.history.replaceState(null, "", at ? `#event=${at}` : window.location.pathname + window.location.search);
}

function turn(direction) {
  const starts = turnStarts.filter((start) => (direction > 0 ? start > at : start < at));
  if (direction > 0) step(starts.length ? starts[0] : last);
  else step(starts.length ? starts[starts.length - 1] : 0);
}

function mark(direction) {
  const places = game.marks.map(([place]) => place).filter((place) => (direction > 0 ? place > at : place < at));
  if (places.length) step(direction > 0 ? places[0] : places[places.length - 1]);
}

function play(on) {
  window.clearTimeout(timer);
  timer = null;
  if (on) {
    if (at === last) at = -1;
    const next = () => {
      step(at + 1);
      timer = at < last ? window.setTimeout(next, (game.pace * 1000) / speed) : null;
      drawPlay();
    };
    timer = window.setTimeout(next, 0);
  } else if (at >= 0) step(at);
  drawPlay();
}

function drawPlay() {
  const button = find("play");
  button.setAttribute("aria-pressed", String(timer !== null));
  button.querySelector("path").setAttribute("d", timer === null ? "M7 4l13 8-13 8z" : "M6 4h4v16H6zM14 4h4v16h-4z");
  find("poster").hidden = at > 0 || timer !== null;
}

function faster(steps) {
  const place = speeds.indexOf(speed) + steps;
  speed = speeds[Math.min(Math.max(place, 0), speeds.length - 1)];
  find("speed").textContent = `${speed}×`;
}

function drawMarks() {
  game.marks.forEach(([place, kind, title]) => {
    const tick = document.createElement("span");
    tick.className = `tick ${kind}`;
    tick.title = title;
    tick.style.left = `${last ? (100 * place) / last : 0}%`;
    tick.addEventListener("click", () => go(() => step(place)));
    find("marks").append(tick);
  });
}

function go(action) {
  if (timer !== null) play(false);
  action();
}

function placeNamed() {
  const named = /^#(event|turn)=(\d{1,6})$/.exec(window.location.hash);
  if (!named) return null;
  const number = Number(named[2]);
  if (named[1] === "event") return Math.min(number, last);
  return number >= 1 && number <= turnStarts.length ? Math.min(turnStarts[number - 1] + 1, last) : null;
}

const actions = {
  first: () => step(0),
  back: () => step(at - 1),
  on: () => step(at + 1),
  end: () => step(last),
  turnBack: () => turn(-1),
  turnOn: () => turn(1),
};
const keys = {
  ArrowLeft: "back", ArrowRight: "on", ".": "on", "[": "turnBack", p: "turnBack", "]": "turnOn", n: "turnOn",
  g: "first", Home: "first", G: "end", End: "end",
};
const others = {
  " ": () => play(timer === null), s: toggleKey, m: () => go(() => mark(1)), M: () => go(() => mark(-1)),
  "+": () => faster(1), "=": () => faster(1), "-": () => faster(-1),
};

function toggleKey() {
  if (game.keyShown === "never") return;
  keyAsked = !keyAsked;
  show(at);
}

Object.keys(actions).forEach((name) => find(name).addEventListener("click", () => go(actions[name])));
find("play").addEventListener("click", () => play(timer === null));
find("poster").addEventListener("click", () => { play(true); find("play").focus(); });
find("speed").addEventListener("click", () => { speed === 4 ? faster(-3) : faster(1); });
find("key").addEventListener("click", toggleKey);
find("key").hidden = game.keyShown === "never";
bar.addEventListener("input", () => go(() => step(Number(bar.value))));
document.querySelectorAll("[data-go]").forEach((button) => {
  button.addEventListener("click", () => go(() => step(Number(button.dataset.go))));
});
document.addEventListener("keydown", (pressed) => {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
  const isPressable = pressed.target.closest("button, summary, a");
  if (pressed.key === " " && isPressable && pressed.target.id !== "poster") return;
  if (Object.hasOwn(keys, pressed.key)) go(actions[keys[pressed.key]]);
  else if (Object.hasOwn(others, pressed.key)) others[pressed.key]();
  else return;
  pressed.preventDefault();
});
let touched = null;
find("board").addEventListener("touchstart", (touch) => { touched = touch.changedTouches[0]; }, { passive: true });
find("board").addEventListener("touchend", (touch) => {
  const end = touch.changedTouches[0];
  const across = end.clientX - touched.clientX;
  if (Math.abs(across) < 40 || Math.abs(across) < 2 * Math.abs(end.clientY - touched.clientY)) return;
  go(across < 0 ? actions.on : actions.back);
}, { passive: true });
window.addEventListener("hashchange", () => { const place = placeNamed(); if (place !== null) go(() => show(place)); });
let printedFrom = 0;
window.addEventListener("beforeprint", () => { printedFrom = at; show(last); find("facts").open = true; });
window.addEventListener("afterprint", () => show(printedFrom));
find("controls").hidden = false;
document.body.classList.add("live");
drawMarks();
show(placeNamed() ?? game.begin);
