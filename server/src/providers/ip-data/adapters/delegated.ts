import type { Adapter, Product } from './adapter.ts';

export const delegatedStatistics: Product = {
  name: 'delegated-extended statistics',
  uses: ['company', 'kind'],
  fields: ['registry', 'opaque-id'],
  read: () => ({}),
};

/** Compiled by `leadlight data import --format rpsl`. */
export const delegated: Adapter = { vendor: 'Registries', products: [delegatedStatistics] };
