#!/usr/bin/env node
import { runTypeScript } from './prepare.mjs';

runTypeScript('server/src/main.ts', process.argv.slice(2));
