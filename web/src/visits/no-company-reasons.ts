import type { LiveVisit } from '../api/answers.ts';

export type NoCompanyReason = NonNullable<LiveVisit['noCompanyReason']>;

/** Why a visit has no company, in words. */
export const noCompanyReasons: Record<NoCompanyReason, { label: string; explanation: string }> = {
  home_line: {
    label: 'Home or provider line',
    explanation: 'The address belongs to an internet provider: a private line, or a small office without a network of its own.',
  },
  mobile: { label: 'Mobile network', explanation: 'The address belongs to a mobile carrier, whose users share and change addresses.' },
  hosting: {
    label: 'Data centre',
    explanation: 'The address belongs to a hosting or cloud provider: a server, not a person in an office.',
  },
  vpn: { label: 'VPN', explanation: 'The visitor uses a VPN service, which hides where they are.' },
  relay: { label: 'Privacy relay', explanation: 'The visitor comes through iCloud Private Relay or Tor, which hide the address.' },
  gateway: {
    label: 'Shared web gateway',
    explanation: 'The visitor comes through a secure web gateway, which employees of many companies share.',
  },
  crawler: { label: 'Search engine', explanation: 'The address belongs to the crawler of a search engine.' },
  shared_place: {
    label: 'Hotel or shared place',
    explanation: 'The network belongs to a hotel, an airport, a coworking space or the like. Its users are mostly guests.',
  },
  uncertain: {
    label: 'Not certain enough',
    explanation: 'The network seems to belong to an organisation, but it cannot be named with enough confidence.',
  },
  correction: { label: 'Not a company', explanation: 'A correction of this account says that this is not a company.' },
  unknown: { label: 'Unknown network', explanation: 'Nothing reliable is known about the users of this network.' },
};
