import { Type } from 'typebox';
import { maxTagNameLength, type Tag } from '../../domain/tags/tag.ts';
import { Exact, RecordId } from './resource.ts';

export const tagName = Type.String({ minLength: 1, maxLength: maxTagNameLength });
export const tagColor = Type.Integer({ minimum: 0, maximum: 9 });

export const TagV1 = Exact(
  {
    type: Type.Literal('tag'),
    id: RecordId,
    attributes: Exact({ name: Type.String(), color: tagColor, company_count: Type.Integer({ minimum: 0 }) }),
  },
  { $id: 'TagV1' },
);

/** A tag in relationships. */
export const TagReference = Exact({ type: Type.Literal('tag'), id: RecordId });

/** The body that adds tags to a company or removes them. */
export const TagReferences = Exact({ data: Type.Array(TagReference, { minItems: 1, maxItems: 100 }) });

export function tagV1({ id, name, color, companyCount }: Tag) {
  return { type: 'tag', id, attributes: { name, color, company_count: companyCount } };
}
