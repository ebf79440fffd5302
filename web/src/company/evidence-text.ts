import type { Identification } from '../api/responses.ts';
import { countryName } from '../lib/format.ts';
import { t, tCode, type ValueNames } from '../texts/t.ts';

type Evidence = Identification['evidence'][number];
type Part = NonNullable<Evidence['parts']>[number];
type TextValues = Record<ValueNames<`evidence.${Part['code']}`>, string | number>;

/** The text of a piece of evidence in the reader's language. Evidence without parts only has the English text of the server. */
export function evidenceText({ detail, parts }: Pick<Evidence, 'detail' | 'parts'>): string {
  if (!parts) return detail;
  const texts = parts.map(({ code, values }) => ({ code, text: t(`evidence.${code}`, shownValues(values)) }));
  const [sentence, ...reasons] = texts.filter(({ code }) => code !== 'guests').map(({ text }) => text);
  const guests = texts.filter(({ code }) => code === 'guests').map(({ text }) => text);
  return [reasons.length === 0 ? sentence : `${sentence}: ${reasons.join(', ')}`, ...guests].join('; ');
}

function shownValues({ kind, kindCode, place, subject, country, asn, ...values }: Part['values']): TextValues {
  const evidenceKind = String(kind ?? kindCode ?? '');
  return {
    ...values,
    kind: tCode('evidenceKind', evidenceKind, evidenceKind),
    place: tCode('evidencePlace', String(place), ''),
    subject: tCode('evidenceSubject', String(subject), ''),
    country: countryName(country === undefined ? null : String(country)) ?? '',
    // An AS number has no thousands separator.
    asn: String(asn),
  } as TextValues;
}
