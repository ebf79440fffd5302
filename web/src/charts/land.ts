const columns = 144;
const cellDegrees = 2.5;
/** The latitude of the northern edge of the map. */
export const north = 78;

/** Land, one bit for each cell of 2.5 degrees, starting in the north-west. Derived from the places of the IP location data. */
const bits =
  'AAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAAAAgUAAAACAAAAAAPAAAAAAEAAAAAwgBAkIEAAAB/0ADDAAAAAAg04kAAACMAPgD/8F/wAAAAAA' +
  'F/6GQEJIEAPgH/+M/wCBAAADA/xD4DAQAAAEf//+/gNkGAAAA/jn8ACIAAAH/////wfgIAgAD/B//IABAAAP///////1QAGABwAf/8CHgAAf///////yQAEA' +
  'AAAP////wAAf//////x3HkEAAAAH////4AAP//////xzv4AAAAAD////4AAH////v/pz/8AAAAAD///+AAAP///+f/B//+AAAAAD///4AAAP///+//B//8AA' +
  'AAAD///gABwP/////xP//4AAAAAD///AAAQP/////4H//4AAAAAB///AAABf/////wD//4AAAAAA//+CAAB//////4H//AAAAAAAf/+AAAD/zz//////+AAA' +
  'AAAAP+/AAAD9lB//////8AAAAAAAH+/gAAB4EB//////4AAAAMAAD//wAAB4IA//H///wAAAAGAAB//+AAB4oA/yD//7gAAgAAAAAf/PAAZ8YA/0B8fxgAAA' +
  'AAAAAD/PgAL88I/wB4PxwGAAAAAAAA//gAB//g/wB4fx4AAAAAAAAAf/gAA//g/wB4Pj4QAAAAAAAAH/4AAf/g/gA4Pj5AkIAAAAAAH/8AAHfw/gBAP34AAA' +
  'AEAAAAH/+AAAPh/gAAP/8AAEAAAAABn//gAAPx/AAAH//wAgAAAAAAH//4AAHz+CAAH///gAAAAAAAH//+AAD7+CAAB///gAEIEAAAD//+AAB/+ACAA/+OEB' +
  'AACAAAD//8AAB//AAAABwAAAUAAAAAB//4AAB//4AAAADoASABAAAAB//4AEB//4AAAAACABCAgAAAA//4AAB/9wAAAAx+ATYIAAAAAf/wAAB/4zQAADh/Bw' +
  'AAggAAAf/wAAB/5AAAADh/ggAAAQAAAf/AAAA/wgAAAHh3wAAAAACAAf+AAAA/gAAAAHhnwAAAAAAAAf+AAAAfgAAAADg/wAAAAAAAAf8AAAAfAAAAADh/wA' +
  'AAAAAAA/4AAAAYAAAAADA/gGAAAAAAA/wAAAAAAAAAAAAPAHAAAAAAA/AAAAAAAAAAAAAHAOAAAAAAA+AAAAAAAAAAAAADAcAAAAAAA8AAAAAAAAAAAAAAAY' +
  'AAAAAAA8AAAAAAAAAAAAAAAAAAAAAAA4gAAAAAAAAAAAAAAAAAAAAAAYAAAAQAAABAAAAAAAAAAAAAAMAAAAAAAAAAAAAAAA';

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
