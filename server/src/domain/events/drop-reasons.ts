/** Why an event that was received is not stored. Every one is counted and shown to the account. */
export const dropReasons = {
  duplicate: 'an event with this id is stored already',
  hostname: 'the page is not on one of the account’s hostnames',
  excluded_address: 'the address is excluded in the settings',
  ignored: 'a correction of the account ignores the address, or the company whose network it is',
  excluded_country: 'the country is excluded in the settings',
  excluded_path: 'the page is excluded in the settings',
  bot: 'sent by a bot',
  ai_agent: 'sent by an AI assistant or agent',
  too_many_hits: 'the visitor has sent more on that day than is stored of one visitor',
  too_old: 'it happened longer ago than events are taken',
  in_future: 'it lies in the future',
  account_gone: 'the account was deleted before it was handled',
  failed: 'it could not be handled because of a fault; it is set aside with the reason',
} as const;

export type DropReason = keyof typeof dropReasons;
export type Outcome = 'stored' | DropReason;
