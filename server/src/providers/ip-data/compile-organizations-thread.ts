import { parentPort } from 'node:worker_threads';
import { compileOrganizations } from './compile-organizations.ts';
import { readNetworks, readSeedOrganizations } from './read-seed.ts';

const networks = readNetworks();
parentPort!.postMessage(compileOrganizations(readSeedOrganizations(networks), networks));
