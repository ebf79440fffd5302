import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstItems } from '../../lib/first-items.ts';
import { itemAt } from '../../lib/item-at.ts';
import { required } from '../../lib/required.ts';
import { compareReadNetworks, registeredNameHash } from './compare-read-networks.ts';
import { openIpData } from './open-ip-data.ts';
import { readNetworks } from './read-seed.ts';

async function openShipped() {
  const dataDir = process.env.LEADLIGHT_TEST_DATA;
  assert.ok(dataDir, 'run it with "npm test -- <file>"');
  return (await openIpData(dataDir)).networks;
}

test('the shipped networks equal the reviewed version', async () => {
  const { readVersion, version, changes } = compareReadNetworks(await openShipped());
  assert.deepEqual([version, changes], [readVersion, []]);
});

test('added, renamed and removed networks are listed', async () => {
  const networks = await openShipped();
  const all = readNetworks();
  const [first, second] = firstItems(
    all.filter(({ nameHash }) => nameHash !== ''),
    2,
  );
  const present = new Set(all.map(({ asn }) => asn));
  const gone = required(Array.from({ length: 1000 }, (_, at) => 4_200_000_000 + at).find((asn) => !present.has(asn)));
  const rest = all.filter((line) => line !== first && line !== second);
  const read = [{ ...second, nameHash: registeredNameHash('Another name') }, ...rest, { ...first, asn: gone }];
  const { changes } = compareReadNetworks(networks, read);
  assert.deepEqual(
    changes.map(({ change, asn }) => [change, asn]),
    [
      ['new', first.asn],
      ['renamed', second.asn],
      ['vanished', gone],
    ],
  );
  assert.equal(itemAt(changes, 1).name, required(networks.system(second.asn)).organization);
});
