import Type from 'typebox';

export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
export const RecordId = Type.String({ pattern: '^\\d{1,18}$' });
export const IntervalQuery = Type.Object({ from: Day, to: Day });
