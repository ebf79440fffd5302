import { runTool } from './prepare.mjs';

runTool('scripts/test.ts', process.argv.slice(2));
