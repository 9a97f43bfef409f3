import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/* test/README.md: what `npm test` leaves out is `npm run test:all`, and each file is in one of them. */

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Project {
  test: { name: string; include: string[]; exclude?: string[]; isolate?: boolean };
}

/** The projects of a vitest configuration. */
async function projectsOf(config: string): Promise<Project['test'][]> {
  const loaded = await import(pathToFileURL(join(root, config)).href);
  return (loaded.default.test.projects as Project[]).map((project) => project.test);
}

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Whether a command runs a project: it names those that it runs, or those that it does not. */
function runs(command: 'test' | 'test:all' | 'test:deep' | 'test:rgw', name: string): boolean {
  const filters = [...scripts[command].matchAll(/--project='?(!?)(\w+)/g)].map(([, not, project]) => ({
    not,
    project,
  }));
  const named = filters.find(({ project }) => project === name);
  return filters.some(({ not }) => not) ? !named : named !== undefined;
}

const matches = (file: string, globs: readonly string[] = []) => globs.some((glob) => matchesGlob(file, glob));

test('every test file is in one project', async () => {
  const projects = await projectsOf('vitest.config.ts');
  const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.split(sep).join('/'));
  expect(files.length).toBeGreaterThan(300);
  const homes = files
    .filter((file) => file !== 'test/deep/svc-hosts-cut.test.ts')
    .map((file) => ({
      file,
      projects: projects
        .filter(({ include, exclude }) => matches(file, include) && !matches(file, exclude))
        .map(({ name }) => name),
    }));
  expect(homes.filter((home) => home.projects.length !== 1)).toEqual([]);
});

test('every project is run by one command', async () => {
  for (const { name } of await projectsOf('vitest.config.ts')) {
    const commands = (['test', 'test:all', 'test:deep', 'test:rgw'] as const).filter((command) => runs(command, name));
    expect({ name, commands }).toEqual({ name, commands: [expect.any(String)] });
  }
  expect([runs('test', 'unit'), runs('test:all', 'long'), runs('test:deep', 'deep')]).toEqual([true, true, true]);
});

/** The lines of vitest.config.ts that say why a file is isolated. */
const reasons = /const alone = \{\n([^}]*)\}/.exec(readFileSync(join(root, 'vitest.config.ts'), 'utf8'))?.[1] ?? '';

test('what is isolated is a file that says why, the agent, whose links outlast a file, and the deep ones', async () => {
  const projects = await projectsOf('vitest.config.ts');
  const isolated = projects.filter(({ isolate }) => isolate !== false);
  expect(isolated.map(({ name }) => name)).toEqual(['alone', 'agent', 'deep', 'rgw']);
  const stated = [...reasons.matchAll(/^ {2}'(\S+)': '(.{8,})',$/gm)].map(([, file]) => file);
  expect(isolated[0]?.include).toEqual(stated);
  expect(stated.filter((file) => file === undefined || !existsSync(join(root, file)))).toEqual([]);
});

test('a file that mocks or resets modules is among them', () => {
  const files = globSync('test/{lib,functions,statemachines,support,contract,hostile}/**/*.test.ts', { cwd: root })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !matches(file, ['test/lib/agent/**', 'test/**/*.long.test.ts', 'test/contract/**']));
  const resets = files.filter((file) =>
    /\bvi\.(mock|doMock|resetModules|stubGlobal)\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(resets).toContain('test/lib/domain/storage/documents/store.test.ts');
  expect(resets.filter((file) => !reasons.includes(`'${file}'`))).toEqual([]);
});

test('the benches load as the program that they are, without vitest', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'test/bench/main.ts'), 'none'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(/^no bench none; there are calls, flat, /),
  });
});
