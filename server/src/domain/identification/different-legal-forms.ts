import anyAscii from 'any-ascii';
import { nameWords } from './name-words.ts';
import { stripLegalForms } from './organization-name.ts';

/**
 * Legal forms of countries with similar law: the forms of a line exclude each other, unless they are spellings of one form, which are
 * separated by `=`. The words of a form are joined.
 */
const families = [
  // German
  'gmbh=mbh=gesmbh=ggmbh=gesellschaftmbh=gesellschaftmitbeschrankterhaftung=gesellschaftmitbeschraenkterhaftung ag=aktiengesellschaft se kgaa kg=kommanditgesellschaft gmbhcokg=gesmbhcokg gmbhcokgaa agcokg secokg ohg ug=ughaftungsbeschrankt=ughaftungsbeschraenkt eg ev ek gbr',
  // British
  'ltd=limited=coltd=ltdco=companylimited=privatelimited=privatelimitedcompany=pvtltd=pvtlimited=ptyltd=pteltd=proprietarylimited=limitedcompany plc=publiclimitedcompany=publiccompanylimited llp=limitedliabilitypartnership',
  // American
  'inc=incorporated=corp=corporation=co llc=limitedliabilitycompany=lc lp=limitedpartnership llp=limitedliabilitypartnership',
  // French, Italian, Spanish, Portuguese
  'sa=societeanonyme sas=sasu=societeparactionssimplifiee sarl=eurl=societearesponsabilitelimitee snc sca',
  'spa=societaperazioni srl=srls=societaaresponsabilitalimitata sas snc sapa',
  'sa=sau=sociedadanonima sl=slu=sociedadlimitada=sociedadlimitadaunipersonal srl',
  'sa=sociedadeanonima lda=ltda=limitada=unipessoallda',
  // Dutch
  'bv=beslotenvennootschap=beslotenvennootschapmetbeperkteaansprakelijkheid nv=naamlozevennootschap vof',
  // Nordic
  'ab=aktiebolag=abpubl hb=handelsbolag kb=kommanditbolag',
  'as=aktieselskab=aksjeselskap asa aps=anpartsselskab is ps ks',
  'oy=osakeyhtio oyj ky',
  // Polish, Czech, Hungarian, Russian and Ukrainian
  'sa=spolkaakcyjna spzoo=spolkazoo=spolkazograniczonaodpowiedzialnoscia spj=spolkajawna spk=spolkakomandytowa spzoospk',
  'as=akciovaspolecnost sro=spolsro=spolecnostsrucenimomezenym',
  'kft=korlatoltfelelossegutarsasag zrt nyrt bt',
  'ooo=obshchestvosogranichennoyotvetstvennostyu ao=oao=zao=pao=aktsionernoeobshchestvo=publichnoeaktsionernoeobshchestvo',
];

const formsOf = families.map(
  (family) => new Map(family.split(' ').flatMap((form, index) => form.split('=').map((spelling) => [spelling, index] as const))),
);

/** Whether the names of two companies end or begin with legal forms of the same country that no company has at once: GmbH and AG. */
export function haveDifferentLegalForms(name: string, others: readonly string[]): boolean {
  const form = legalFormIn(name);
  if (form === '') return false;
  const otherForms = others.map(legalFormIn);
  return formsOf.some((forms) => {
    const known = otherForms.filter((other) => forms.has(other));
    return forms.has(form) && known.length > 0 && !known.some((other) => forms.get(other) === forms.get(form));
  });
}

/** Returns the joined words of the legal form in a name; empty if it has none. */
function legalFormIn(name: string): string {
  const latin = anyAscii(name);
  const words = nameWords(latin);
  const rest = nameWords(stripLegalForms(latin));
  const start = words.findIndex((_, at) => rest.every((word, index) => word === words[at + index]));
  return start < 0 ? '' : [...words.slice(0, start), ...words.slice(start + rest.length)].join('');
}
