/** An acknowledged event, as recorded by its sender. */
export type LedgerEntry = { accountId: string; visitorId: string; domain: string; eventId: string; kind: string; occurredAtMs: number };

export type ExpectedVisit = { visitorId: string; domain: string; startedAtMs: number; pageViews: number };

const sessionTimeoutMs = 30 * 60_000;

/**
 * The events that were acknowledged, and the visits that must result from them. The visits are derived from the specification only,
 * independently of the service's code. Visits that end after 24 hours or at a change of campaign are not considered: no sender is
 * active that long, and none sends campaigns.
 */
export class SoakLedger {
  readonly #entries = new Map<string, LedgerEntry>();

  record(entries: readonly LedgerEntry[]) {
    for (const entry of entries) this.#entries.set(entry.eventId, entry);
  }

  /** Excludes events that must have been deleted: those of erased visitors, and those beyond the retention period. */
  exclude(isDeleted: (entry: LedgerEntry) => boolean) {
    for (const [id, entry] of this.#entries) if (isDeleted(entry)) this.#entries.delete(id);
  }

  get size(): number {
    return this.#entries.size;
  }

  eventIds(): Set<string> {
    return new Set(this.#entries.keys());
  }

  visitsOf(accountId: string): ExpectedVisit[] {
    const byVisitor = new Map<string, LedgerEntry[]>();
    for (const entry of this.#entries.values()) {
      if (entry.accountId !== accountId) continue;
      byVisitor.set(entry.visitorId, [...(byVisitor.get(entry.visitorId) ?? []), entry]);
    }
    const visits: ExpectedVisit[] = [];
    for (const [visitorId, entries] of byVisitor) {
      entries.sort((a, b) => a.occurredAtMs - b.occurredAtMs);
      let visit: ExpectedVisit | null = null;
      let lastMs = Number.NEGATIVE_INFINITY;
      for (const { domain, kind, occurredAtMs } of entries) {
        if (visit === null || occurredAtMs - lastMs > sessionTimeoutMs) {
          visit = { visitorId, domain, startedAtMs: occurredAtMs, pageViews: 0 };
          visits.push(visit);
        }
        if (kind === 'page_view') visit.pageViews++;
        lastMs = occurredAtMs;
      }
    }
    return visits;
  }
}
