import { useState } from 'react';
import type { Icp, IcpCriterion } from '../../api/responses.ts';
import { useAccountChange } from '../../api/use-account-change.ts';
import filterStyles from '../../feeds/filter.module.css';
import type { FilterField } from '../../feeds/filters.ts';
import { t, tCode } from '../../texts/t.ts';
import { Field } from '../../ui/field.tsx';
import formStyles from '../../ui/form.module.css';
import { Criterion } from './criterion.tsx';
import { bodyOf, draftOf, type IcpDraft, placeText } from './icp-draft.ts';
import { OptionalSwitch } from './optional-switch.tsx';
import { ProfileDialog } from './profile-dialog.tsx';

const orientations = ['b2b', 'b2c', 'both'];

/** Creates or edits an ideal customer profile. */
export function IcpDialog({ icp, fields, onClose }: { icp?: Icp; fields: FilterField[]; onClose: () => void }) {
  const [draft, setDraft] = useState<IcpDraft>(() => draftOf(icp));
  const create = useAccountChange('POST /icps', { quiet: true });
  const update = useAccountChange('PATCH /icps/:icpId', { quiet: true });
  const set = (change: Partial<IcpDraft>) => setDraft((before) => ({ ...before, ...change }));
  const optionsOf = (name: string) => fields.find((field) => field.name === name)?.options ?? [];
  const optional = (criterion: IcpCriterion) => ({
    isOn: draft.optional.includes(criterion),
    onChange: (isOn: boolean) =>
      set({ optional: isOn ? [...draft.optional, criterion] : draft.optional.filter((other) => other !== criterion) }),
  });
  const send = () => {
    const body = bodyOf(draft);
    if (icp) update.mutate({ params: { icpId: icp.id }, body }, { onSuccess: onClose });
    else create.mutate({ body }, { onSuccess: onClose });
  };
  return (
    <ProfileDialog
      editedName={icp?.name}
      newTitle={t('leadSettings.newProfile')}
      createLabel={t('leadSettings.createProfile')}
      name={draft.name}
      onRename={(name) => set({ name })}
      onSave={send}
      onClose={onClose}
      create={create}
      update={update}
    >
      <Field
        label={t('leadSettings.description')}
        name="description"
        maxLength={1000}
        value={draft.description}
        onChange={(event) => set({ description: event.target.value })}
      />
      <p className="faint">{t('leadSettings.criteriaHint')}</p>
      <Criterion
        label={t('common.countries')}
        options={optionsOf('country_code')}
        values={draft.countries}
        onChange={(countries) => set({ countries })}
        optional={optional('location')}
        hint={
          draft.finerPlaces.length > 0
            ? t('leadSettings.alsoThroughApi', { places: draft.finerPlaces.map(placeText).join('; ') })
            : undefined
        }
      />
      <Criterion
        label={t('common.employees')}
        options={optionsOf('employee_range')}
        values={draft.ranges}
        onChange={(ranges) => set({ ranges })}
        optional={optional('employee_ranges')}
      />
      <Criterion
        label={t('common.industries')}
        options={draft.classification === 'internal' ? optionsOf('industry_code') : undefined}
        values={draft.industries}
        onChange={(industries) => set({ industries })}
        optional={optional('industries')}
        hint={
          draft.classification === 'internal' ? undefined : t('leadSettings.codes', { classification: draft.classification.toUpperCase() })
        }
      />
      <fieldset className={filterStyles.condition}>
        <legend>{t('leadSettings.annualRevenue')}</legend>
        <div className={formStyles.formRow}>
          <Field
            label={t('common.from')}
            type="number"
            min={0}
            step="any"
            value={draft.minRevenue}
            onChange={(event) => set({ minRevenue: event.target.value })}
          />
          <Field
            label={t('leadSettings.upTo')}
            type="number"
            min={0}
            step="any"
            value={draft.maxRevenue}
            onChange={(event) => set({ maxRevenue: event.target.value })}
          />
        </div>
        <OptionalSwitch label={t('common.revenue')} {...optional('revenue')} />
      </fieldset>
      <Criterion
        label={t('leadSettings.sellsTo')}
        options={orientations.map((value) => ({ value, name: tCode('orientation', value, value) }))}
        values={draft.orientations}
        onChange={(values) => set({ orientations: values })}
        optional={optional('customer_orientation')}
      />
      <Criterion
        label={t('common.keywords')}
        values={draft.keywords}
        onChange={(keywords) => set({ keywords })}
        optional={optional('keywords')}
        hint={t('leadSettings.keywordsHint')}
      />
    </ProfileDialog>
  );
}
