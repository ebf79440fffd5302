import { dayOf, startOfDayMs } from '../../lib/zoned-days.ts';
import { dayNumber, dayOfNumber, GapCounts } from './company-gaps.ts';
import {
  allVisits,
  entryAndExitPage,
  exitPageId,
  type RollupKind,
  type RollupLookup,
  type RollupUnit,
  type RollupValue,
  type RollupVisit,
  rollupValue,
  unitsOf,
  valuesOf,
} from './rollup-values.ts';

/** The day of the rows that sum all days. */
export const totalDay = '0001-01-01';

export type RollupRow = {
  unit: RollupUnit;
  day: string;
  value: RollupValue;
  visits: number;
  identified: number;
  pageViews: number;
  goals: number;
  gaps: GapCounts | null;
};
export type HourRow = { hourMs: number; value: RollupValue; visits: number; identified: number; companies: number };

const hourMs = 3_600_000;
const hourlyKinds: ReadonlySet<RollupKind> = new Set(['all', 'campaign', 'goal']);

/** Collects changes to the rollups by day, month and hour, and to totals. */
export class RollupChanges {
  readonly #timezone: string;
  readonly #periods = new Map<string, Period>();
  readonly #hours = new Map<string, HourRow>();

  constructor(timezone: string) {
    this.#timezone = timezone;
  }

