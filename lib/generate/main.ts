import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeJson } from './json.ts';
import { root } from './routes.ts';

/** What the handlers import must be there before they can be read. */
const needed = { 'lib/generated/openapi.json': { openapi: '3.1.1' }, 'lib/generated/routes.json': { routes: {} } };
for (const [name, content] of Object.entries(needed)) {
  const file = join(root, name);
  try {
    JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    writeFileSync(file, madeJson(content));
  }
}

const { generatedFiles } = await import('./files.ts');
for (const [name, text] of Object.entries(await generatedFiles())) {
  writeFileSync(join(root, name), text);
  process.stdout.write(`${name}\n`);
}
