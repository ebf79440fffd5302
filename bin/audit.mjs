import { runTool } from './prepare.mjs';

runTool('scripts/audit.ts', process.argv.slice(2));
