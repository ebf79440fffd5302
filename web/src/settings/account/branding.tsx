import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useWorkspace } from '../../api/session.tsx';
import { useAccountChange } from '../../api/use-account-change.ts';
import { t } from '../../texts/t.ts';
import { Button } from '../../ui/button.tsx';
import cardStyles from '../../ui/card.module.css';
import { FormError } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import styles from './branding.module.css';

/** The color that the picker shows if the account has none. */
const defaultColor = '#5746d6';

/** The logo and the color of the account. */
export function Branding() {
  const { account, canManage } = useWorkspace();
  const queryClient = useQueryClient();
  const file = useRef<HTMLInputElement>(null);
  const colorId = useId();
  const refetchSession = { onSuccess: () => queryClient.invalidateQueries({ queryKey: ['session'], exact: true }) };
  const upload = useAccountChange('POST /brand/logo', { quiet: true });
  const remove = useAccountChange('DELETE /brand/logo', { quiet: true });
  const change = useAccountChange('PATCH /brand', { quiet: true });
  const { color, logo } = account.brand;
  return (
    <section className={`${cardStyles.card} ${formStyles.stack} ${cardStyles.padded}`} aria-label={t('brand.title')}>
      <div>
        <h2>{t('brand.title')}</h2>
        <p className="faint">{t('brand.intro')}</p>
      </div>
      <div className={formStyles.field}>
        <div className={styles.logoRow}>
          {logo && <img className={styles.logo} src={logo} alt={t('brand.logoOf', { name: account.name })} />}
          <input
            ref={file}
            type="file"
            className="visually-hidden"
            aria-label={t('brand.logo')}
            accept="image/png,image/jpeg,image/webp"
            disabled={!canManage}
            tabIndex={-1}
            onChange={(event) => {
              const [picked] = event.target.files ?? [];
              event.target.value = '';
              if (picked) upload.mutate({ file: picked }, refetchSession);
            }}
          />
          <Button disabled={!canManage || upload.isPending} onClick={() => file.current?.click()}>
            {t('brand.uploadLogo')}
          </Button>
          {logo && canManage && (
            <Button quiet danger onClick={() => remove.mutate({}, refetchSession)}>
              {t('brand.removeLogo')}
            </Button>
          )}
        </div>
        <div className={formStyles.hint}>{t('brand.logoHint')}</div>
      </div>
      <FormError error={upload.error ?? remove.error ?? change.error} />
      <div className={formStyles.field}>
        <label htmlFor={colorId}>{t('brand.color')}</label>
        <div className={styles.logoRow}>
          <input
            // The picker reports every color while the user drags, so the color is saved only when the field loses focus.
            key={color}
            id={colorId}
            type="color"
            className={styles.color}
            disabled={!canManage}
            defaultValue={color ?? defaultColor}
            onBlur={(event) =>
              event.target.value !== (color ?? defaultColor) && change.mutate({ body: { color: event.target.value } }, refetchSession)
            }
          />
          {color !== null && canManage && (
            <Button quiet onClick={() => change.mutate({ body: { color: null } }, refetchSession)}>
              {t('brand.noColor')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
