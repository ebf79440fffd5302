#!/usr/bin/env node
import { buildServer, installMissing, runFile } from './prepare.mjs';

const args = process.argv.slice(2);
const isPreparing = args[0] === 'prepare';
const omit = args.indexOf('--omit');
const omitsDevelopment = isPreparing && (args.includes('--omit=dev') || (omit >= 0 && args[omit + 1] === 'dev'));
const hasInstalled = await installMissing({ omitsDevelopment, isThorough: isPreparing });
runFile(await buildServer(), isPreparing && hasInstalled ? [...args, '--installed'] : args);
