import Type from 'typebox';
import { deletePasskey } from '../../domain/auth/passkeys/delete-passkey.ts';
import { listPasskeys } from '../../domain/auth/passkeys/list-passkeys.ts';
import { maxPasskeyNameLength } from '../../domain/auth/passkeys/passkey-name.ts';
import { registerPasskey } from '../../domain/auth/passkeys/register-passkey.ts';
import { renamePasskey } from '../../domain/auth/passkeys/rename-passkey.ts';
import { startPasskeyRegistration } from '../../domain/auth/passkeys/start-passkey-registration.ts';
import { startPasskeySignIn } from '../../domain/auth/passkeys/start-passkey-sign-in.ts';
import { publicRoute, userRoute } from '../route.ts';

const Base64Url = Type.String({ maxLength: 20_000, pattern: '^[A-Za-z0-9_-]*$' });
const Name = Type.String({ maxLength: maxPasskeyNameLength });
const Password = Type.Object({ password: Type.String({ maxLength: 200 }) });
const credential = { id: Base64Url, rawId: Base64Url, type: Type.Literal('public-key'), clientExtensionResults: Type.Object({}) };
const Registration = Type.Object({
  name: Name,
  response: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Base64Url,
      attestationObject: Base64Url,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
  }),
});

/** A passkey's assertion for sign-in. */
export const PasskeyAssertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Base64Url),
  }),
});

/** Passkeys of the signed-in user, and the start of a sign-in with a passkey. */
export const passkeyRoutes = [
  publicRoute({
    method: 'POST',
    path: '/session/passkey-options',
    handle: ({ ctx, req }) => startPasskeySignIn(ctx, { address: req.ip, publicUrl: ctx.publicUrl }),
  }),
  userRoute({ method: 'GET', path: '/passkeys', handle: ({ ctx, user }) => listPasskeys(ctx, user.id) }),
  userRoute({
    method: 'POST',
    path: '/passkeys/options',
    body: Password,
    handle: ({ ctx, user, body, req }) => startPasskeyRegistration(ctx, user, { ...body, address: req.ip, publicUrl: ctx.publicUrl }),
  }),
  userRoute({
    method: 'POST',
    path: '/passkeys',
    body: Registration,
    handle: ({ ctx, user, body, res }) => {
      res.code(201);
      return registerPasskey(ctx, user, { ...body, publicUrl: ctx.publicUrl });
    },
  }),
  userRoute({
    method: 'PATCH',
    path: '/passkeys/:passkeyId',
    body: Type.Object({ name: Name }),
    handle: ({ ctx, user, params, body }) => renamePasskey(ctx, user.id, params.passkeyId, body.name),
  }),
  userRoute({
    method: 'DELETE',
    path: '/passkeys/:passkeyId',
    handle: ({ ctx, user, params }) => deletePasskey(ctx, user.id, params.passkeyId),
  }),
];
