import { runTypeScript } from './prepare.mjs';

runTypeScript('scripts/audit.ts', process.argv.slice(2));
