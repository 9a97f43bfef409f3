import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packNpm } from './pack.ts';

/* `npm run package:client [-- <folder>]`: the typed client as a package for npm, by default in `.build`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const client = {
  name: 'svc-cloud-client',
  description: 'The typed client of svc, for Node and browsers.',
  doors: [
    { path: '.', source: 'lib/client/index.ts', tsconfig: 'lib/client/tsconfig.json' },
    { path: './node', source: 'lib/client/node/node-fetch.ts', tsconfig: 'lib/client/node/tsconfig.json' },
  ],
  readme: 'docs/client.md',
  folders: ['client', 'generated/client'],
};

const file = await packNpm(root, client, resolve(process.argv[2] ?? `${root}.build`));
process.stdout.write(`${file}\n`);
