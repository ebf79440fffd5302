import { cuesIn } from './kind-cue-matcher.ts';
import { nameWords } from './name-words.ts';
import { isUsedByHolder } from './network-kind.ts';

// Domains in hostnames of customers of large providers that `kind-cues.ts` does not recognize.
const providerDomains = new Set(
  (
    't-ipconnect.de t-dialin.net telekom.de vodafone-ip.de kabel-deutschland.de unitymediagroup.de versanet.de ewetel.net netcologne.de m-online.net mnet-online.de 1und1.de ' +
    'comcast.net comcastbusiness.net verizon.net fios.verizon.net rr.com spectrum.com charter.com cox.net qwest.net centurylink.net lumen.com level3.net att.net sbcglobal.net bellsouth.net ' +
    'frontiernet.net windstream.net optonline.net rcn.com mediacomcc.net tmodns.net myvzw.com shawcable.net rogers.com bell.ca telus.net videotron.ca cogeco.net ' +
    'btcentralplus.com btopenworld.com bt.net virginm.net virginmedia.com sky.com talktalkplc.com plus.net zen.net.uk zen.co.uk ' +
    'wanadoo.fr orange.fr abo.wanadoo.fr proxad.net free.fr sfr.net numericable.fr bbox.fr completel.net telecomitalia.it interbusiness.it fastwebnet.it tiscali.it wind.it ' +
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

/** True for a known provider domain, or one whose name indicates a provider. */
export function isProviderDomain(domain: string): boolean {
  if (providerDomains.has(domain)) return true;
  const label = domain.slice(0, domain.indexOf('.'));
  return cuesIn(nameWords(label)).some((cue) => !isUsedByHolder(cue.line.kind) && cue.line.points >= 5);
}
