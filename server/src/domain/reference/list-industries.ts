import type { Context } from '../context.ts';
import { type Classification, type IndustryNode, industryTree } from './industry-tree.ts';

/** Returns the industries of the directory with the codes of a classification. */
export async function listIndustries(ctx: Context, classification: Classification): Promise<IndustryNode[]> {
  const rows = await ctx.db.selectFrom('industries').selectAll().orderBy('name').execute();
  return industryTree(rows, classification);
}
