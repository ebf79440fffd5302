import type { ProfileFilters } from './profile.ts';

export type Icp = {
  id: string;
  name: string;
  description: string | null;
  filters: ProfileFilters;
  matchCount: number;
  createdAt: Date;
  updatedAt: Date;
};
export type NewIcp = { name: string; description?: string | null; filters: ProfileFilters };
export type IcpChange = Partial<NewIcp>;

export const maxIcps = 50;
