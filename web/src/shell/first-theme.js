// Runs before the first paint, so that a selected theme does not flash.
(() => {
  const selected = localStorage.getItem('theme');
  if (selected === 'light' || selected === 'dark') document.documentElement.dataset.theme = selected;
})();
