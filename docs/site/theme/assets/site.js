// What the theme leaves without a name, out of reach of the keyboard, or in what is copied. It makes some of it while
// the page is read, so this looks again whenever something is added.
(() => {
  const mend = () => {
    document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
    for (const each of document.querySelectorAll(".md-code__nav, .md-nav--secondary .md-nav")) {
      each.setAttribute("role", "presentation"); // one of many, and no landmark
      each.removeAttribute("aria-label");
    }
    for (const each of document.querySelectorAll(".md-typeset__scrollwrap")) {
      if (each.scrollWidth > each.clientWidth) {
        each.tabIndex = 0;
      }
    }
    // What is copied from a session in Python is what was typed.
    for (const each of document.querySelectorAll(".language-pycon [data-clipboard-target]:not([data-clipboard-text])")) {
      const code = document.querySelector(each.dataset.clipboardTarget);
      const typed = code.textContent.split("\n").filter((line) => /^(>>>|\.\.\.)( |$)/.test(line));
      each.dataset.clipboardText = typed.map((line) => line.slice(4)).join("\n");
    }
  };
  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
})();
