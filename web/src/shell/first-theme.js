// Runs before the first paint, so that the page does not first appear in another theme than the selected one.
(() => {
  const selected = localStorage.getItem('theme');
  if (selected === 'light' || selected === 'dark') document.documentElement.dataset.theme = selected;
})();
