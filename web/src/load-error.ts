import { firstLanguage } from './texts/first-language.ts';
import { loadErrorTexts } from './texts/load-error-texts.ts';

/** Replaces the skeleton with an error and a button that reloads the page. */
export function showLoadError(): void {
  const language = firstLanguage();
  const { message, reload } = loadErrorTexts[language];
  document.documentElement.lang = language;
  const main = document.createElement('main');
  main.className = 'load-error';
  const paragraph = document.createElement('p');
  paragraph.setAttribute('role', 'alert');
  paragraph.textContent = message;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = reload;
  button.onclick = () => location.reload();
  main.append(paragraph, button);
  document.getElementById('root')?.replaceChildren(main);
}
