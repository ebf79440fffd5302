import Type from 'typebox';

/** A calendar day. The year 0 is excluded, because PostgreSQL does not have it. */
export const Day = Type.String({ format: 'date', pattern: '^(?!0000)\\d{4}-' });
export const noExtraProperties = { additionalProperties: false };
export const Name = Type.String({ minLength: 1, maxLength: 100 });
export const ShortText = Type.String({ minLength: 1, maxLength: 200 });
export const RecordId = Type.String({ pattern: '^\\d{1,18}$' });
export const IntervalQuery = Type.Object({ from: Day, to: Day });
