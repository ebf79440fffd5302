import { useState } from 'react';
import { useParams } from '../lib/use-params.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Field, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import { addDays, isDay, maxChartDays } from '../ui/intervals.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { type Comparison, comparisonName } from './comparison.ts';

const comparisons = [
  { kind: 'previous', compare: null, text: 'dashboard.previousPeriod' },
  { kind: 'year', compare: 'year', text: 'dashboard.yearBefore' },
  { kind: 'none', compare: 'none', text: 'dashboard.noComparison' },
] as const;

/** Selects the days that the dashboard is compared with. */
export function CompareMenu({ comparison, isToday }: { comparison: Comparison; isToday: boolean }) {
  const [, change] = useParams();
  const [isSelecting, setSelecting] = useState(false);
  const name = comparisonName(comparison, isToday);
  const days = comparison.kind === 'none' ? null : comparison;
  return (
    <>
      {days && <span className="printed">{t('dashboard.comparedWith', { period: name })}</span>}
      <Menu
        align="end"
        trigger={
          <Button quiet title={t('dashboard.comparedWith', { period: name })}>
            {comparison.kind === 'none' ? name : t('dashboard.versus', { period: name })}
            <Icon name="down" size={12} />
          </Button>
        }
      >
        {comparisons.map(({ kind, compare, text }) => (
          <MenuItem key={kind} isChecked={kind === comparison.kind} onSelect={() => change({ compare })}>
            {kind === 'previous' && isToday ? t('dashboard.sameHoursYesterday') : t(text)}
          </MenuItem>
        ))}
        <MenuItem isChecked={comparison.kind === 'days'} onSelect={() => setSelecting(true)}>
          {t('dashboard.selectedDays')}
        </MenuItem>
      </Menu>
      <Dialog title={t('dashboard.compareWithDays')} open={isSelecting} onClose={() => setSelecting(false)}>
        <CompareForm
          days={days}
          onSelect={(from, to) => {
            change({ compare: `${from}..${to}` });
            setSelecting(false);
          }}
        />
      </Dialog>
    </>
  );
}

function CompareForm({ days, onSelect }: { days: { from: string; to: string } | null; onSelect(from: string, to: string): void }) {
  const [from, setFrom] = useState(days?.from ?? '');
  const limit = (length: number) => (isDay(from) ? addDays(from, length) : undefined);
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const [first, last] = [from, textOf(new FormData(event.currentTarget), 'to')];
        if (first <= last) onSelect(first, last);
        else onSelect(last, first);
      }}
    >
      <Field label={t('common.from')} name="from" type="date" required value={from} onChange={({ target }) => setFrom(target.value)} />
      <Field
        label={t('common.to')}
        name="to"
        type="date"
        required
        defaultValue={days?.to}
        min={limit(1 - maxChartDays)}
        max={limit(maxChartDays - 1)}
        hint={t('common.atMostDays', { count: maxChartDays })}
      />
      <DialogFooter>
        <Button type="submit" main>
          {t('common.apply')}
        </Button>
      </DialogFooter>
    </form>
  );
}
