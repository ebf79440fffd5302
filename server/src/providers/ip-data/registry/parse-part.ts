import { customerName } from '../../../domain/identification/customer-name.ts';
import { placeNameSet } from '../place-name-set.ts';
import { parseAttributes } from './read-attributes.ts';
import { type EncodedBatch, RegistryBatch } from './registry-batch.ts';
import { RegistryObject } from './registry-object.ts';

export type ParsedPart = { batch: EncodedBatch; isWhole: boolean };

const object = new RegistryObject();
let shared: RegistryBatch | undefined;

export function newBatch(): RegistryBatch {
  const places = placeNameSet();
  return new RegistryBatch((line) => customerName(line, places));
}

/** Reads the objects of a part of a file. */
export function parsePart(bytes: Buffer): ParsedPart {
  shared ??= newBatch();
  const batch = shared;
  const isWhole = parseAttributes(bytes, object, () => batch.add(object));
  return { batch: batch.take(), isWhole };
}
