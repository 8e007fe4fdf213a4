"use strict";
const list = document.getElementById("games");
const form = document.getElementById("filters");
const most = 200;
let rows = null;

function cell(row, text, kind = "") {
  const made = row.insertCell();
  made.textContent = text;
  made.className = kind;
  return made;
}

function draw(found) {
  const body = list.tBodies[0];
  body.replaceChildren();
  found.slice(0, most).forEach(([name, red, blue, mode, seed, winner, ending, turns]) => {
    const row = body.insertRow();
    const link = document.createElement("a");
    link.href = `games/${encodeURIComponent(name)}.html`;
    link.textContent = name.replace("episode_", "").slice(0, 8);
    cell(row, "").append(link);
    cell(row, red, winner === "red" ? "won-red" : "");
    cell(row, blue, winner === "blue" ? "won-blue" : "");
    cell(row, winner ? winner.toUpperCase() : "nobody");
    cell(row, ending);
    cell(row, String(turns));
    cell(row, mode);
    cell(row, String(seed));
  });
  const more = found.length > most ? `; the first ${most} are shown` : "";
  document.getElementById("found").textContent = `${found.length} of ${rows.length} games${more}`;
  document.querySelectorAll("nav.pages").forEach((pages) => { pages.hidden = true; });
}

function matches(row, words, wanted) {
  const text = [...row, row[5] || "nobody"].join(" ").toLowerCase();
  const [, red, blue, mode, , winner, ending] = row;
  return words.every((word) => text.includes(word)) &&
    (!wanted.model || red === wanted.model || blue === wanted.model) &&
    (!wanted.winner || (winner || "nobody") === wanted.winner) &&
    (!wanted.ending || ending === wanted.ending) &&
    (!wanted.mode || mode === wanted.mode);
}

function wantedNow() {
  return Object.fromEntries(["model", "winner", "ending", "mode"].map((name) => [name, form.elements[name]?.value || ""]));
}

async function search() {
  if (rows === null) {
    const answer = await fetch("games.json");
    rows = (await answer.json()).games;
  }
  const words = form.elements.text.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = wantedNow();
  const found = rows.filter((row) => matches(row, words, wanted));
  if (form.elements.order.value === "short") found.sort((one, other) => one[7] - other[7]);
  draw(found);
}

if (form && window.location.protocol === "file:") {
  document.getElementById("from-disk").hidden = false;
} else if (form) {
  form.hidden = false;
  form.addEventListener("input", search);
  const asked = /^#model=(.+)$/.exec(window.location.hash);
  if (asked) {
    form.elements.model.value = decodeURIComponent(asked[1]);
    search();
  }
}
