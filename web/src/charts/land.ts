const columns = 144;
const cellDegrees = 2.5;
/** The latitude of the northern edge of the map. */
export const north = 78;

/** Land, one bit for each cell of 2.5 degrees, starting in the north-west. Derived from the coastlines of Natural Earth (public domain). */
const bits =
  'AAAA4R8P//8AAgAAAAD4AAAAAAAD4L8Af/8AAAADAD/4AAAAAGAD/e/gP/8AAAAGH/////4Af////////////PiQn/////8EP////////////ADAAAAA' +
  'AAAAA/////98HwHAH3//////////A////+BgDgAAPv/////////8AfD//8B+AAAAPn////////yAAAA///h/AAACFv///////wOAAAAP//7/gAAPH///' +
  '/////wMAAAAH////wAAL/////////4IAAAAH///8QAAB/////////wAAAAAD///8AAAB/////////wAAAAAD///4AAAB+/Hv/////kAAAAAD///wAAAP' +
  'hub3////8IAAAAAD///AAAAPAv/3////IIAAAAAB///AAAAGcB//////sQAAAAAA//+AAAAH8AP/////BgAAAAAAf/8AAAAP/uv/////gAAAAAAAP9EA' +
  'AAAP////////gAAAAAAAD4EAAAA////3////AAAAAAAAB4AAAAA///3+H//+gAAAAAAAA4iAAAB///7/D/f4AAAAAAAAA9gQAAB///7+B8fgAAAAAAAA' +
  'APgAAAB///98B4PggAAAAAAAAB4AAAB////wAwHwgAAAAAAAAAYQAAB////AAwFwAAAAAAAAAAJ/AAA////wAwEAAAAAAAAAAAB/gAAf///wAICAQAAA' +
  'AAAAAAB/4AAAH//gAAOGAAAAAAAAAAD/8AAAD//AAAGOAAAAAAAAAAD/+AAAD/+AAADOAAAAAAAAAAD//wAAD/8AAABOh4AAAAAAAAD//8AAB/8AAAAg' +
  'AeAAAAAAAAD//8AAB/8AAAAIAeAAAAAAAAB//4AAB/8AAAAAAAAAAAAAAAB//4AAB/8QAAAADgAAAAAAAAA//4AAB/8wAAAAPsAAAAAAAAAP/wAAB/4w' +
  'AAAAf+AAAAAAAAAP/wAAB/xwAAAD//AAAAAAAAAP/gAAA/xgAAAH//gAAAAAAAAP+AAAA/gAAAAH//gAAAAAAAAf+AAAA/gAAAAD//gAAAAAAAAf8AAA' +
  'AfAAAAAD//gAAAAAAAAf4AAAAeAAAAADw/gAAAAAAAAfgAAAAAAAAAAAAfAAAAAAAAAfgAAAAAAAAAAAAOACAAAAAAA+AAAAAAAAAAAAACACAAAAAAAc' +
  'AAAAAAAAAAAAACAIAAAAAAA4AAAAAAAAAAAAAAAQAAAAAAA4AAAAAAAAAAAAAAAAAAAAAAA4AAAAAAAAAAAAAAAAAAAAAAAYAAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAA';

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
