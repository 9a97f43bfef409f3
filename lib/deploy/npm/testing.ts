import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packNpm } from './pack.ts';

/* `npm run package:testing [-- <folder>]`: the platform for tests as a package for npm, by default in `.build`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const testing = {
  name: 'svc-testing',
  description: 'Starts svc, a cloud on one computer, from a test, and calls its functions.',
  doors: [
    { path: '.', source: 'lib/testing/index.ts', tsconfig: 'lib/testing/tsconfig.json' },
    {
      path: './functions',
      source: 'lib/testing/functions/door.ts',
      declared: 'lib/testing/functions/index.ts',
      tsconfig: 'lib/testing/functions/tsconfig.json',
    },
  ],
  readme: 'docs/testing.md',
  folders: ['client', 'testing', 'edge', 'domain', 'drivers', 'standards', 'model', 'store', 'generated'],
  // What a handler of one's own is written against; a checkout has the code.
  typesOf: ['edge', 'domain', 'model', 'store'],
  // Their declarations name them.
  peers: ['@aws-sdk/lib-dynamodb', '@types/aws-lambda', 'zod'],
  files: ['lib/testing/guard.mjs'],
};

const file = await packNpm(root, testing, resolve(process.argv[2] ?? `${root}.build`));
process.stdout.write(`${file}\n`);
