import { runTool } from './prepare.mjs';

runTool('scripts/generate.ts', process.argv.slice(2));
