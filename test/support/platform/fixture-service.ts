import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * A small service in its own folder that runs on the product's local plugin. `functions` is YAML; `files` are texts by
 * path.
 */
export function fixtureService(functions: string, files: Record<string, string>): { dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'svc-fixture-'));
  for (const name of ['node_modules', 'lib']) symlinkSync(join(root, name), join(dir, name));
  const all = { 'package.json': '{"type":"module"}', 'serverless.yml': `${HEAD}functions:\n${functions}`, ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

const HEAD = `service: fixture
configValidationMode: "off"
provider: { name: aws, runtime: nodejs24.x, region: ap-south-1, stage: dev, timeout: 29, httpApi: { payload: '2.0' } }
plugins: [./lib/local/plugin.ts, serverless-offline]
`;
