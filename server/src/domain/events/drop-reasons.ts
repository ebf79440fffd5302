/** Reasons for not storing a received event. All are counted, and shown to the account if it still exists. */
export const dropReasons = {
  duplicate: 'an event with this id is already stored',
  hostname: 'the page is not on one of the account’s hostnames',
  excluded_address: 'the address is excluded in the settings',
  ignored: 'a correction of the account ignores the address or the company that owns the network',
  excluded_country: 'the country is excluded in the settings',
  excluded_path: 'the page is excluded in the settings',
  bot: 'sent by a bot',
  ai_agent: 'sent by an AI assistant or agent',
  too_many_hits: 'the visitor exceeded the maximum number of events per day',
  too_old: 'the event is older than the maximum age',
  in_future: 'the time of the event is in the future',
  malformed: 'the event is malformed, for example because its e-mail address is invalid',
  account_gone: 'the account was deleted before the event was processed',
  failed: 'processing failed; the event is stored as a dead letter with the error',
} as const;

export type DropReason = keyof typeof dropReasons;
export type Outcome = 'stored' | DropReason;
