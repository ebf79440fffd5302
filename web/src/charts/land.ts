const columns = 144;
const cellDegrees = 2.5;
/** The latitude of the northern edge of the map. */
export const north = 78;

/** Land, one bit for each cell of 2.5 degrees, starting in the north-west. Derived from the coastlines of Natural Earth (public domain). */
const bits =
  'AAAA4R8P//8AAgAAAAD4AAAAAAAD4L8Af/8AAAADAD/4AAAAAGAD/e/gP/8AAAAGH/////4Af////////////PiQn/////8EP////////////ADAAAAAAAAA' +
  'A/////98HwHAH3//////////A////+BgDgAAPv/////////8AfD//8B+AAAAPn////////yAAAA///h/AAACFv///////wOAAAAP//7/gAAPH////////wMA' +
  'AAAH////wAAL/////////4IAAAAH///8QAAB/////////wAAAAAD///8AAAB/////////wAAAAAD///4AAAB+/Hv/////kAAAAAD///wAAAPhub3////8IAA' +
  'AAAD///AAAAPAv/3////IIAAAAAB///AAAAGcB//////sQAAAAAA//+AAAAH8AP/////BgAAAAAAf/8AAAAP/uv/////gAAAAAAAP9EAAAAP////////gAAA' +
  'AAAAD4EAAAA////3////AAAAAAAAB4AAAAA///3+H//+gAAAAAAAA4iAAAB///7/D/f4AAAAAAAAA9gQAAB///7+B8fgAAAAAAAAAPgAAAB///98B4PggAAA' +
  'AAAAAB4AAAB////wAwHwgAAAAAAAAAYQAAB////AAwFwAAAAAAAAAAJ/AAA////wAwEAAAAAAAAAAAB/gAAf///wAICAQAAAAAAAAAB/4AAAH//gAAOGAAAA' +
  'AAAAAAD/8AAAD//AAAGOAAAAAAAAAAD/+AAAD/+AAADOAAAAAAAAAAD//wAAD/8AAABOh4AAAAAAAAD//8AAB/8AAAAgAeAAAAAAAAD//8AAB/8AAAAIAeAA' +
  'AAAAAAB//4AAB/8AAAAAAAAAAAAAAAB//4AAB/8QAAAADgAAAAAAAAA//4AAB/8wAAAAPsAAAAAAAAAP/wAAB/4wAAAAf+AAAAAAAAAP/wAAB/xwAAAD//AA' +
  'AAAAAAAP/gAAA/xgAAAH//gAAAAAAAAP+AAAA/gAAAAH//gAAAAAAAAf+AAAA/gAAAAD//gAAAAAAAAf8AAAAfAAAAAD//gAAAAAAAAf4AAAAeAAAAADw/gA' +
  'AAAAAAAfgAAAAAAAAAAAAfAAAAAAAAAfgAAAAAAAAAAAAOACAAAAAAA+AAAAAAAAAAAAACACAAAAAAAcAAAAAAAAAAAAACAIAAAAAAA4AAAAAAAAAAAAAAAQ' +
  'AAAAAAA4AAAAAAAAAAAAAAAAAAAAAAA4AAAAAAAAAAAAAAAAAAAAAAAYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

let cells: [longitude: number, latitude: number][] | null = null;

/** The centers of all cells that are land. */
export function landCells(): [longitude: number, latitude: number][] {
  if (cells) return cells;
  cells = [];
  for (const [index, byte] of [...atob(bits)].entries()) {
    for (let bit = 0; bit < 8; bit++) {
      if (!(byte.charCodeAt(0) & (128 >> bit))) continue;
      const cell = index * 8 + bit;
      cells.push([((cell % columns) + 0.5) * cellDegrees - 180, north - (Math.floor(cell / columns) + 0.5) * cellDegrees]);
    }
  }
  return cells;
}
