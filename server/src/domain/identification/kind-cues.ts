import type { NetworkKind } from './network-kind.ts';

export type CueLine = { kind: NetworkKind; points: number; words: string };

/**
 * Words that indicate what an organization does. Points are log-odds: with three points, the name of a network of this kind is about twenty
 * times as likely to contain the word as that of any other network. `stem*` and `*ending` match parts of a word, `two_words` match
 * consecutive words. Accents are removed before comparing.
 * The points of each line were determined by reviewing its matches among the ninety thousand networks worldwide.
 */
export const cueLines: CueLine[] = [
  // Internet access providers.
  {
    kind: 'isp',
    points: 5,
    words:
      'telecom* telekom* telekommunik* telecomun* telecommunic* telecoms telco telcom telephone telefon* telefonia telefonica telephonie ' +
      'broadband wisp isp internet provedor* provider* proveedor* fiber* fibra* fibre* fibernet wifi wireless cable cablevision cabletv catv ' +
      'cabo kabel* kablo kabelov* dsl adsl hotspot radiolink elektrosvyaz svyaz svjaz seti svyazinform banda_larga internetprovider ' +
      'breedband bredband bredb* glasfaser* glesys stadsnat stadsnet stadsnatet fibernat netcologne broadnet telenet starlink satellite satelital ' +
      'satellit* vsat teleport telemidia telemedia multimidia servicos_de_comunicacao iletisim telekomunikasyon ertebat* telematika jaringan akses ' +
      'lintas_data nusantara_network puhelin puhelinosuuskunta telefoni telekomunikacij* telekomunikacje telekomunikasi komunikasi communications_pvt ' +
      'wireless_internet long_distance local_exchange carrier carriers backbone transit ip_transit internet_exchange exchange_point peering ixp ' +
      'internetanbieter internetow* bandwidth internetdienst* netzbetrieb kommunikationsnetze televes* haberlesme *wireless *broadband wifi* *adsl',
  },
  // Unambiguous names of providers.
  {
    kind: 'isp',
    points: 12,
    words:
      'broadband wisp isp provedor fiber_net wireless_isp internet_provider internet_service_provider telephone_co telephone_company telephone_cooperative telephone_coop communications_utility',
  },
  // Networks for schools and universities, which are shared by many organizations.
  {
    kind: 'isp',
    points: 9,
    words:
      'education_network educational_network educational_networking network_for_educational university_network universities_network research_network academic_network forschungsnetz forschungsnetzes education_telecommunication nren renater surfnet geant garr rediris ' +
      'cernet cernet2 sunet funet uninett heanet janet cesnet carnet arnes belnet switch_lan grnet litnet roedunet ulakbim internet2',
  },
  // Brands of providers, in any country.
  {
    kind: 'isp',
    points: 7,
    words:
      'vodafone orange telefonica telia telenor telstra softbank verizon comcast centurylink lumen cogent zayo level_3 gtt colt sprint at_t t_mobile tmobile ' +
      'airtel jio vimpelcom beeline megafon mts rostelecom turkcell ooredoo etisalat zain mtn safaricom digicel claro tigo movistar telmex telcel ' +
      'liberty_global virgin_media charter_communications cox_communications frontier_communications windstream optus singtel chinanet chunghwa viettel vnpt fpt ' +
      'china_mobile china_telecom china_unicom telkom indosat globe pldt hinet kddi ntt_communications ntt_docomo swisscom proximus kpn ziggo tele2 elisa tdc bahnhof ' +
      'sfr bouygues_telecom iliad wind_tre fastweb tiscali rcs_rds digi_romania ote kyivstar ukrtelecom lifecell hurricane_electric arelion viasat hughesnet sky_uk ' +
      'jcom gogo bezeq vodacom ntt omantel batelco netia polkomtel cetin versatel euskaltel masmovil jazztel cosmote forthnet superonline kazakhtelecom biznet maxis ' +
      'celcom starhub pccw vocus iinet izzi megacable entel algar sercomtel intelsat eutelsat inmarsat oi_sa partner_communications aussie_broadband *voip',
  },
  {
    kind: 'hosting',
    points: 7,
    words:
      'amazon aws google microsoft azure oracle alibaba tencent akamai cloudflare fastly digitalocean linode vultr choopa hetzner ovh ovhcloud scaleway contabo ' +
      'leaseweb rackspace softlayer godaddy ionos strato netcup hostinger namecheap bluehost m247 datacamp clouvider quadranet psychz equinix cyxtera internap ' +
      'databank coresite digital_realty xtom voxility yahoo oath stackpath limelight edgecast gcore selectel verisign packethub ' +
      'flexential tierpoint cologix lunavi hostgator siteground dreamhost interserver colocrossing infomaniak hostpoint transip worldstream timeweb beget kamatera ' +
      'exoscale upcloud plusserver myloc register_spa',
  },
  {
    kind: 'isp',
    points: 3,
    words:
      'general_trading for_internet i_net home_network home_networks network* electric_membership rural_electric electric_cooperative public_power utility_district ix communication communications comunicacao comunicacoes comunicaciones comunicacion kommunikation* komunikac* comunicazioni *communications ' +
      'network networks *network *networks xarx* comunicacions internet* *provider *cable netz* netzwerk* netwerk* reseau reseaux redes rede netservice netservices conect* conecta* conexao connect ' +
      'connecting connectivity connection connections conectividade *connect acesso acceso access *wifi *fiber *fibra *fibre wimax lte ' +
      'telemat* teleinformatica inet *telecom *telekom *telco sat voip voice pstn catv* kabeltv dialup wan cabling optic* optica optics_network netcom ' +
      'infocom infonet datacom comnet cybernet speednet *speed turbo mbps gbps giga gigabit giga* mega* highspeed high_speed rural_telephone ' +
      'communicate netlink airnet skynet fastnet infocomm',
  },
  {
    kind: 'isp',
    points: 2.2,
    words:
      'net *net *netz *nett *tel *tele *link *links *kom tele* online *online informatica informatique informatika conecta provision provedora ' +
      'communicatie lintas nusantara eireli epp me wi fi unicom catv entrepreneur freelancer fhu phu pphu fop spd flp individual proprietorship ' +
      'udp sole_proprietor *lan *web infotech *wave',
  },
  {
    kind: 'isp',
    points: 1.2,
    words:
      '*com net* cooperativa cooperative coop spoldzielnia stadtwerke utilities servicos tecnologia infra infrastructure line tower towers cyber digital signal multimedia sky super speed air radio link',
  },
  {
    kind: 'mobile',
    points: 5,
    words:
      'cellular celular gsm pcs_wireless mobilkom mobile_communications mobile_telecommunications mobile_operator mobil_iletisim mobilni telefonia_movil mvno',
  },
  { kind: 'mobile', points: 2, words: 'movil mobil' },

  // Hosting providers.
  {
    kind: 'hosting',
    points: 5,
    words:
      'hosting webhosting hostings cloud_temple colocation* host* *host *hosting *hosts hosted vps *vps server servers serverfarm *server *servers dedicated colo colocation ' +
      'colocacion colocrossing datacenter datacenters datacentre datacentres datacenter* data_center data_centers data_centre data_centres rechenzentrum ' +
      'datacentrum serverhousing cloud clouds *cloud cloud* webspace hebergement hospedagem hospedaje sunucu barindirma domain domains registrar anycast ' +
      'dns *dns iaas paas bare_metal serverius idc *idc housing_server web_services nuvem anti_ddos ddos blockchain_node seedbox hyperscale',
  },
  {
    kind: 'hosting',
    points: 2.5,
    words:
      'web internetservices_ag layer layers packet* proxy proxies routing *route ipv4 ipv6 lir leasing_ip ip_services ip_space node nodes stack colocations compute computing server* xhost transit_lab rack* vserver latency peer peers bgp as_set asn',
  },
  {
    kind: 'hosting',
    points: 1,
    words: 'data it ict computer computers hardware hub datacom core edge grid cyber managed it_services systemhaus',
  },
  { kind: 'hosting', points: 0.5, words: 'solutions' },
  { kind: 'hosting', points: 12, words: 'digital_realty' },
  { kind: 'cdn', points: 5, words: 'cdn *cdn content_delivery edge_network' },
  { kind: 'vpn', points: 6, words: 'vpn vpns *vpn tor_exit tor anonymizer anonymous_proxy privacy_network onion' },
  {
    kind: 'gateway',
    points: 6,
    words: 'zscaler netskope iboss menlo_security forcepoint websense secure_web_gateway messagelabs mimecast proofpoint',
  },

  // Schools, universities, research.
  {
    kind: 'education',
    points: 8,
    words:
      'universit* universidad* univerz* uniwersyt* universitas univ yliopisto ulikool* egyetem unversity univeristy egitim_fakultesi college colleges *college ' +
      'school schools academy hochschul* fachhochschul* berufsakademie *schule schulen gymnas* lycee lyceum ecole ecoles escuela escola escolas skola skole ' +
      'szkola szkol oppilaitos ammattikorkeakoulu kindergarten polytechnic politechnika politecnico polytech* politeknik campus faculty fakultet fakulta ' +
      'educacional educacion_superior educacao ensino education educational egitim pendidikan onderwijs opleiding* bildung* k12 isd independent_school ' +
      'public_schools boces akademia akademi akademija akademie wyzsza institute_of_technology institut_teknologi instituto_tecnologico seminary kampus ' +
      'supercomput* students studentenwerk daigaku gakuen gakuin vysoka_skola vysoke_uceni',
  },
  {
    kind: 'education',
    points: 3.5,
    words:
      'research institute institut instituto instytut institutas istituto intezet forschung* forschungszentrum recherche pesquisa investigacion scientific ' +
      'science sciences wissenschaft* nauk nauki nauchn* observatory laboratory laboratories laboratorio academic academia colegio colegios library libraries ' +
      'biblioth* biblioteca bibliotek* learning school_district higher nuclear_research max_planck fraunhofer helmholtz',
  },

  // Public bodies.
  {
    kind: 'government',
    points: 8,
    words:
      'government govt gouvernement gobierno governo pemerintah* kementerian ministry ministere ministerio ministerium ministerul ministarstvo ministerstvo ' +
      'ministerie ministero bakanligi bundesministerium bundesamt bundesanstalt landesamt landesbetrieb landkreis kreis kreisverwaltung stadtverwaltung ' +
      'city_of county_of state_of town_of village_of borough_of province_of commonwealth_of district_of municip* prefeitura prefecture ayuntamiento ' +
      'camara_municipal camara_dos alcaldia intendencia gobernacion diputacion generalitat junta_de comunidad_autonoma comune_di regione provincia_di ' +
      'gemeente provincie waterschap kommun kommune kunta kaupunki hyvinvointialue urzad urzedu gmina starostwo powiat wojewodzt* marszalkowski ' +
      'belediye* valiligi opstina primaria consiliul judetean obec mesto magistrat magistrate regionverket department_of dept_of departement ' +
      'secretaria secretaria_de sad_apelacyjny sad_okregowy sad_rejonowy tribunal tribunals court courts gericht* justizministerium justica judiciary judicial parliament parlament ' +
      'congreso congress senate senado assembleia house_of_representatives police polizei policia politi politie military army navy air_force armed ' +
      'defence_forces ministry_of customs tax_administration steuerverwaltung dinas kabupaten provinsi persandian diskominfo kominfo daerah dprd ' +
      'dod usaisc air_force navy marine_corps landsting myndigheten landeshauptstadt sozialversicherung* republika etat_de state_government nhs executive_office ministrstvo ministerija ministeriet departement_of federal_agency federal_bureau u_s_department embassy consulate council councils county prefectural metropolitan_government public_prosecutor ' +
      'social_security_administration census national_guard fire_department 911 administracion_publica administration_communale ville_de mairie ' +
      'conseil_departemental conseil_regional collectivite landratsamt rijks* statens skatteverket revenue_department inland_revenue tribe tribal communications_authority communications_commission forsvar* riksdag* sante_publique',
  },
  {
    kind: 'government',
    points: 3,
    words:
      'authority department departamento autorite autoridad agency agencia agence agentia agentur agenzia federal national nacional nationale state estado commission ' +
      'comision comissao komisja commissioner bureau administration administracion administracao administracja bundes* landes* ministries regulator* ' +
      'superintendencia direccion_general direction_generale inspectorate inspektorat statistics statistik statistical treasury public_service shire ' +
      'secretariat border civil_defence meteorolog* public_safety sheriff public_health stad stadt kota directorate directia uprava office_of *verket *kassan wetterdienst statni narodni drzavn* republicki republic republik',
  },

  // Businesses outside of the network industry.
  {
    kind: 'business',
    points: 6,
    words:
      'seventh_day adventist adventists yatirim menkul_degerler turismo mandir temple osuuskunta bank banks banka banco bancos banca bancorp bancshares banque bankasi bankas banko pank pankki *bank sparkasse* volksbank* raiffeisen* kantonalbank ' +
      'bankers banking_corporation credit_union caja cajas insurance insurers assurance assurances assicurazioni seguros seguradora sigorta versicherung* verzekering* forsikring ' +
      'forsakring vakuutus ubezpiecz* pojistovna pojistovna osiguranje zavarovalnica asuransi hospital hospitals hospitalier* hopital krankenhaus klinik* ' +
      'klinikum clinic clinics clinica ziekenhuis ospedale szpital* sykehus* sjukhus* bolnica rumah_sakit medical healthcare health_care health_system ' +
      'health_services medical_center pharma* pharmacy apotek* apothek* farmac* biotech* biosciences therapeutics law attorneys lawyers rechtsanw* ' +
      'advocat* abogados avocats notar* airlines airline airways lufthansa aviation aerolineas aeropuerto aeroport* airport flughafen lotnisk* luchthaven ' +
      'motor_company motors automotive automobile* automob* autohaus oil petroleum petro* petrol* gas_company refinery refining mining miners minera ' +
      'steel stahl aluminium chemical chemicals chemie* chimie quimica cement cemento pulp paper packaging foods food beverage* brewery brewing cerveceria ' +
      'dairy meat sugar tobacco textile* apparel fashion furniture retail stores supermarket* supermercados hypermarket* kaufhaus restaurants restaurant ' +
      'hotel hotels resort resorts casino casinos hospitality cruise* shipping maritime shipyard* logistics logistik logistica spedition freight kargo ' +
      'courier railway* railroad rail eisenbahn* bahn bundesbahn* bahnen construction constructora bau bauunternehmen hochbau tiefbau builders architects architek* real_estate realty ' +
      'immobili* securities brokerage broker brokers stock_exchange asset_management investment investments wealth pension pensions fund funds ' +
      'private_equity equity_partners accountants accounting audit auditors newspaper* publishing publishers verlag* zeitung* zeitschrift* ' +
      'church diocese ministries_inc museum museums theatre theater opera stadium football basketball league olympic ' +
      'payments payment card_services mastercard visa clearing_house leasing_gmbh finans finance financial financiera finanz* savings mortgage loan loans ' +
      'kredit* credito credit lottery lotterie* loteria gaming bet betting sportsbook games entertainment studios film films motion_picture ' +
      'manufactur* manufacturing fabrik fabrika zavod kombinat maschinenbau machinery anlagenbau werkzeug* metall* foundry semiconductor* aerospace airbus ' +
      'defense_systems arms trading_house wholesale_grocers farms agro* agri* seeds farm fertilizer cosmetics perfume* jewel* toys',
  },
  // The same industries in other languages.
  {
    kind: 'business',
    points: 6,
    words:
      // Spanish and Portuguese
      'alimentos alimentaria alimenticia* cementos cimentos azucarera acucar frigorifico* cervejaria drogaria farmacia farmacias droguerias almacenes ' +
      'tiendas supermercado sanatorio construtora construcciones construcoes siderurgica siderurgia metalurgica petroleos centrais_eletricas centrales_electricas aseguradora ' +
      'bolsa_de transportadora saneamento hotelera inmobiliaria imobiliaria ' +
      // French, German, Dutch
      'hopitaux laiterie boulangerie pharmacie brauerei molkerei bistum erzbistum diakonie caritas krankenkasse handwerkskammer handelskammer wohnungsbau* ' +
      'landwirtschaft* maschinenfabrik stahlwerk* stahlbau woningcorporatie zorggroep ' +
      // Nordic languages
      'sygehus sairaanhoito* osuuspankki fastighet* fastigheter bostader seurakunta* ' +
      // Polish, Czech, Slovak, Hungarian, Romanian
      'gielda gazociag* wodociag* elektrocieplown* budowlan* kopaln* mleczarn* cukrown* farmaceut* odziez* pivovary nemocnice nemocnica elektrarn* teplarn* ' +
      'strojirn* strojarn* zelezarn* vodovod* vodarn* dopravni_podnik korhaz eromu spitalul farmaceutic* ' +
      // Russian, Ukrainian and neighbors
      'oblenergo *energosbyt *neftegaz *neftehim neftekhim* metallurg* metallurgic* bolnitsa apteka strakhov* sberegatel* ' +
      // Turkish
      'giyim tekstil otomotiv gida havayollari havacilik hastanesi hastane sigorta* emeklilik demir_celik eczaci* ilac cimento ' +
      // Indonesian, Vietnamese, Japanese
      'perkebunan asuransi_jiwa benh_vien ngan_hang bao_hiem chung_khoan seiyaku shoken ginko kogyo seisakusho cancer oncolog* cardio* pediatric* ' +
      'orthopedic* orthopaedic* veterinar* stock_market bourse',
  },
  {
    kind: 'government',
    points: 8,
    words:
      'guardia_civil carabineros ejercito exercito fuerza_aerea armada_de fiscalia contraloria procuraduria defensoria poder_judicial corte_suprema ' +
      'ministerio_publico ministerstwo ministeriya carabinieri gendarmerie bundeswehr polizeipraesidium veiligheidsregio lansstyrelsen fylkeskommune ' +
      'onkormanyzat kormany* spitalul_judetean derzhavn* gosudarstven* administratsiya kepolisian badan_pusat badan_nasional uy_ban licensing_agency ' +
      'school_board_office tax_collector county_clerk sheriffs_office',
  },
  {
    kind: 'business',
    points: 3,
    words:
      'llp health care hospice dental medicine medizin* labcorp diagnostics capital industries industry industrial industria industrie* industri ' +
      'industriel* manufacturas engineering engenharia ingenieria ingenieurs elektro* elektrik electric_company energy energie energia enerji energy_corp ' +
      'power elektrownia strom* gas water wasser utility transport transports transportation verkehrsbetriebe nahverkehr tramwaje trucking airport_authority ' +
      'foundation fundacion fundacao fondation stiftung stichting association associacao asociacion vereniging verband verein stowarzyszenie society ' +
      'federation union charity consultants beratung unternehmensberatung advisors advisory marketing advertising werbe* agency_inc ' +
      'travel tours tourism reisen reise* tour ticketing properties property estate estates development developers housing_association wohn* housing ' +
      'commerce commercial products brands stores_inc design sports sport club clube fitness weather channel auto auto_parts cars automation robot* motor motoren turbine* pumps ' +
      'equipment instruments appliances electronics elektronik electronica devices optical imaging bio* chem* plastics kunststoff* glass glas ceramics ' +
      'printing druck* press rundfunk* newspapers news magazine radio_television exchange_commission trust life general_electric ' +
      'supply distribution wholesale import export handels* handel trade market markets mart shop shops group_plc konzern corporate ' +
      'staffing recruitment human_resources personal_gmbh outsourcing bpo call_center contact_center callcenter research_ltd clinical laboratories_inc ' +
      'company_stores enterprises_inc and_sons brothers gebr gebruder sohne fils hijos y_cia partners associates',
  },
  {
    kind: 'business',
    points: 1.6,
    words:
      'corporation corp incorporated plc aktiengesellschaft aktiebolag ag se oyj asa spa kgaa gmbh_co lp broadcasting television mutual consulting consultancy ' +
      'studio group groupe grupo gruppe grupa holding holdings software worldwide',
  },
  {
    kind: 'business',
    points: 0.6,
    words:
      'trading company companies co international systems services usa america americas deutschland france italia polska nederland sverige norge danmark suomi ' +
      'espana schweiz canada uk europe japan korea inc foundation_inc business office technologies',
  },
];
