import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { dayMs } from '../../lib/day-ms.ts';
import { systemReason } from '../../lib/describe-system-error.ts';
import { ipDataAges } from '../../providers/ip-data/ip-data-ages.ts';
import { ipDataSources } from '../../providers/ip-data/ip-data-sources.ts';
import { isCompiled } from '../../providers/ip-data/open-ip-data.ts';
import { type Finding, runCheck } from './finding.ts';

const minFreeBytes = 2 * 1024 ** 3;
const oldIpDataDays = 270;

/** Runs the checks that need no database. */
export function checkMachine(config: Config): Promise<Finding[]> {
  return Promise.all([
    runCheck('Versions', checkVersions),
    runCheck('Data folder', () => checkFolder(config)),
    runCheck('Disk', () => checkDisk(config)),
    runCheck('IP data', () => checkIpData(config)),
  ]);
}

function checkVersions(): Finding {
  const manifest = join(import.meta.dirname, '../../../../package.json');
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return {
    check: 'Versions',
    ok: Number(process.versions.node.split('.')[0]) >= 24,
    found: `Leadlight ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`,
    fix: 'Install Node 24, or run the command through npx leadlight.',
  };
}

/** Files that belong to another user can prevent the service from starting or from reading its secrets. */
function checkFolder({ dataDir }: Config): Finding {
  const check = 'Data folder';
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder)
    return { check, ok: false, found: `the folder ${dataDir} does not exist yet`, fix: 'Start the service once, or set DATA_DIR.' };
  if (!folder.isDirectory()) return { check, ok: false, found: `${dataDir} is not a folder`, fix: 'Set DATA_DIR to a folder.' };
  const reason = unwritableReason(dataDir);
  if (reason !== null) {
    return {
      check,
      ok: false,
      found: `${dataDir} is not writable (${reason})`,
      fix: 'Run the command as its owner, or set DATA_DIR to another folder.',
    };
  }
  const foreign = ['database.json', 'owner.lock', 'secret-key.txt', 'logs', 'exports', 'ip-data', 'demo.json'].filter((name) => {
    const entry = statSync(join(dataDir, name), { throwIfNoEntry: false });
    return entry !== undefined && entry.uid !== folder.uid;
  });
  return {
    check,
    ok: foreign.length === 0,
    found: foreign.length === 0 ? dataDir : `${foreign.join(', ')} in ${dataDir}: not owned by the owner of the folder`,
    fix: `Give them to the owner of the folder: chown -R ${folder.uid}:${folder.gid} ${foreign.map((name) => join(dataDir, name)).join(' ')}`,
  };
}

/** Returns why the folder is not writable, or null if it is. */
function unwritableReason(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return systemReason(error);
  }
}

async function checkDisk({ dataDir }: Config): Promise<Finding> {
  if (!existsSync(dataDir)) return { check: 'Disk', ok: true, found: `not checked, because the folder ${dataDir} does not exist yet` };
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  return {
    check: 'Disk',
    ok: freeBytes >= minFreeBytes,
    found: `${(freeBytes / 1024 ** 3).toFixed(1)} GB free in ${dataDir}`,
    fix: 'Free some space, or move DATA_DIR to a larger disk.',
  };
}

function checkIpData({ dataDir }: Config): Finding {
  const check = 'IP data';
  const { networks, locations } = ipDataSources(dataDir);
  const missing = [networks.ipv4Path, networks.ipv6Path, locations.ipv4Path, locations.ipv6Path].filter(
    (path) => statSync(path, { throwIfNoEntry: false }) === undefined,
  );
  if (missing.length > 0) return { check, ok: false, found: `missing: ${missing.join(', ')}`, fix: 'Run: npx leadlight prepare' };
  const found = `networks ${networks.version}, locations ${locations.version}`;
  if (!isCompiled(dataDir)) {
    return {
      check,
      ok: false,
      found: `${found}, but the compiled table in ${join(dataDir, 'ip-data')} is missing or out of date`,
      fix: 'Restart the service to compile it.',
    };
  }
  const ages = Object.values(ipDataAges(dataDir, new Date())).flatMap((seconds) => seconds ?? []);
  const ageDays = ages.length === 0 ? null : Math.floor((Math.max(...ages) * 1000) / dayMs);
  const isOld = ageDays !== null && ageDays > oldIpDataDays;
  return {
    check,
    ok: true,
    warning: isOld,
    found: ageDays === null ? found : `${found} (${ageDays} days old)`,
    fix: 'Upgrade Leadlight, or run: npx leadlight data update',
  };
}
