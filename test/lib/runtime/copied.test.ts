import { globSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { runtimeCode, runtimePackages } from '#lib/agent/hosted/code-copy.ts';

/** Packages that a driver's code imports, by name, without the path within. */
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** What all files of a folder import when they run: files, and names that are no files. Types are gone by then. */
async function importsOf(folder: string): Promise<{ files: string[]; names: string[] }> {
  const { metafile } = await build({
    entryPoints: globSync(`${folder}/**/*.{ts,mjs}`).map((file) => ({ in: file, out: file })),
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'nowhere',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  const external = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter((one) => one.external));
  return { files: Object.keys(metafile.inputs), names: external.map(({ path }) => path) };
}

describe('lib/runtime, which runs under a uid that cannot reach the checkout', () => {
  let found: Awaited<ReturnType<typeof importsOf>>;
  beforeAll(async () => {
    found = await importsOf('lib/runtime');
  });

  test('imports exactly the files from outside that are copied', () => {
    expect(found.files).toContain('lib/runtime/drivers/container/backend.ts');
    const [, ...others] = runtimeCode;
    expect(found.files.filter((file) => !file.startsWith('lib/runtime/')).sort()).toEqual([...others].sort());
  });

  test('imports exactly the packages that are copied', () => {
    const packages = found.names.filter((name) => !isBuiltin(name)).map(packageOf);
    expect([...new Set(packages)].sort()).toEqual([...runtimePackages].sort());
  });
});
