import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/* test/README.md: what `npm test` leaves out is `npm run test:all`, and each file is in one of them. */

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Project {
  test: { name: string; include: string[]; exclude?: string[] };
}

/** The projects of a vitest configuration. */
async function projectsOf(config: string): Promise<Project['test'][]> {
  const loaded = await import(pathToFileURL(join(root, config)).href);
  return (loaded.default.test.projects as Project[]).map((project) => project.test);
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Whether a command runs a project: it names those that it runs, or those that it does not. */
function runs(command: 'test' | 'test:all', name: string): boolean {
  const filters = [...scripts[command].matchAll(/--project='?(!?)(\w+)/g)].map(([, not, project]) => ({
    not,
    project,
  }));
  const named = filters.find(({ project }) => project === name);
  return filters.some(({ not }) => not) ? !named : named !== undefined;
}

const ofOtherCommands = ['test/deep/**', 'test/rgw/**'];
const matches = (file: string, globs: readonly string[] = []) => globs.some((glob) => matchesGlob(file, glob));

test('every test file is in one project', async () => {
  const projects = await projectsOf('vitest.config.ts');
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.split(sep).join('/'));
  expect(files.length).toBeGreaterThan(300);
  const homes = files
    .filter((file) => !matches(file, ofOtherCommands))
    .map((file) => ({
      file,
      projects: projects
        .filter(({ include, exclude }) => matches(file, include) && !matches(file, exclude))
        .map(({ name }) => name),
    }));
  expect(homes.filter((home) => home.projects.length !== 1)).toEqual([]);
});

test('every project is run by npm test or by npm run test:all, and none by both', async () => {
  for (const { name } of await projectsOf('vitest.config.ts')) {
    const all = runs('test:all', name);
    expect({ name, all, short: runs('test', name) }).toEqual({ name, all, short: !all });
  }
  expect([runs('test', 'unit'), runs('test:all', 'long')]).toEqual([true, true]);
});
