import { Type } from 'typebox';
import type { IndustryNode } from '../../../domain/reference/industry-tree.ts';
import { listIndustries } from '../../../domain/reference/list-industries.ts';
import { operation } from '../../operation.ts';
import { Exact, OneOf } from '../../schemas/resource.ts';

const industry = { code: Type.String(), name: Type.String() };
/** The deepest possible level, below sections, divisions, groups and classes. */
const Level5 = Exact({ ...industry, children: Type.Array(Type.Object({}), { maxItems: 0 }) });
const Level4 = Exact({ ...industry, children: Type.Array(Level5) });
const Level3 = Exact({ ...industry, children: Type.Array(Level4) });
const Level2 = Exact({ ...industry, children: Type.Array(Level3) });

export default operation({
  id: 'getIndustries',
  group: 'Reference Data',
  summary: 'Get Industries',
  description: "The industries as a tree: in Leadlight's own classification (`internal`, the default), NACE or WZ.",
  status: 'available',
  method: 'GET',
  path: '/v1/reference-data/industries',
  scope: 'reference_data:read',
  account: 'required',
  query: Type.Object({ classification: Type.Optional(OneOf(['internal', 'nace', 'wz'])) }),
  data: Type.Array(
    Exact(
      {
        type: Type.Literal('industry'),
        id: Type.String(),
        attributes: Exact({ ...industry, classification: OneOf(['internal', 'nace', 'wz']), children: Type.Array(Level2) }),
      },
      { $id: 'IndustryV1' },
    ),
  ),
  example: { query: { classification: 'nace' } },
  async handle({ ctx, query }) {
    const classification = query.classification ?? 'internal';
    const roots: IndustryNode[] = await listIndustries(ctx, classification);
    return { data: roots.map((root) => ({ type: 'industry', id: root.code, attributes: { ...root, classification } })) };
  },
});
