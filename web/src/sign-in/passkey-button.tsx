import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/request.ts';
import { beginSession } from '../api/session.tsx';
import { getPasskey } from '../lib/passkeys.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/field.tsx';

/** Signs in with a passkey of this device, if the server and the browser support passkeys. */
export function PasskeyButton() {
  const queryClient = useQueryClient();
  const { data: options } = useQuery({ queryKey: ['session', 'sign-in-options'], queryFn: () => request('GET /sign-in-options') });
  const signIn = useMutation({
    mutationFn: async () => {
      const response = await getPasskey(await request('POST /session/passkey-options'));
      return request('POST /session/passkey', { body: response });
    },
    onSuccess: (session) => beginSession(queryClient, session),
  });
  if (!options?.allowsPasskeys || !window.PublicKeyCredential) return null;
  return (
    <>
      <FormError error={signIn.error} />
      <Button disabled={signIn.isPending} onClick={() => signIn.mutate()}>
        {t('passkeys.use')}
      </Button>
    </>
  );
}
