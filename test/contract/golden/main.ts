import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './routes.ts';

/** What the handlers import must be there before they can be read. */
for (const name of ['functions/platform/openapi.json', 'lib/edge/routes.json']) {
  const file = join(root, name);
  try {
    JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    writeFileSync(file, '{ "openapi": "3.1.1" }\n');
  }
}

const { goldenFiles } = await import('./files.ts');
for (const [name, text] of Object.entries(await goldenFiles())) {
  writeFileSync(join(root, name), text);
  process.stdout.write(`${name}\n`);
}
