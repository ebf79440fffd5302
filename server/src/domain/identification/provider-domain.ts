import { countryCodeOf } from '../../lib/country-name.ts';
import { cuesIn } from './kind-cue-matcher.ts';
import { nameWords } from './name-words.ts';
import { isUsedByHolder } from './network-kind.ts';
import { nameKey } from './organization-name.ts';
import { isMailboxDomain } from './work-domain.ts';

// Domains in hostnames of customers of large providers that neither `kind-cues.ts` nor the list of mailbox domains contains.
const providerDomains = new Set(
  (
    't-ipconnect.de t-dialin.net telekom.de vodafone-ip.de kabel-deutschland.de unitymediagroup.de versanet.de ewetel.net netcologne.de m-online.net mnet-online.de 1und1.de o2online.de ' +
    'comcast.net comcastbusiness.net verizon.net fios.verizon.net rr.com spectrum.com charter.com cox.net qwest.net centurylink.net lumen.com level3.net att.net sbcglobal.net bellsouth.net ' +
    'frontiernet.net windstream.net optonline.net rcn.com mediacomcc.net tmodns.net myvzw.com shawcable.net rogers.com bell.ca telus.net videotron.ca cogeco.net ' +
    'btcentralplus.com btopenworld.com bt.net virginm.net virginmedia.com sky.com talktalkplc.com plus.net zen.net.uk zen.co.uk ' +
    'wanadoo.fr orange.fr abo.wanadoo.fr proxad.net free.fr sfr.net numericable.fr bbox.fr completel.net telecomitalia.it tim.it interbusiness.it fastwebnet.it tiscali.it wind.it ' +
    'telefonica.net rima-tde.net ono.com jazztel.es movistar.es telepac.pt nos.pt telia.com bredbandsbolaget.se tele2.se tele2.no telenor.se telenor.no bahnhof.se comhem.se ' +
    'elisa-laajakaista.fi elisa.fi dnainternet.fi inet.fi tdc.net tdc.dk stofanet.dk ziggo.nl kpn.net planet.nl xs4all.nl chello.nl upc.ch upc.at swisscom.ch bluewin.ch hispeed.ch ' +
    'sunrise.ch a1.net highway.telekom.at orange.pl tpnet.pl neoplus.adsl.tpnet.pl vectranet.pl upc.pl o2.cz rostelecom.ru mts.ru beeline.ru corbina.ru ' +
    'amazonaws.com googleusercontent.com 1e100.net azure.com cloudapp.net hetzner.de hetzner.com your-server.de ovh.net ovh.ca kimsufi.com scaleway.com online.net poneytelecom.eu ' +
    'linode.com linodeusercontent.com digitalocean.com vultr.com vultrusercontent.com contabo.net contaboserver.net leaseweb.com leaseweb.net secureserver.net ' +
    'akamaitechnologies.com cloudflare.com fastly.net softlayer.com rackspace.com hwclouds-dns.com aliyun.com ionos.com kundenserver.de strato.de stratoserver.net ' +
    'ocn.ne.jp so-net.ne.jp nttpc.ne.jp dion.ne.jp bbtec.net plala.or.jp hinet.net ctm.net bigpond.net.au tpgi.com.au iinet.net.au optusnet.com.au internode.on.net ' +
    'airtelbroadband.in vsnl.net.in jio.com telmex.com prod-infinitum.com.mx claro.net.br veloxzone.com.br gvt.net.br telesp.net.br'
  ).split(/\s+/),
);

/** True for the domain of a known access, hosting or e-mail provider: its customers use it, too. */
export function isListedProviderDomain(domain: string): boolean {
  return providerDomains.has(domain) || isMailboxDomain(domain);
}

/** Also true for a domain whose name indicates a provider. */
export function isProviderDomain(domain: string): boolean {
  if (isListedProviderDomain(domain)) return true;
  return cuesIn(nameWords(labelOf(domain))).some((cue) => isProviderCue(cue, 5));
}

// Words that do not distinguish a company from others of the same name.
const groupWords = new Set(
  'group groupe gruppe holding holdings international global corporation company operations of deutsche'.split(' '),
);

/** Whether a provider's domain belongs to a company of this name: to the provider, and not to one of its customers. */
export function isNameOfProvider(name: string, domain: string): boolean {
  const label = squeezed(labelOf(domain));
  const words = nameKey(name).split(' ');
  const initials = words.filter((word) => word !== 'of').map((word) => word.slice(0, 1));
  // "WEB.DE", "British Telecommunications", "BT Group", "Sky UK", but not "Sky Roofing".
  if (words.join('') === squeezed(domain) || (label.length > 1 && initials.join('') === label)) return true;
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= words.length; end++)
      if (words.slice(start, end).join('') === label && [...words.slice(0, start), ...words.slice(end)].every(isCommonToProviders))
        return true;
  }
  // The name of a mailbox domain is often a common word: "web", "free", "orange".
  return !isMailboxDomain(domain) && label.length >= 4 && nameWords(name).join('').includes(label);
}

// What follows a provider's name in the domains that its customers use: `speakeasynet.com`, `nuvoxbusiness.net`.
const domainEndings = new Set(
  'net com inc isp online web internet telecom telekom tel communications broadband business biz cable dsl fiber fibre mobile wireless wifi customer customers cust client clients host hosting group corp'.split(
    ' ',
  ),
);
const shortestDistinctiveWord = 3;

/**
 * Whether a domain contains the name of this provider, or its first distinctive word: `nuvox.net` is that of "NuVox Communications". Only for
 * names known to be those of providers, because the name of another company says nothing about the domain's owner.
 */
export function isDomainNamedAfter(provider: string, domain: string): boolean {
  const label = squeezed(labelOf(domain));
  const words = nameKey(provider).split(' ');
  if (words.join('') === squeezed(domain)) return true;
  for (let end = 1; end <= words.length; end++) {
    const beginning = words.slice(0, end).join('');
    const isDistinctive =
      end === words.length || (beginning.length >= shortestDistinctiveWord && !words.slice(0, end).every(isCommonToProviders));
    if (
      isDistinctive &&
      beginning !== '' &&
      (label === beginning || (label.startsWith(beginning) && domainEndings.has(label.slice(beginning.length))))
    )
      return true;
  }
  return false;
}

/** Whether a company has the domain of its e-mail or Internet provider instead of one of its own. */
export function isCustomerOfProvider(name: string, domain: string): boolean {
  return isListedProviderDomain(domain) && !isNameOfProvider(name, domain);
}

/** Whether a word says nothing about which provider is meant, such as "Telecom", "Group" or the name of a country. */
export function isCommonToProviders(word: string): boolean {
  return groupWords.has(word) || countryCodeOf(word) !== null || cuesIn([word]).some((cue) => isProviderCue(cue, 3));
}

function isProviderCue({ line }: ReturnType<typeof cuesIn>[number], points: number): boolean {
  return !isUsedByHolder(line.kind) && line.points >= points;
}

function labelOf(domain: string): string {
  return domain.slice(0, domain.indexOf('.'));
}

function squeezed(domain: string): string {
  return domain.replace(/[^a-z0-9]/g, '');
}
