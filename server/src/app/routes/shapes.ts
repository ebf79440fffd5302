import Type from 'typebox';

/** A calendar day. PostgreSQL has no year 0. */
export const Day = Type.String({ format: 'date', pattern: '^(?!0000)\\d{4}-' });
export const closed = { additionalProperties: false };
export const Name = Type.String({ minLength: 1, maxLength: 100 });
export const ShortText = Type.String({ minLength: 1, maxLength: 200 });
export const RecordId = Type.String({ pattern: '^\\d{1,18}$' });
export const IntervalQuery = Type.Object({ from: Day, to: Day });
