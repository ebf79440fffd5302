import { runTool } from './prepare.mjs';

runTool('scripts/bench.ts', process.argv.slice(2), { needsServer: true });
