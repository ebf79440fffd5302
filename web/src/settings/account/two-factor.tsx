import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { request } from '../../api/request.ts';
import { formatDay } from '../../lib/format.ts';
import { CurrentPasswordField } from '../../sign-in/current-password-field.tsx';
import { t } from '../../texts/t.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import codeStyles from '../../ui/code.module.css';
import { Field, FormError, textOf } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { SecretNotice } from '../../ui/secret-notice.tsx';
import { useToast } from '../../ui/toast.tsx';
import { SettingsForm } from '../settings-form.tsx';

const QrCode = lazy(() => import('./qr-code.tsx'));

const key = ['two-factor'];

/** Turns two-factor authentication on and off, and renews recovery codes. */
export function TwoFactor() {
  const queryClient = useQueryClient();
  const { data: state } = useQuery({ queryKey: key, queryFn: () => request('GET /two-factor') });
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null);
  if (!state) return null;
  const refresh = () => queryClient.invalidateQueries({ queryKey: key });
  const showCodes = (codes: string[]) => {
    setRecoveryCodes(codes);
    refresh();
  };
  return (
    <>
      {recoveryCodes && (
        <SecretNotice secret={recoveryCodes.join('\n')} testId="recovery-codes" copyName={t('security.copyCodes')}>
          {t('security.saveRecoveryCodes')}
        </SecretNotice>
      )}
      {state.isOn ? <TurnedOn state={state} onCodes={showCodes} onOff={() => setRecoveryCodes(null)} /> : <TurnOn onCodes={showCodes} />}
    </>
  );
}

function TurnOn({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const start = useMutation({
    mutationFn: (form: HTMLFormElement) => request('POST /two-factor', { body: { password: textOf(new FormData(form), 'password') } }),
    onSuccess: (_, form) => form.reset(),
  });
  const confirm = useMutation({
    mutationFn: (form: HTMLFormElement) => request('POST /two-factor/confirm', { body: { code: textOf(new FormData(form), 'code') } }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  if (!start.data) {
    return (
      <SettingsForm
        title={t('security.twoFactor')}
        action={t('security.setUpTwoFactor')}
        onSave={(form) => start.mutate(form)}
        error={start.error}
        fields={['password']}
        isSaving={start.isPending}
      >
        <p className="faint">{t('security.twoFactorIntro')}</p>
        <CurrentPasswordField error={start.error} />
      </SettingsForm>
    );
  }
  return (
    <SettingsForm
      title={t('security.twoFactor')}
      action={t('security.turnOn')}
      onSave={(form) => confirm.mutate(form)}
      error={confirm.error}
      fields={['code']}
      isSaving={confirm.isPending}
    >
      <p className="faint">{t('security.scanCode')}</p>
      <Suspense fallback={null}>
        <QrCode text={start.data.url} label={t('security.qrCode')} />
      </Suspense>
      <p className="faint">{t('security.orTypeSecret')}</p>
      <pre className={codeStyles.code} data-testid="two-factor-secret">
        {start.data.secret}
      </pre>
      <CodeField error={confirm.error} label={t('security.codeFromApp')} />
    </SettingsForm>
  );
}

type TurnedOnProps = {
  state: { since: string | null; recoveryCodesLeft: number };
  onCodes: (codes: string[]) => void;
  onOff: () => void;
};

function TurnedOn({ state, onCodes, onOff }: TurnedOnProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [code, setCode] = useState('');
  const renew = useMutation({
    mutationFn: () => request('POST /two-factor/recovery-codes', { body: { code } }),
    onSuccess: ({ recoveryCodes }) => {
      setCode('');
      onCodes(recoveryCodes);
    },
  });
  const disable = useMutation({
    mutationFn: () => request('POST /two-factor/disable', { body: { code } }),
    onSuccess: () => {
      onOff();
      showToast(t('security.twoFactorIsOff'));
      queryClient.invalidateQueries({ queryKey: key });
    },
  });
  const error = renew.error ?? disable.error;
  const reset = (): void => {
    renew.reset();
    disable.reset();
  };
  return (
    <form
      className={`${cardStyles.card} ${formStyles.form} ${cardStyles.padded}`}
      onSubmit={(event) => {
        event.preventDefault();
        reset();
        renew.mutate();
      }}
    >
      <h2>
        {t('security.twoFactor')} <Badge tone="good">{t('security.onSince', { day: formatDay(state.since ?? '') })}</Badge>
      </h2>
      <p className="faint">{t('security.recoveryCodesLeft', { count: state.recoveryCodesLeft })}</p>
      <CodeField error={error} label={t('security.codeOrRecoveryCode')} value={code} onChange={setCode} />
      <FormError error={error} fields={['code']} />
      <div className={`${formStyles.actions} ${formStyles.end}`}>
        <Button
          danger
          disabled={disable.isPending || code === ''}
          onClick={() => {
            reset();
            disable.mutate();
          }}
        >
          {t('security.turnOff')}
        </Button>
        <Button type="submit" disabled={renew.isPending || code === ''}>
          {t('security.newRecoveryCodes')}
        </Button>
      </div>
    </form>
  );
}

type CodeFieldProps = { label: string; error: Error | null; value?: string; onChange?: (code: string) => void };

function CodeField({ label, error, value, onChange }: CodeFieldProps) {
  return (
    <Field
      label={label}
      name="code"
      autoComplete="one-time-code"
      required
      maxLength={40}
      error={error}
      {...(onChange && { value, onChange: (event) => onChange(event.target.value) })}
    />
  );
}
