import { Type } from 'typebox';
import { Exact, OrNull, RecordId } from './resource.ts';

export const UserV1 = Exact(
  {
    type: Type.Literal('user'),
    id: RecordId,
    attributes: Exact({
      email: Type.String(),
      first_name: Type.String(),
      last_name: Type.String(),
      phone_number: OrNull(Type.String()),
      country_code: OrNull(Type.String()),
      team_role: OrNull(Type.String()),
    }),
  },
  { $id: 'UserV1' },
);
