// What the theme leaves without a name, or out of reach of the keyboard. It makes some of it while the page is read,
// so this looks again whenever something is added.
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
  };
  mend();
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
})();
