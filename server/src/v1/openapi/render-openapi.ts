import { operations } from '../operations/index.ts';
import { openapiDocument } from './document.ts';

/** Renders docs/openapi.json, with the URL of a local installation. */
export function renderOpenapi(): string {
  return `${JSON.stringify(openapiDocument(operations, 'http://localhost:8080'), null, 2)}\n`;
}
