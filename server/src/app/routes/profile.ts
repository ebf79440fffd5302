import Type from 'typebox';
import { updateProfile } from '../../domain/users/update-profile.ts';
import { languages } from '../../domain/users/user.ts';
import { userRoute } from '../route.ts';

const Profile = Type.Object(
  {
    firstName: Type.Optional(Type.String({ maxLength: 100 })),
    lastName: Type.Optional(Type.String({ maxLength: 100 })),
    language: Type.Optional(Type.Union([Type.Enum([...languages]), Type.Null()])),
  },
  { additionalProperties: false },
);

/** The name and the language of the user. They belong to the user, not to an account. */
export const profileRoutes = [
  userRoute({ method: 'PATCH', path: '/profile', body: Profile, handle: ({ ctx, user, body }) => updateProfile(ctx, user.id, body) }),
];
