import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Random } from '../server/src/lib/random.ts';
import { ipv4Text, wordOf } from './registry-sample.ts';

const endings = ['com', 'de', 'fr', 'co.uk', 'it', 'pl', 'nl', 'net'];
const forms = ['GmbH', 'Ltd', 'AG', 'SARL', 'Inc.', 'Oy'];

/** Writes an operator's own blocks, `cidr,company,domain`. A company has 2.5 blocks on average, scattered over the file. */
export async function writeOwnBlocksSample(path: string, count: number): Promise<void> {
  const random = new Random(21);
  const words = Array.from({ length: 50_000 }, () => wordOf(random));
  const companies = Math.round(count / 2.5);
  const file = createWriteStream(path);
  let text = 'cidr,company,domain\n';
  for (let index = 0; index < count; index++) {
    const company = Math.floor(random.next() * companies);
    // A company's words are derived from its number, so that all its blocks have the same name.
    const [first, second] = [words[company % words.length]!, words[(company * 7919 + 13) % words.length]!];
    const domain = `${first}-${second}${company % 97}.${endings[company % endings.length]}`.toLowerCase();
    text += `${ipv4Text(0x05000000 + index * 128)}/25,${first} ${second} ${forms[company % forms.length]},${domain}\n`;
    if (text.length < 1 << 20 && index < count - 1) continue;
    if (!file.write(text)) await new Promise<void>((resolve) => file.once('drain', resolve));
    text = '';
  }
  file.end();
  await finished(file);
}
