const width = 30;

/** Shows a progress bar on a terminal. Otherwise prints a line every 25%. */
export function progressBar(title: string): (share: number) => void {
  let shown = -1;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent === shown) return;
    const isTerminal = process.stderr.isTTY === true;
    if (!isTerminal && Math.floor(percent / 25) === Math.floor(shown / 25) && shown !== -1) return;
    shown = percent;
    const full = Math.round(share * width);
    const bar = `${title} [${'█'.repeat(full)}${'░'.repeat(width - full)}] ${percent}%`;
    process.stderr.write(isTerminal ? `\r${bar}${percent === 100 ? '\n' : ''}` : `${bar}\n`);
  };
}
