const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** Words in the descriptions of blocks, as `nameWords` returns them. A *pool* is a block whose addresses many customers share. */
export const customerWords = {
  /** Words that mark a line as the description of a pool, line or machine. One of them is allowed in a name with a legal form. */
  strongPool: set(`
    pool pools dynamic dynamisch dynamique dinamico dinamicos dhcp dialup dialin ppp pppoe l2tp pptp adsl adsl2 vdsl xdsl sdsl shdsl dsl ftth ftto fttx fttb fttc
    gpon epon xpon cmts docsis cgnat cgn nat nat44 nat64 bng bras lns lac radius loopback loopbacks p2p ptp linknet linknets transfernet transfernetz koppelnetz
    interconnect interconnects interconnection interconnections backbone infrastructure infrastruktur infra mgmt noc residential residentiel residencial
    subscribers subscriber abonenty abonentov abonents abonnes abonne abonados abonenci customers kunden clientes clienti clients klienci klienti klienty klanten
    usuarios usuario utenti utilisateurs usagers polzovateli gebruikers nutzer teilnehmer benutzer anvandare brugere kundennetze gprs edge 3g 4g 5g lte umts hsdpa hspa apn wimax voip iptv catv hotspots hotspot wlan wifi vlan vlans subnet subnets subnetwork dmz
    unassigned unallocated unused spare reserved reserve pop pops dslam msan olt onu cpe cpes ripe apnic arin lacnic afrinic ipv4 ipv6
    webhosting vps dedicated colocation colo serverhousing
  `),
  /** Weaker signs of the same. Together with the words above, two of them are allowed in a name with a legal form. */
  weakPool: set(`
    customer client kunde kundennetz cliente klient abonent user users endusers ip ips address addresses range ranges block blocks static fixed public statisch
    lan wan net networks link links transit router routers server servers hosting allocation allocations assignment assignments assigned allocated delegated
    internal management test testing temporary network netz netzwerk reseau rete red rede access connection connections internet mobile vpn node nodes region
    uplink downlink peering home homes business corporate leased line lines various future use number numbers site sites space hq dc datacenter rack racks
    housing firewall proxy gateway mail dns ns switch tunnel tunnels broker ticket order contract id ref
  `),
  /** Words of `strongPool` that, next to the name of a provider, describe its customers: "Acme SRL - clienti". */
  served: set(`
    subscribers subscriber abonenty abonentov abonents abonnes abonne abonados abonenci customers kunden clientes clienti clients klienci klienti klienty klanten
    kundennetze residential residentiel residencial pool pools
  `),
  /** Words of `weakPool` that are also part of organization names. */
  adjectives: set('public business corporate home housing management mobile internal region number order contract site mail'),
  /** Words for access and hosting providers that `kind-cues.ts` lacks or weights less. */
  providers: set(`
    telecom telecoms telekom telco isp broadband internet internetanbieter hosting hoster webhosting datacenter datacentre datacentres datacenters rechenzentrum cloud
    cable cablevision kabel fiber fibre fibra glasfaser wireless wisp telefon telefonica telefonia telephone communications communication kommunikation
    comunicaciones comunicacoes telecomunicaciones telecomunicacoes telecommunications telekommunikation carrier backbone satellite satellites netcom netz
    network networks networking online provider providers connect teleport vodafone orange telenor telia swisscom proximus kpn ziggo comcast verizon centurylink lumen
    cogent level3 zayo colt interoute gtt arelion lightpath spectrum charter cox frontier windstream rogers telus bell shaw tele2 wind fastweb tiscali movistar
    rostelecom beeline megafon mts kyivstar ukrtelecom turktelekom superonline etisalat ooredoo airtel jio bsnl ntt kddi softbank kt lguplus chinanet unicom
    proxad numericable completel altice unitymedia pyur plusnet talktalk claranet bulsatcom vivacom otenet eunetworks altibox globalconnect hkt
    ipv4 ipv6 vds cernet telstra optus tpg ovh hetzner leaseweb linode digitalocean vultr contabo ionos strato aruba rackspace softlayer akamai cloudflare fastly
  `),
  /** Words that indicate the name of an organization. */
  organizations: set(`
    university universitat universite universita universidad universidade universitet uniwersytet universiteit college school schule schulen gymnasium lycee ecole
    liceo colegio escola szkola skola iskola okul okulu institute institut instituto istituto akademie academy academia kindergarten library bibliothek
    hospital klinikum klinik krankenhaus clinic hopital ospedale szpital nemocnice bolnica hastanesi spital pharmacy apotheke pharmacie
    ministry ministerium ministere ministerio ministero municipality municipio comune commune mairie gemeinde stadtverwaltung landratsamt rathaus ayuntamiento
    kommune gmina urzad prefeitura council constabulary akimat government embassy botschaft ambassade court police polizei feuerwehr
    sanitaria hospitalier bank banque banca banco caisse sparkasse volksbank insurance versicherung versicherungen assurance assicurazioni seguros
    kanzlei rechtsanwalte rechtsanwalt notar notaire steuerberater steuerberatung avocats avvocati abogados attorneys solicitors law partner partners partnership
    associates associati associes associados asociados praxis zahnarztpraxis arztpraxis architekten architects ingenieurburo ingenieure engineering werke werk fabrik factory manufacturing
    holding group gruppe groupe grupo gruppo verlag museum theater theatre oper kirche church kirchengemeinde pfarrei paroisse parish diocese bistum stiftung foundation fondation fundacion fundacja
    verein verband association asociacion federation union club society handwerk bau maschinenbau autohaus spedition logistik logistics transport transports
    farm brewery brauerei winery supermarket laboratories laboratory pharma medical consulting industries industrial industrie steel foods bakery baeckerei backerei
    sons brothers bros company cooperativa cooperative consorzio genossenschaft spoldzielnia zadruga
  `),
  /** Words of `organizations` that are neither surnames nor professions, so that a name that ends with one is not that of a person. */
  collectives: set(`
    university universitat universite universita universidad universidade universitet uniwersytet universiteit college institute institut instituto istituto
    hospital bank insurance assurance group foundation association
  `),
  /** Words for places whose networks are used by guests or residents. */
  guests: set(`
    hotel hotels hotell hotelli motel hostel hostels resort resorts pension gasthof gasthaus guesthouse auberge ostello albergo guest guests gast gaeste gaste invites ospiti huespedes
    coworking campground camping airport airports flughafen aeroport aeroports aeroporto aeroportos aeropuerto aeropuertos lufthavn flygplats luchthaven conference kongresszentrum messe fair exhibition stadium cafe
    coffee restaurant bar pub mcdonalds starbucks wohnheim studentenwohnheim dormitory dorm residence akademik kollegium internat serviced lounge marina mall
    dormitories apartment apartments condominium condominiums condo condos residents tenants mieter locataires wohnanlage wohnpark wohnungen mdu
  `),
  /** First names in addition to those in `first-names.ts`. */
  firstNames: set(`
    aleksandra alessandro alessandra alessia alina allison amelie amina amira anja anke anne annette antje antoine arnaud aurelien beata beatrice bernard birgit bjarne
    bozena brigitte camille carl carla cecile cedric celine chantal chiara clement corinne cyril damian damien danuta darko denise didier dorota dragan edgar edith edward
    elisabeth elke emilie enrico ernst esther eva ewa fabienne federico filippo francesca franck gerald gertrud gianluca gilles giorgio giulia goran gunter gunther hanna
    hannah hanne hartmut heike heinrich helene helga henri hubert ilona ines inga ingo ingrid irene irina isabel isabelle ivana ivo jacqueline jacques jana janina jasmin
    jerome joanna jochen jolanta josephine julie jutta kai karin karsten katharina katja kerstin konrad lea lena leon lionel lisa lucie ludovic luigi malgorzata manfred
    manuela margarete margit marianne marie marina marion martina mathieu maurizio maxime melanie michaela michele mirko monika monique nadine nathalie nicole nikola nils
    norbert olaf patricia paula petra rainer raphael renate renata roberta rolf romain ruth sabine salvatore sara sarah sebastien severine silke silvia simone sofia sonja
    stefania steffen stephane susanne sylvie tanja teresa theo thorsten torsten ulrich ulrike ursula ute valerie vanessa vera veronique victoria vincenzo virginie
    waltraud wilhelm winfried yannick zofia zoran
  `),
  /** The words of this list and of those below decide which patterns are tried on a line, as do digits and some punctuation. */
  placeholders: set(`
    not non iana tbd na n none null unknown unspecified undefined reserved unused various private residential dummy placeholder default early erx netblock transferred
    block these this please abuse see rfc rfc1918 to x xx xxx xxxx xxxxx
  `),
  contacts: set('tel fax phone email e mail contact telefon attn c www http https'),
  shared: set(
    'public free visitor visitors shared serviced working office offices park parque parco parc naukowo wi spot hot air science business software innovation research',
  ),
  introductions: set(`
    assigned assignment reassigned reassignment used delegated ip ipv4 ipv6 static public fixed address addresses block range subnet network networks net lan wan office
    internet access connection line leased backup infrastructure circuit ips fixe feste m fa kd kunden vertrag vertrags auftrag auftrags order contract customer client cliente kunde kundennetz klient klant abonent subscriber user end endcustomer enduser netz netzwerk reseau red rede rete
  `),
  /** Words for branches, buildings, customers and contracts, which are not the name of a company. */
  branches: set(`
    branch branches office bureau ufficio lot block floor offices plant unit warehouse depot location headquarters hq factory building werk filiale filialen niederlassung zweigstelle standort
    betriebsstatte lager geschaftsstelle buro agence succursale siege usine site sucursal oficina delegacion sede filial escritorio stabilimento magazzino vestiging kantoor
    oddzial biuro zaklad pobocka provozovna pobocky podruznica telephely filiala avdeling afdeling kontor kontoret kunde customer client cliente klient vertrag contract
  `),
  streets: set(
    'ul ulica str st strasse street road rd rue via calle rua jalan jl c po box postfach casella apartado boite cedex postbus p b',
  ),
  soleTraders: set(`
    trading dba t sole private individual privatperson particulier privat privatkunde fop flp spd pe ie ip chp pp fo mr mrs ms herr frau pan pani monsieur madame sig sr sra
  `),
};
