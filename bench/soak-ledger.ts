/** An acknowledged event, as recorded by its sender. */
export type LedgerLine = { accountId: string; visitorId: string; domain: string; eventId: string; kind: string; occurredAtMs: number };

export type RecountedVisit = { visitorId: string; domain: string; startedAtMs: number; pageViews: number };

const silenceMs = 30 * 60_000;

/**
 * Acknowledged events as recorded by their senders, and the visits that must follow from them. Computed from the specification
 * alone (a visit ends after half an hour of inactivity), without any code of the service.
 */
export class SoakLedger {
  readonly #lines = new Map<string, LedgerLine>();

  note(lines: readonly LedgerLine[]) {
    for (const line of lines) this.#lines.set(line.eventId, line);
  }

  /** Excludes what must have been deleted: erased visitors and visits beyond the retention period. */
  exclude(isGone: (line: LedgerLine) => boolean) {
    for (const [id, line] of this.#lines) if (isGone(line)) this.#lines.delete(id);
  }

  get size(): number {
    return this.#lines.size;
  }

  eventIds(): Set<string> {
    return new Set(this.#lines.keys());
  }

  visitsOf(accountId: string): RecountedVisit[] {
    const byVisitor = new Map<string, LedgerLine[]>();
    for (const line of this.#lines.values()) {
      if (line.accountId !== accountId) continue;
      byVisitor.set(line.visitorId, [...(byVisitor.get(line.visitorId) ?? []), line]);
    }
    const visits: RecountedVisit[] = [];
    for (const [visitorId, lines] of byVisitor) {
      lines.sort((one, other) => one.occurredAtMs - other.occurredAtMs);
      let visit: RecountedVisit | null = null;
      let lastMs = Number.NEGATIVE_INFINITY;
      for (const { domain, kind, occurredAtMs } of lines) {
        if (visit === null || occurredAtMs - lastMs > silenceMs) {
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
