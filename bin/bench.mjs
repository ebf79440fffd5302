import { runTypeScript } from './prepare.mjs';

runTypeScript('scripts/bench.ts', process.argv.slice(2));
