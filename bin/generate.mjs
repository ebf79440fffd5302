import { runTypeScript } from './prepare.mjs';

runTypeScript('scripts/generate.ts', process.argv.slice(2));
