import { noCompanyReasons } from '../../domain/identification/no-company-reason.ts';
import { OneOf } from './resource.ts';

/** This attribute is not part of the specification. */
export const NoCompanyReason = OneOf(
  noCompanyReasons,
  'Why no company is named (an extension): `home_line` an internet provider’s line, `mobile` a mobile network, `hosting` a data center, `vpn`, `relay` iCloud Private Relay or Tor, `gateway` a web gateway that many companies share, `crawler` a search engine, `shared_place` a hotel, airport or the like whose users are mostly guests, `uncertain` an organization’s network that cannot be named with enough confidence, `correction` a correction in the account, `unknown`.',
);
