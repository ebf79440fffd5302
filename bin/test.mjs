import { runTypeScript } from './prepare.mjs';

runTypeScript('scripts/test.ts', process.argv.slice(2));
