import { firstLanguage } from './texts/first-language.ts';
import { loadErrorTexts } from './texts/load-error-texts.ts';

/** Replaces the skeleton with an error and a button that reloads the page. */
export function showLoadError(): void {
  const language = firstLanguage();
  const { message, reload } = loadErrorTexts[language];
  document.documentElement.lang = language;
  const main = document.createElement('main');
  main.className = 'load-error';
  const alert = document.createElement('div');
  alert.setAttribute('role', 'alert');
  const heading = document.createElement('h1');
  heading.textContent = message;
  alert.append(heading);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = reload;
  button.onclick = () => location.reload();
  main.append(alert, button);
  document.getElementById('root')?.replaceChildren(main);
}
