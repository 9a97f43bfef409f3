// After the first byte on standard input, reads or makes the given key file and prints its identity. With `forever`,
// makes numbered files until it is killed.
import { once } from 'node:events';
import { keyFileReader } from '#lib/drivers/secrets/key-file.ts';
import { secretKeys } from '#lib/drivers/secrets/secret-keys.ts';
import { jwks } from '#lib/drivers/tokens/public-keys.ts';

const [kind, path = ''] = process.argv.slice(2);
const content = JSON.stringify({ filler: 'x'.repeat(200_000) });
const readFiller = keyFileReader({ parse: JSON.parse, generate: async () => content, secret: true });

process.stdout.write('ready\n');
await once(process.stdin, 'data');
if (kind === 'forever') {
  for (let n = 0; ; n++) {
    await readFiller(`${path}/file-${n}`);
    process.stdout.write(`${n}\n`);
  }
}
const id = kind === 'signing' ? (await jwks()).keys[0]?.kid : (await secretKeys()).currentId;
process.stdout.write(`${id}\n`);
process.exit();
