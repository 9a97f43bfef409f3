const name = 'svc.theme';
const themes = ['system', 'light', 'dark'];

const chosen = (): string => localStorage.getItem(name) ?? 'system';

/** Shows the theme that was chosen in this browser: light, dark, or as the system has it. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = chosen();
}

/** Goes on to the next theme. */
export function nextTheme(): void {
  localStorage.setItem(name, themes[(themes.indexOf(chosen()) + 1) % themes.length] ?? 'system');
  applyTheme();
}
