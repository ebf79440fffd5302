import { isRecord } from './is-record.ts';

/** Returns a JSON pointer to a string that PostgreSQL cannot store (U+0000 or an unpaired surrogate), or null. Keys are checked too. */
export function findUnstorableText(value: unknown): string | null {
  return isAllStorable(value) ? null : findUnstorable(value, '');
}

/** Checks the value without building pointers, which would take most of the time. */
function isAllStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (Array.isArray(value)) return value.every(isAllStorable);
  return !isRecord(value) || Object.keys(value).every((key) => isStorable(key) && isAllStorable(value[key]));
}

function findUnstorable(value: unknown, pointer: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : pointer;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, part] of Object.entries(value)) {
    const partPointer = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const found = isStorable(key) ? findUnstorable(part, partPointer) : pointer;
    if (found !== null) return found;
  }
  return null;
}

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Removes what PostgreSQL cannot store. */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}
