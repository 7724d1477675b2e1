// Runs before anything is drawn, so that a chosen theme does not flash.
"use strict";
try {
  const chosen = localStorage.getItem("jsonbeacon-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // storage is switched off: the system's theme it is
}
