import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerName } from './customer-name.ts';

function kindsOf(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, customerName(name).kind]));
}

function all(kind: string, ...names: string[]): void {
  assert.deepEqual(kindsOf(...names), Object.fromEntries(names.map((name) => [name, kind])));
}

test('a company whose name begins like that of a person is not a person', () => {
  all(
    'organization',
    'Mr Price Group Ltd',
    'Mr. Cooper Group, Inc.',
    'Herr Foods Inc',
    'Pan American Life Insurance Group',
    'IE University',
  );
  all('organization', 'Muratoğlu Lojistik San. ve Tic. A.Ş.', 'Rabinovich Law Ltd', 'Megatrend Poslovna Rjesenja d.o.o.');
});

test('a person with a title, a patronymic or a surname that is also a legal form is not a company', () => {
  all('person', 'Mr Price', 'Mr Ek', 'Herr Epp', 'Ms Law', 'Frau Lehmann', 'Herr Rechtsanwalt Müller', 'Herr Müller, Notar');
  all('person', 'Mr John Smith Ltd', 'Mr Price, Acme Ltd', 'Mr Price - Acme Group', 'Herr Müller, Universität');
  all('person', 'FOP Kovalenko Serhii', 'ChP Sidorov', 'PE Petrenko Vasyl', 'IP Volume Inc');
  all('person', 'Ivanov Ivan Ivanovich', 'Ivanov Ivan Ivanovich, Acme Ltd', 'Anna Petrovna As', 'Ahmet Muratoğlu');
});

test('a word such as "contact" or "tel" is only the beginning of contact details if what follows is not a name', () => {
  all('organization', 'Tel Aviv University', 'Tel-Aviv Municipality', 'Contact Energy Ltd', 'Phone Pulse Ltd');
  all('address', 'Tel 0841 890', 'Tel. Zentrale', 'Phone: reception', 'Fax-Nr. 0841', 'c/o Acme Ltd', 'attn Mr Smith');
  all('address', 'Contact Mr Smith', 'Contact: Acme Ltd', 'Contact Jan Vos', 'Contact Smith, Acme Ltd');
});

test('the words of every shared place are recognized, also in the plural and with a legal form', () => {
  all('shared_place', 'Acme Guest WiFi GmbH', 'Acme visitors network', 'Acme public access', 'Acme Hot Spot GmbH');
  all('pool', 'Hotspot users', 'Acme Hotspots');
  all(
    'shared_place',
    'Acme Free Wi-Fi',
    'Acme Coworking GmbH',
    'Acme Co-Working GmbH',
    'Acme Shared Offices Ltd',
    'Acme serviced office Ltd',
  );
  const parks = ['Science', 'Technology', 'Tech', 'Research', 'Innovation', 'Software', 'Business', 'Technological', 'Scientific'];
  all('shared_place', ...parks.map((kind) => `${kind} Park Ulm Ltd`), 'Science and Technology Park Ulm');
  all(
    'shared_place',
    'Technopark Ulm',
    'Tecnopark Ulm',
    'Technopole Ulm',
    'Technopolis Ulm',
    'Technologiepark Ulm GmbH',
    'Teknokent AS',
    'Teknopark AS',
  );
  all('shared_place', 'Parque Científico', 'Parco Tecnológico', 'Parc Technologique', 'Park Naukowo', 'Park Technologiczny');
  all(
    'shared_place',
    'Ulm Airport GmbH',
    'Ulm Airports GmbH',
    'Ulm Air Port Ltd',
    'Aeropuerto de Ulm',
    'Aeropuertos de Ulm SA',
    'Aeroportos de Ulm SA',
  );
  all(
    'shared_place',
    'Aéroport de Ulm',
    'Aéroports de Ulm SA',
    'Flughafen Ulm GmbH',
    'Ulm Lufthavn',
    'Ulm Flygplats AB',
    'Luchthaven Ulm NV',
  );
  all('shared_place', 'Hotel Ulm GmbH', 'Ulm Hotels GmbH', 'Ulm Hostel', 'Meininger Hostels GmbH', 'Ulm Resort Ltd', 'Ulm Resorts Ltd');
});
