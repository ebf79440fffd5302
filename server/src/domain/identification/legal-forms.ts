import { lastOf } from '../../lib/last-of.ts';

/**
 * Legal forms of companies, as `nameWords` returns them. Forms of several words are separated by `|` and tried first. Forms that are also
 * the abbreviation of a state or province are left out: “City of Greenville, SC” is not “City of Greenville, NC”.
 */
const forms = [
  // English
  'inc incorporated llc ltd limited corp corporation co plc llp lp pllc pc pte pty pvt private na cc lc ulc unltd unlimited proprietary cic clg gp lllp pcl',
  'co ltd|company limited|private limited|pvt ltd|pty ltd|pte ltd|public company limited|limited liability company|limited liability partnership|unlimited company|proprietary limited|joint stock company|public joint stock company|closed joint stock company|open joint stock company|public limited company|limited partnership|limited company|limited liability|trading co|smc private|smc private limited|smc pvt limited|smc pvt ltd',
  // German, Dutch, Nordic
  'gmbh ggmbh mbh partg partgmbb ag kg kgaa ohg ug ev ek eg gbr se gesmbh aktiengesellschaft kommanditgesellschaft aktiebolag handelsbolag kommanditbolag bv nv bvba vof cv ua vzw asbl ab oy oyj osakeyhtio abp as asa aps aktieselskab anpartsselskab ivs hf ehf ohf ry ks ans publ hb kb og amba fmba cvba commv',
  'partg mbb|gmbh co kg|gmbh co kgaa|gmbh co ohg|se co kg|se co kgaa|se co ohg|ag co kg|ag co ohg|ag co kgaa|gmbh co og|co og|gesellschaft mbh|gesellschaft mit beschrankter haftung|gesellschaft mit beschraenkter haftung|haftungsbeschraenkt|ug haftungsbeschraenkt|e v|e k|b v|n v|a s|i s|p s|nv sa|bv srl|bvba sprl|besloten vennootschap|besloten vennootschap met beperkte aansprakelijkheid|naamloze vennootschap',
  // French, Italian, Spanish, Portuguese
  'sa sas sasu sarl suarl sprl eurl sca scs snc spa srl srls scarl scpa sapa sl slu sau sac saic sacv eirl ltda limitada lda cia ca me epp eireli eirelli sgps scrl ltee gie scop sagl sll slne slp scoop aie esp',
  'sa de cv|sapi de cv|sab de cv|s de rl de cv|de cv|sociedad anonima|sociedade anonima|societe anonyme|societe par actions simplifiee|societe a responsabilite limitee|societa per azioni|societa a responsabilita limitata|societa cooperativa|sociedad limitada|sociedad limitada unipersonal|sociedad cooperativa|unipessoal lda|sociedad por acciones simplificada|ltda me|ltda epp|s a|s l|s a s|s a r l|sa rl|s de rl|s coop|soc coop|sa esp|sa nv|srl bv|sprl bvba|s r l|s p a',
  // Slavic, Baltic, Balkan, Hungarian, Albanian, Greek, Romanian
  'ooo oao zao pao ao tov too jsc pjsc cjsc ojsc pjs spzoo zoo sro kft zrt nyrt bt vos kkt doo dd dno dooel ad ead eood ood shpk sha uab sia ou epe ae ike mepe ra scm mtu mchj',
  'sp z o o|sp z oo|sp zoo|sp j|sp k|sp zoo sp k|spolka akcyjna|spolka z ograniczona odpowiedzialnoscia|spolka z oo|spolka jawna|spolka cywilna|spolka komandytowa|akciova spolecnost|spolecnost s rucenim omezenym|korlatolt felelossegu tarsasag|reszvenytarsasag|societate cu raspundere limitata|societate pe actiuni|anonymi etaireia|spol s r o|spol s ro|spol sro|s ro|s r o|d o o|d d|z s p o|z s|a d|o p s|s c',
  // Turkish, Arab, Asian
  'tbk bhd berhad sdn plt kk gk jv pt sti sirketi sal sae saog saoc wll bsc ksc kscc kscp psc qsc qpsc fze fzco fzc dmcc',
  'sdn bhd|persero tbk|anonim sirketi|limited sirketi|ltd sti|san ve tic a s|san ve tic as|san ve tic|san tic|ve ticaret|fz llc|llc fz|private joint stock|public joint stock|sanayi ve ticaret|kabushiki kaisha|ltd co|company ltd|pvt limited|opc pvt ltd|opc private limited',
];

const legalForms = new Set(forms.flatMap((line) => (line.includes('|') ? line.split('|') : line.split(' '))));
/** Number of words of the longest legal form, by its last word. */
const maxFormWords = new Map<string, number>();
for (const form of legalForms) {
  const words = form.split(' ');
  const last = lastOf(words);
  maxFormWords.set(last, Math.max(words.length, maxFormWords.get(last) ?? 0));
}

/** Returns the number of words in the legal form at the end of a name, 0 if there is none. */
export function legalFormLengthAtEnd(words: readonly string[]): number {
  const last = words.at(-1) ?? '';
  const longest = maxFormWords.get(last) ?? 0;
  for (let length = Math.min(longest, words.length - 1); length > 0; length--) {
    if (legalForms.has(length === 1 ? last : words.slice(-length).join(' '))) return length;
  }
  return 0;
}

/** Whether the words are a legal form and nothing else. */
export function isLegalForm(words: readonly string[]): boolean {
  return legalForms.has(words.join(' '));
}

/** Forms that are no ordinary words and no surnames. Others ("co", "as", "sa", "pt") are also words. */
export const clearForms: ReadonlySet<string> = new Set(
  'gmbh ltd limited llc inc sarl srl spa ooo oao zao sro kft zrt doo uab aps oyj gesmbh ltda eood ead plc'.split(' '),
);

// Only forms that are written before a name; "AS Roma" and "SE Europe" are names.
const leadingForms = new Set([
  ...'pt llc jsc pjsc cjsc ojsc ooo oao zao pao ao tov too ud uab sia pp chp fop jv bv sarl eurl srl asbl'.split(' '),
  'kabushiki kaisha',
  'yugen kaisha',
  'godo kaisha',
  'cong ty tnhh',
  'cong ty tnhh mtv',
  'cong ty co phan',
  'closed joint stock company',
  'public joint stock company',
  'open joint stock company',
  'joint stock company',
  'limited liability company',
  'obshchestvo s ogranichennoy otvetstvennostyu',
  'aktsionernoe obshchestvo',
  'publichnoe aktsionernoe obshchestvo',
  'zakrytoe aktsionernoe obshchestvo',
  'otkrytoe aktsionernoe obshchestvo',
  'tovaristvo z obmezhenoyu vidpovidalnistyu',
  'aktsionerne tovaristvo',
  'privatne aktsionerne tovaristvo',
  'publichne aktsionerne tovaristvo',
]);
const firstWords = new Set([...leadingForms].map((form) => form.split(' ', 1).join()));

export function legalFormLengthAtStart(words: readonly string[]): number {
  if (!firstWords.has(words[0] ?? '')) return 0;
  for (let length = Math.min(4, words.length - 1); length > 0; length--) {
    if (leadingForms.has(words.slice(0, length).join(' '))) return length;
  }
  return 0;
}
