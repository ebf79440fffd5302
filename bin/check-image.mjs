import { runTool } from './prepare.mjs';

runTool('scripts/check-image.ts', process.argv.slice(2));
