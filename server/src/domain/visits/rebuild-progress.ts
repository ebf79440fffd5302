import type { Selectable } from 'kysely';
import type { DB } from '../../db/schema.ts';

type Row = Selectable<DB['day_rebuilds']>;
export type RebuildStep = Row['step'];
export type RebuildProgress = Pick<Row, 'step' | 'last_id' | 'from_day' | 'companies_done' | 'companies' | 'counted_until'>;
