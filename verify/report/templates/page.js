"use strict";
(() => {
  const field = document.querySelector(".search input");
  const told = document.querySelector(".search output");
  const whole = document.body.classList.contains("kind-index") || document.body.classList.contains("kind-source");
  const plain = text => text.toLowerCase().replace(/√\(?/g, " sqrt ").replace(/[^\p{L}\p{N}_.]+/gu, " ").trim();
  const rows = whole ? [...document.querySelectorAll("[data-find]")].map(row => [row, " " + plain([row.dataset.find, row.dataset.answer, row.dataset.topic, row.textContent, ...[...row.querySelectorAll("[id]")].map(part => part.id)].join(" "))]) : [];
  const became = new Set(rows.map(([row]) => row.dataset.answer));
  const kinds = [...document.querySelectorAll(".kinds input")];
  const topic = document.querySelector(".kinds select");
  function sift() {
    const asked = plain(field.value).split(" ").filter(Boolean);
    const answers = new Set(kinds.filter(box => box.checked).map(box => box.value));
    let shown = 0;
    for (const [row, text] of rows) {
      const wanted = (became.has(asked.join(" ")) ? row.dataset.answer === asked.join(" ") : asked.every(word => text.includes(" " + word)))
        && (!kinds.length || answers.has(row.dataset.answer)) && (!topic || !topic.value || topic.value === row.dataset.topic);
      row.hidden = !wanted;
      shown += wanted;
    }
    for (const part of document.querySelectorAll(".group")) part.hidden = asked.length > 0 && !part.querySelector("[data-find]:not([hidden])");
    if (told) told.textContent = asked.length || shown < rows.length ? `${shown} of ${rows.length}` : "";
    const state = new URLSearchParams();
    if (field.value) state.set("q", field.value);
    if (topic && topic.value) state.set("source", topic.value);
    const left = kinds.filter(box => !box.checked).map(box => box.value);
    if (left.length) state.set("without", left.join(","));
    const query = state.toString();
    try { history.replaceState(null, "", (query ? "?" + query : location.pathname) + location.hash); } catch (error) { /* a page without an address */ }
  }
  const given = new URLSearchParams(location.search);
  if (field) field.value = given.get("q") || "";
  if (whole && field) {
    if (topic) topic.value = given.get("source") || "";
    const without = (given.get("without") || "").split(",");
    for (const box of kinds) box.checked = !without.includes(box.value);
    for (const part of document.querySelectorAll(".kinds")) part.hidden = false;
    field.addEventListener("input", sift);
    for (const one of [...kinds, topic].filter(Boolean)) one.addEventListener("input", sift);
    field.form.addEventListener("submit", event => { if (!field.form.hasAttribute("action")) event.preventDefault(); });
    if (location.search) sift();
  }
  const failed = [...document.querySelectorAll("[data-fails]")];
  function step(by) {
    const link = document.querySelector(by > 0 ? "a[data-key=n]" : "a[data-key=p]");
    if (link) { location.href = link.href; return; }
    const there = failed.filter(one => !one.hidden);
    const tops = there.map(one => one.getBoundingClientRect().top - 80);
    const at = by > 0 ? tops.findIndex(top => top > 4) : tops.findLastIndex(top => top < -4);
    if (there[at]) { there[at].scrollIntoView(); (there[at].querySelector("a, summary") || there[at]).focus({ preventScroll: true }); }
  }
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
      if (event.key === "Escape" && event.target === field) field.blur();
      return;
    }
    if (event.key === "/" && field) { event.preventDefault(); field.focus(); field.select(); }
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const text = button.dataset.copy || location.href.replace(/\?[^#]*/, "");
      const done = () => { const was = button.textContent; button.textContent = "copied"; setTimeout(() => { button.textContent = was; }, 1200); };
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, () => prompt("Copy:", text)); else prompt("Copy:", text);
    });
  }
  function unfold() {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (target) target.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();
  const links = new Map([...document.querySelectorAll(".contents a[href^='#']")].map(link => [link.hash.slice(1), link]));
  if (links.size && "IntersectionObserver" in window) {
    const seen = new Set();
    const watch = new IntersectionObserver(found => {
      for (const one of found) if (one.isIntersecting) seen.add(one.target); else seen.delete(one.target);
      const first = [...seen].sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)[0];
      if (!first) return;
      for (const link of links.values()) link.removeAttribute("aria-current");
      const link = links.get(first.id);
      link.setAttribute("aria-current", "true");
      const box = link.closest(".contents");
      if (box.scrollHeight > box.clientHeight) box.scrollTop = link.offsetTop - box.clientHeight / 2;
    }, { rootMargin: "-60px 0px -60% 0px" });
    for (const id of links.keys()) { const part = document.getElementById(id); if (part) watch.observe(part); }
  }
  if (matchMedia("(max-width: 76rem)").matches) for (const fold of document.querySelectorAll(".contents > details")) fold.open = false;
  addEventListener("beforeprint", () => { for (const fold of document.querySelectorAll("details.printed")) fold.open = true; });
})();
