import { operations } from '../operations/index.ts';
import { openapiDocument } from './document.ts';

/** The committed description, as an installation on the own machine would serve it. */
export function renderDocument(): string {
  return `${JSON.stringify(openapiDocument(operations, 'http://localhost:8080'), null, 2)}\n`;
}
