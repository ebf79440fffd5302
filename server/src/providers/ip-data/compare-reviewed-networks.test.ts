import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstItems } from '../../lib/first-items.ts';
import { itemAt } from '../../lib/item-at.ts';
import { required } from '../../lib/required.ts';
import { compareReviewedNetworks, registeredNameHash } from './compare-reviewed-networks.ts';
import { openIpData } from './open-ip-data.ts';
import { readNetworks } from './read-seed.ts';

async function openShipped() {
  const dataDir = process.env.LEADLIGHT_TEST_DATA;
  assert.ok(dataDir, 'run it with "npm test -- <file>"');
  return (await openIpData(dataDir)).networks;
}

test('the shipped networks equal the reviewed version', async () => {
  const { reviewedVersion, version, changes } = compareReviewedNetworks(await openShipped());
  assert.deepEqual([version, changes], [reviewedVersion, []]);
});

test('added, renamed and removed networks are listed', async () => {
  const networks = await openShipped();
  const all = readNetworks();
  const [first, second] = firstItems(
    all.filter(({ nameHash }) => nameHash !== ''),
    2,
  );
  const present = new Set(all.map(({ asn }) => asn));
  const gone = required(Array.from({ length: 1000 }, (_, index) => 4_200_000_000 + index).find((asn) => !present.has(asn)));
  const rest = all.filter((line) => line !== first && line !== second);
  const reviewed = [{ ...second, nameHash: registeredNameHash('Another name') }, ...rest, { ...first, asn: gone }];
  const { changes } = compareReviewedNetworks(networks, reviewed);
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
