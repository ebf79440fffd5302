/** Switches between the light and the dark theme, and remembers the selected one in this browser. */
export function toggleTheme(): void {
  const saved = document.documentElement.dataset.theme;
  const isDark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const next = isDark ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem('theme', next);
}
