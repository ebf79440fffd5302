import { deviceOf } from '../events/device.ts';
import type { Batch, PipelineContext } from './batch.ts';

/** Finds the geolocation and device of every sender. */
export function locateSenders({ identifier }: PipelineContext, batch: Batch): void {
  batch.places = batch.received.senders.map(({ ip, userAgent }) => ({
    location: ip === null ? null : identifier.locate(ip),
    device: deviceOf(userAgent),
  }));
}
