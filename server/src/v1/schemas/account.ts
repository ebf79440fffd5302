import { Type } from 'typebox';
import { Day, Exact, RecordId } from './resource.ts';

const AccountCompany = Exact({
  type: Type.Literal('account_company'),
  id: RecordId,
  attributes: Type.Optional(Exact({ name: Type.String() })),
});

export const AccountSummaryV1 = Exact(
  {
    type: Type.Literal('account_summary'),
    id: RecordId,
    attributes: Exact({ name: Type.String() }),
    relationships: Exact({ account_company: Type.Optional(AccountCompany) }),
  },
  { $id: 'AccountSummaryV1' },
);

export const AccountV1 = Exact(
  {
    type: Type.Literal('account'),
    id: RecordId,
    attributes: Exact({
      name: Type.String(),
      credits: Exact({
        available: Type.Number({ description: 'Credits for this month: used plus remaining.' }),
        used: Type.Number(),
        remaining: Type.Number(),
        next_reset_on: Day,
      }),
    }),
    relationships: Exact({ account_company: Type.Optional(AccountCompany) }),
  },
  { $id: 'AccountV1' },
);
