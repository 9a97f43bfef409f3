import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packNpm } from './pack.ts';

/* `npm run package:testing [-- <folder>]`: the platform for tests as a package for npm, by default in `.build`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const testing = {
  name: 'svc-testing',
  description: 'Starts svc, a cloud on one computer, from a test.',
  doors: [{ path: '.', source: 'lib/testing/index.ts', tsconfig: 'lib/testing/tsconfig.json' }],
  readme: 'docs/testing.md',
  folders: ['client', 'testing'],
  files: ['lib/testing/guard.mjs'],
};

const file = await packNpm(root, testing, resolve(process.argv[2] ?? `${root}.build`));
process.stdout.write(`${file}\n`);
