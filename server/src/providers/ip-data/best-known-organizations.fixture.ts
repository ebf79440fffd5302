/** Well-known companies, universities and public bodies that have their own networks. */
export const bestKnownOrganizations = `
Apple | Microsoft | Amazon | Alphabet | Google | Meta | NVIDIA | Tesla | Walmart | JPMorgan Chase | Visa | Mastercard | Exxon Mobil |
Johnson & Johnson | Procter & Gamble | UnitedHealth Group | Home Depot | Chevron | Costco | AbbVie | Bank of America | Coca-Cola | PepsiCo
| Oracle | Broadcom | Pfizer | Cisco | Thermo Fisher Scientific | McDonald's | Accenture | Abbott | Adobe | Salesforce | Netflix | Danaher
| Nike | Texas Instruments | Philip Morris International | Wells Fargo | Bristol Myers Squibb | UPS | FedEx | Honeywell | Intel | Amgen |
Lowe's | Qualcomm | Union Pacific | Caterpillar | Deere & Company | Goldman Sachs | Morgan Stanley | American Express | BlackRock | Citi |
Boeing | Lockheed Martin | RTX | Northrop Grumman | General Dynamics | General Electric | 3M | IBM | HP | Hewlett Packard Enterprise |
Dell | Starbucks | Target | Best Buy | Kroger | Walgreens | CVS Health | Cardinal Health | McKesson | Cigna | Humana | Elevance Health |
Eli Lilly | Gilead Sciences | Biogen | Regeneron | Medtronic | Boston Scientific | Stryker | Becton Dickinson | Baxter | General Motors |
Ford | Stellantis | Goodyear | Cummins | Paccar | Navistar | Delta Air Lines | United Airlines | American Airlines | Southwest Airlines |
JetBlue | Marriott | Hilton | Hyatt | Disney | Paramount | Warner Bros. Discovery | The New York Times | Bloomberg | Thomson Reuters | S&P
Global | Moody's | Equifax | Experian | TransUnion | PayPal | Stripe | Block | Intuit | Workday | ServiceNow | Splunk | CrowdStrike |
VMware | Red Hat | SAP | Siemens | Siemens Energy | Siemens Healthineers | Bayer | BASF | BMW | Volkswagen | Audi | Porsche | Continental
| Bosch | ZF Friedrichshafen | Thyssenkrupp | Henkel | Beiersdorf | Adidas | Allianz | Munich Re | Deutsche Bank | Commerzbank | DZ Bank |
KfW | Deutsche Bahn | Lufthansa | E.ON | RWE | EnBW | Infineon | Merck KGaA | Fresenius | Fresenius Medical Care | Linde | Airbus |
Daimler Truck | Schaeffler | MAHLE | Knorr-Bremse | Evonik | Covestro | Lanxess | Festo | Würth | Axel Springer | Aldi | Lidl | Rewe |
Edeka | Zalando | Metro | dm-drogerie markt | Rossmann | Nestlé | Roche | Novartis | UBS | Credit Suisse | Zurich Insurance | Swiss Re |
ABB | Sika | Givaudan | Lonza | Richemont | Glencore | Logitech | Swiss Life | Helvetia | Migros | SBB | LVMH | L'Oréal |
TotalEnergies | Sanofi | Schneider Electric | Air Liquide | Safran | Thales | Dassault Systèmes | Renault | Michelin | Valeo | Danone |
Pernod Ricard | Kering | Hermès | Carrefour | Auchan | Leroy Merlin | Decathlon | BNP Paribas | Société Générale | Crédit Agricole | AXA |
Natixis | Capgemini | Atos | Saint-Gobain | Vinci | Bouygues | Veolia | Engie | EDF | SNCF | RATP | Air France | La Poste | Alstom |
Publicis | Accor | Sodexo | Shell | BP | Unilever | HSBC | Barclays | Lloyds Banking Group | Standard Chartered | AstraZeneca | GSK |
Diageo | British American Tobacco | Imperial Brands | Rio Tinto | Anglo American | BAE Systems | Rolls-Royce | Tesco | Sainsbury's | Marks
& Spencer | Morrisons | Aviva | Legal & General | National Grid | Centrica | SSE | BBC | ITV | Compass Group | WPP | Pearson | RELX | Arm
| Jaguar Land Rover | British Airways | easyJet | Network Rail | Royal Mail | Philips | ASML | ING | Rabobank | ABN AMRO | Ahold Delhaize
| Heineken | AkzoNobel | DSM-Firmenich | NXP | KLM | Booking.com | Wolters Kluwer | IKEA | Volvo | Volvo Cars | Scania | Ericsson | H&M |
Spotify | Electrolux | Atlas Copco | SKF | SEB | Swedbank | Handelsbanken | Nordea | Saab | Vattenfall | Novo Nordisk | Maersk | Carlsberg
| Vestas | Danske Bank | Coloplast | Equinor | DNB | Norsk Hydro | Statkraft | Nokia | Kone | Neste | UPM | Stora Enso | Fortum | Wärtsilä
| Santander | BBVA | CaixaBank | Iberdrola | Repsol | Inditex | Acciona | Mapfre | Mercadona | El Corte Inglés | Iberia | Amadeus | Enel |
Eni | Intesa Sanpaolo | UniCredit | Generali | Ferrari | Leonardo | Prysmian | Luxottica | Ferrero | Poste Italiane | EDP | Anheuser-Busch
InBev | KBC | Solvay | UCB | Umicore | Erste Group | Raiffeisen Bank International | OMV | Voestalpine | Red Bull | Verbund | Andritz |
Ryanair | CRH | Aptiv | Eaton | Johnson Controls | Trane Technologies | PKO Bank Polski | Orlen | PZU | KGHM | Allegro | ČEZ | Škoda Auto
| OTP Bank | MOL Group | Gazprom | Rosneft | Lukoil | Sberbank | Yandex | Turkish Airlines | Koç Holding | Arçelik | Garanti BBVA | Saudi
Aramco | SABIC | Emirates | Qatar Airways | QatarEnergy | Teva | Check Point | Toyota | Honda | Nissan | Mazda | Suzuki | Mitsubishi
Electric | Hitachi | Toshiba | Panasonic | Sony | NEC | Fujitsu | Canon | Ricoh | Nikon | Fujifilm | Konica Minolta | Murata | Denso |
Bridgestone | Komatsu | Takeda | Eisai | MUFG | SMBC | Mizuho | Nomura | Nintendo | Sega | Rakuten | Samsung Electronics | LG Electronics
| Hyundai Motor | Kia | SK hynix | POSCO | Naver | Kakao | TSMC | Foxconn | Asus | Acer | Lenovo | Huawei | Xiaomi | Baidu | JD.com | ICBC
| China Construction Bank | Bank of China | PetroChina | Sinopec | Ping An | AIA | OCBC | UOB | Singapore Airlines | Maybank | CIMB |
Petronas | PTT | Tata Consultancy Services | Infosys | Wipro | HCLTech | Tech Mahindra | Reliance Industries | Larsen & Toubro | ICICI
Bank | HDFC Bank | State Bank of India | Axis Bank | Flipkart | BHP | Commonwealth Bank | Westpac | ANZ | National Australia Bank | Qantas
| CSL | Atlassian | Canva | Air New Zealand | Royal Bank of Canada | TD Bank | Scotiabank | BMO | CIBC | Manulife | Sun Life | Shopify |
Suncor | Enbridge | Canadian National Railway | Air Canada | Bombardier | Loblaw | Petrobras | Vale | Itaú Unibanco | Bradesco | Banco do
Brasil | JBS | Embraer | Natura | Cemex | Grupo Bimbo | FEMSA | YPF | Ecopetrol | Bancolombia | LATAM Airlines | Codelco | Falabella |
Standard Bank | FirstRand | Absa | Nedbank | Shoprite | Dangote | Harvard University | Massachusetts Institute of Technology | Stanford
University | Yale University | Princeton University | Columbia University | Cornell University | University of Chicago | University of
Pennsylvania | Duke University | Johns Hopkins University | Northwestern University | New York University | University of Michigan |
University of California, Berkeley | University of California, Los Angeles | University of Washington | University of Texas at Austin |
Carnegie Mellon University | Georgia Institute of Technology | Purdue University | Ohio State University | University of Oxford |
University of Cambridge | Imperial College London | University College London | King's College London | University of Edinburgh |
University of Manchester | ETH Zurich | EPFL | Technical University of Munich | RWTH Aachen University | Karlsruhe Institute of Technology
| KU Leuven | University of Amsterdam | Karolinska Institutet | KTH Royal Institute of Technology | Lund University | Uppsala University |
University of Helsinki | Aalto University | University of Vienna | TU Wien | University of Tokyo | Kyoto University | Osaka University |
Seoul National University | KAIST | Tsinghua University | National University of Singapore | Nanyang Technological University | University
of Hong Kong | University of Toronto | McGill University | University of British Columbia | University of Melbourne | University of
Queensland | Monash University | Universidade de São Paulo | University of Cape Town | Fraunhofer-Gesellschaft | Max Planck Society | CERN
| DLR | NASA | European Space Agency | European Commission | European Parliament | European Central Bank | United Nations | World Bank |
International Monetary Fund | NATO | OECD | World Health Organization | US Department of Agriculture | Internal Revenue Service | Federal
Reserve | Bundesbank | Mayo Clinic | Cleveland Clinic | Kaiser Permanente | Bank of England | Deloitte | PwC | Ernst & Young | KPMG |
McKinsey & Company | Bain & Company | Booz Allen Hamilton | Leidos | SAIC
`
  .split('|')
  .map((name) => name.trim().replace(/\s+/g, ' '));
