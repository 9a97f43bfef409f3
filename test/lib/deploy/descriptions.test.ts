import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { undescribed, withoutDescriptions } from '#lib/deploy/descriptions.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

test('descriptions and examples are left out, and nothing else', () => {
  const text = `export const plan = z
  .strictObject({ cpu: z.int().describe('vCPUs').meta({ example: 2 }).nullable(), name })
  .describe(\`The \${kind}\`);
export const describe = 'meta';`;
  expect(undescribed('a.ts', text)).toBe(`export const plan = z
  .strictObject({ cpu: z.int().nullable(), name });
export const describe = 'meta';`);
});

test('what cannot be parsed is named', () => {
  expect(() => undescribed('lib/model/a.ts', 'const = 1')).toThrow(/^lib\/model\/a\.ts: /);
});

test('no description is left in any file of schemas', () => {
  const files = globSync('{lib/model,functions}/**/*.ts', { cwd: root });
  const texts = files.map((file) => undescribed(file, readFileSync(join(root, file), 'utf8')));
  expect(texts.filter((text) => /\.(describe|meta)\(/.test(text))).toEqual([]);
  expect(texts.join('')).toContain('.int()');
});

test('descriptions are also left out where the folder of the service has links to its files', async () => {
  const real = mkdtempSync(join(tmpdir(), 'svc-described-'));
  const linked = mkdtempSync(join(tmpdir(), 'svc-linked-'));
  onTestFinished(() => {
    for (const folder of [real, linked]) rmSync(folder, { recursive: true });
  });
  mkdirSync(join(real, 'functions'));
  writeFileSync(join(real, 'functions/a.ts'), "export const plan = z.string().describe('The plan');");
  symlinkSync(join(real, 'functions'), join(linked, 'functions'));
  for (const root of [real, linked]) {
    const plugins = [withoutDescriptions(root)];
    const options = { absWorkingDir: root, entryPoints: ['./functions/a.ts'], bundle: true, plugins };
    const { outputFiles } = await build({ ...options, format: 'esm', write: false });
    expect(outputFiles[0]?.text).toContain('z.string();');
  }
});