  /** Adds a visit, or removes it with the sign -1. */
  addVisit(visit: RollupVisit, lookup: RollupLookup, industry: string | null, sign: 1 | -1) {
    if (visit.pageDepth === 0 && visit.goalIds.length === 0) return;
    if (visit.pageDepth === 0) {
      this.#countGoalsWithoutPage(visit, sign);
      return;
    }
    const day = dayOf(visit.startedAtMs, this.#timezone);
    const values = valuesOf(visit, lookup);
    if (industry !== null) values.push(rollupValue('industry', industry));
    this.#count(visit, day, values, sign);
    this.#countPages(visit, day, sign * visit.pageDepth, sign * visit.goalIds.length);
  }

  /** Adds what a visit has gained: page views, pages and goals. */
  growVisit(before: RollupVisit, after: RollupVisit, lookup: RollupLookup) {
    const day = dayOf(after.startedAtMs, this.#timezone);
    const goals = after.goalIds.filter((id) => !before.goalIds.includes(id));
    const pages = after.pageIds.filter((id) => !before.pageIds.includes(id));
    const values = goals.map((id) => rollupValue('goal', id));
    for (const id of pages) {
      const path = lookup.pathOf(id);
      if (path !== undefined) values.push(rollupValue('page', path));
    }
    if (values.length > 0) this.#count(after, day, values, 1);
    if (before.landingPageId !== after.landingPageId || exitPageId(before) !== exitPageId(after)) {
      this.#count(before, day, entryAndExitPage(before, lookup), -1);
      this.#count(after, day, entryAndExitPage(after, lookup), 1);
    }
    if (goals.length > 0 || after.pageDepth !== before.pageDepth) {
      this.#countPages(after, day, after.pageDepth - before.pageDepth, goals.length);
    }
  }

  #count({ companyId, startedAtMs }: RollupVisit, day: string, values: readonly RollupValue[], sign: 1 | -1) {
    const identified = companyId === null ? 0 : sign;
    const startMs = startOfDayMs(day, this.#timezone) + hourOfDay(startedAtMs, day, this.#timezone) * hourMs;
    const periods = { day: this.#period('day', day), month: this.#period('month', day), total: this.#period('total', day) };
    for (const value of values) {
      for (const unit of unitsOf(value)) {
        const row = periods[unit].row(value);
        row.visits += sign;
        row.identified += identified;
      }
      if (!hourlyKinds.has(value.kind)) continue;
      const hour = this.#hour(startMs, value);
      hour.visits += sign;
      hour.identified += identified;
    }
  }

  /** Of a visit without a page view, only the goals are counted, and only in their totals. */
  #countGoalsWithoutPage({ companyId, goalIds }: RollupVisit, sign: 1 | -1) {
    for (const id of goalIds) {
      const row = this.#row('total', totalDay, rollupValue('goal', id));
      row.visits += sign;
      if (companyId !== null) row.identified += sign;
    }
  }

  #countPages({ campaign }: RollupVisit, day: string, pageViews: number, goals: number) {
    const rows = [this.#row('day', day, allVisits), this.#row('month', day, allVisits)];
    if (campaign !== null) rows.push(this.#row('total', day, rollupValue('campaign', campaign)));
    for (const row of rows) {
      row.pageViews += pageViews;
      row.goals += goals;
    }
    if (campaign === null || goals === 0) return;
    for (const unit of ['day', 'month'] as const) this.#row(unit, day, rollupValue('campaign', campaign)).goals += goals;
  }

  /** Adds visits of a company to its industry. */
  addIndustryVisits(industry: string, day: string, visits: number) {
    for (const unit of ['day', 'month'] as const) {
      const row = this.#row(unit, day, rollupValue('industry', industry));
      row.visits += visits;
      row.identified += visits;
    }
  }

  /** Adds visits to one row. */
  addVisits({ unit, day, visits, identified }: Pick<RollupRow, 'unit' | 'day' | 'visits' | 'identified'>, value: RollupValue) {
    const row = this.#row(unit, day, value);
    row.visits += visits;
    row.identified += identified;
  }

  /** Adds companies with the given gap to their previous day with a visit. */
  addCompanies(value: RollupValue, number: number, gap: number | null, companies: number) {
    const day = dayOfNumber(number);
    for (const unit of unitsOf(value)) {
      const gapToStart = gap === null ? null : gap - (number - dayNumber(firstDayOf(unit, day)));
      // If the previous day is in the same period, the period already counts the company.
      if (gapToStart !== null && gapToStart <= 0) continue;
      const row = this.#row(unit, day, value);
      row.gaps ??= new GapCounts();
      row.gaps.add(gapToStart, companies);
    }
  }

  addCompaniesOfHour(day: string, hour: number, companies: number) {
    this.#hour(startOfDayMs(day, this.#timezone) + hour * hourMs, allVisits).companies += companies;
  }

  rows(): RollupRow[] {
    const rows = [...this.#periods.values()].flatMap((period) => period.rows());
    return rows.filter(({ visits, identified, pageViews, goals, gaps }) => visits || identified || pageViews || goals || gaps);
  }

  hours(): HourRow[] {
    return [...this.#hours.values()].filter(({ visits, identified, companies }) => visits || identified || companies);
  }

  /** Returns the row of the period that contains a day. */
  #row(unit: RollupUnit, dayWithin: string, value: RollupValue): RollupRow {
    return this.#period(unit, dayWithin).row(value);
  }

  #period(unit: RollupUnit, dayWithin: string): Period {
    const day = firstDayOf(unit, dayWithin);
    const key = `${unit} ${day}`;
    const period = this.#periods.get(key) ?? new Period(unit, day);
    this.#periods.set(key, period);
    return period;
  }

  #hour(startMs: number, value: RollupValue): HourRow {
    const key = `${startMs} ${value.kind} ${value.id}`;
    let row = this.#hours.get(key);
    if (row === undefined) {
      row = { hourMs: startMs, value, visits: 0, identified: 0, companies: 0 };
      this.#hours.set(key, row);
    }
    return row;
  }
}

/** The rows of one day, month or total, by kind and id: a visit has dozens of rows, and combined keys would cost more than counting. */
class Period {
  readonly #unit: RollupUnit;
  readonly #day: string;
  readonly #byKind = new Map<RollupKind, Map<string, RollupRow>>();

  constructor(unit: RollupUnit, day: string) {
    this.#unit = unit;
    this.#day = day;
  }

  row(value: RollupValue): RollupRow {
    let byId = this.#byKind.get(value.kind);
    if (byId === undefined) {
      byId = new Map();
      this.#byKind.set(value.kind, byId);
    }
    let row = byId.get(value.id);
    if (row === undefined) {
      row = { unit: this.#unit, day: this.#day, value, visits: 0, identified: 0, pageViews: 0, goals: 0, gaps: null };
      byId.set(value.id, row);
    }
    return row;
  }

  rows(): RollupRow[] {
    return [...this.#byKind.values()].flatMap((byId) => [...byId.values()]);
  }
}

function firstDayOf(unit: RollupUnit, day: string): string {
  if (unit === 'total') return totalDay;
  return unit === 'month' ? `${day.slice(0, 7)}-01` : day;
}

/** Whole hours since the start of the day. */
export function hourOfDay(timeMs: number, day: string, timezone: string): number {
  return Math.floor((timeMs - startOfDayMs(day, timezone)) / hourMs);
}
