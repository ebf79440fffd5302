import type { SampleSource } from '../domain/onboarding/sample-source.ts';
import { Random } from '../lib/random.ts';

const eventsPerBatch = 1000;
const seed = 3;

/** Simulated visits for sample accounts. The generator and the IP data are loaded when the first sample account is filled. */
export function sampleSource(dataDir: string, days: number): SampleSource {
  return {
    async populate(ctx, owner) {
      const { populateDemo } = await import('./populate-demo.ts');
      await populateDemo(ctx, owner);
    },
    async events(now) {
      const { loadDemoVisitors } = await import('./load-demo-visitors.ts');
      const { dayOfTraffic, daysUpTo } = await import('./traffic.ts');
      const visitors = await loadDemoVisitors(dataDir, seed);
      const events = daysUpTo(now, days)
        .flatMap((day, index) => dayOfTraffic(day, visitors, new Random(seed * 1000 + index)))
        .filter(({ occurred_at }) => occurred_at <= now.toISOString());
      return Array.from({ length: Math.ceil(events.length / eventsPerBatch) }, (_, index) =>
        events.slice(index * eventsPerBatch, (index + 1) * eventsPerBatch),
      );
    },
    async simulateLeadActivity(ctx, owner) {
      const { simulateLeadActivity } = await import('./populate-demo.ts');
      await simulateLeadActivity(ctx, owner);
    },
  };
}
