"use strict";
(() => {
  const plan = JSON.parse(document.getElementById("data").textContent).plan;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const sections = all("main section");
  const tiers = all(".filters [data-tier]");
  const file = document.getElementById("file");
  const find = document.getElementById("find");
  const help = document.getElementById("help");
  const memory = "unstatic " + JSON.stringify(plan.extensions.map((one) => [one.name, one.decisions.length]));
  let here = null;
  let hunk = null;

  // A page from a file may have no storage.
  const recall = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const remember = (name, value) => { try { localStorage.setItem(name, value); } catch { /* not kept, then */ } };

  const tick = (section) => section.querySelector(".tick input");
  const entry = (section) => document.querySelector(`nav li[data-for="${section.id}"]`);
  const key = (section) => `${section.dataset.extension} ${section.dataset.subject}`;
  const shown = (items) => items.filter((item) => !item.hidden && !item.closest("section[hidden]"));

  function count() {
    const ticks = sections.map(tick).filter(Boolean);
    const kept = ticks.filter((box) => box.checked).length;
    document.getElementById("count").textContent = ticks.length ? `${kept} of ${ticks.length} accepted` : "";
    const skipped = sections.filter((one) => tick(one) && !tick(one).checked);
    for (const section of sections) {
      const left = skipped.includes(section);
      section.classList.toggle("skipped", left);
      entry(section).classList.toggle("skipped", left);
      if (tick(section)) tick(section).nextElementSibling.textContent = left ? "skipped" : "accept";
    }
    const answers = sections.filter(tick).map((one) => [key(one), tick(one).checked]);
    remember(memory, JSON.stringify(Object.fromEntries(answers)));
  }

  function filter() {
    const wanted = new Set(tiers.filter((box) => box.checked).map((box) => box.dataset.tier));
    const name = find.value.trim().toLowerCase();
    for (const section of sections) {
      const hunks = all(".hunk", section);
      for (const one of hunks) one.hidden = file.value !== "" && one.dataset.file !== file.value;
      const empty = file.value !== "" && hunks.every((one) => one.hidden);
      section.hidden = !wanted.has(section.dataset.tier) || empty || !section.dataset.name.includes(name);
      entry(section).hidden = section.hidden;
    }
    document.getElementById("nothing").hidden = sections.length === 0 || sections.some((one) => !one.hidden);
    if (here && here.hidden) choose(null);
  }

  function choose(section) {
    if (here) { here.classList.remove("here"); entry(here).classList.remove("here"); }
    here = section;
    if (here) {
      here.classList.add("here");
      entry(here).classList.add("here");
      entry(here).scrollIntoView({ block: "nearest" });
    }
  }

  function point(one) {
    if (hunk) hunk.classList.remove("here");
    hunk = one;
    if (hunk) hunk.classList.add("here");
  }

  function go(target) {
    target.scrollIntoView({ block: "start" });
    target.focus({ preventScroll: true });
  }

  function step(items, current, by) {
    const visible = shown(items);
    const at = visible.indexOf(current);
    if (at < 0) return visible[by > 0 ? 0 : visible.length - 1];
    return visible[Math.min(Math.max(at + by, 0), visible.length - 1)];
  }

  function toSection(by) {
    const next = step(sections, here, by);
    if (next) { choose(next); point(null); go(next); }
  }

  function toHunk(by) {
    const hunks = all("main .hunk");
    const start = hunk || (here && all(".hunk", here).find((one) => !one.hidden));
    const next = hunk || !start ? step(hunks, hunk, by) : start;
    if (next) { choose(next.closest("section")); point(next); go(next); }
  }

  function accept(value) {
    const box = here && tick(here);
    if (box) { box.checked = value; count(); }
  }

  function planText() {
    const edited = JSON.parse(JSON.stringify(plan));
    for (const section of sections) {
      const box = tick(section);
      if (!box || box.checked === box.defaultChecked) continue;
      const decision = edited.extensions[section.dataset.extension].decisions[section.dataset.decision];
      decision.verdict = box.checked ? "migrate" : "keep";
      decision.reason = box.checked ? "accepted in the review" : "skipped in the review";
    }
    // Names can be any bytes: what isn't ASCII would not outlive the file as it is.
    const escaped = (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0");
    return JSON.stringify(edited, null, 2).replace(/[\u007f-\uffff]/g, escaped) + "\n";
  }

  function save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([planText()], { type: "application/json" }));
    link.download = "unstatic-plan.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remember("unstatic theme", root.dataset.theme);
  }

  const keys = {
    j: () => toSection(1), k: () => toSection(-1), n: () => toHunk(1), p: () => toHunk(-1),
    a: () => accept(true), s: () => accept(false), e: save, t: theme,
    "/": () => find.focus(), "?": () => help.showModal(),
    1: () => tiers[0].click(), 2: () => tiers[1].click(), 3: () => tiers[2].click(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    if (event.key === "Escape" && event.target === find) { find.value = ""; filter(); find.blur(); return; }
    if (event.target.matches("select, input:not([type=checkbox])")) return;
    const action = Object.hasOwn(keys, event.key) && keys[event.key];
    if (action) { event.preventDefault(); action(); }
  });
  for (const section of sections) {
    section.addEventListener("click", () => choose(section));
    if (tick(section)) tick(section).addEventListener("change", count);
  }
  for (const box of tiers) {
    const number = sections.filter((one) => one.dataset.tier === box.dataset.tier).length;
    box.parentElement.querySelector("b").textContent = number;
    box.addEventListener("change", filter);
  }
  file.addEventListener("change", filter);
  find.addEventListener("input", filter);
  document.getElementById("export").addEventListener("click", save);
  document.getElementById("theme").addEventListener("click", theme);
  document.getElementById("keys").addEventListener("click", () => help.showModal());
  addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target && target.matches("section")) choose(target);
  });

  const chosen = recall("unstatic theme");
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
  let earlier = {};
  try { earlier = JSON.parse(recall(memory)) || {}; } catch { /* something else is kept under this name */ }
  for (const section of sections) {
    if (tick(section) && Object.hasOwn(earlier, key(section))) tick(section).checked = earlier[key(section)] === true;
  }
  count();
  filter();
})();
