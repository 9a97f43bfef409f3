import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { blocksOf } from '#test/support/documents/documents.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** How a program ended, and what it wrote. */
export interface Outcome {
  readonly status: number;
  readonly output: string;
}

/** A stranger's project outside the checkout, with the packed svc-testing and the files that a document shows. */
export class StrangersProject {
  readonly dir: string;

  private constructor(dir: string) {
    this.dir = dir;
  }

  /** Makes one. `packages` are what a project of its own has installed besides. */
  static async make(document: string, heading?: string, packages: readonly string[] = []): Promise<StrangersProject> {
    const project = new StrangersProject(mkdtempSync(join(tmpdir(), 'svc-stranger-')));
    project.#write('package.json', '{ "name": "shop", "type": "module" }\n');
    const { stdout } = await run(process.execPath, [join(root, 'lib/deploy/npm/testing.ts'), project.dir], {
      cwd: root,
    });
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--no-save', stdout.trim()];
    await run('npm', install, { cwd: project.dir });
    for (const name of ['vitest', 'typescript', '@types/node', ...packages]) {
      const link = join(project.dir, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), link);
    }
    for (const { file, text } of blocksOf(document, heading)) if (file) project.#write(file, text);
    return project;
  }

  #write(file: string, text: string): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true });
    writeFileSync(join(this.dir, file), text);
  }

  /** Runs a program in the project, as a user who names the checkout. */
  async run(file: string, args: readonly string[], checkout = root): Promise<Outcome> {
    const env = { ...withoutSettings(), SVC_CHECKOUT: checkout };
    try {
      const { stdout, stderr } = await run(file, [...args], { cwd: this.dir, env, maxBuffer: 2 ** 24 });
      return { status: 0, output: stdout + stderr };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { status: code, output: stdout + stderr };
    }
  }

  /** Compiles files by the strictest rules. Nothing outside the project is read but the packages that it has. */
  compile(files: readonly string[], more: readonly string[] = []): Promise<Outcome> {
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipLibCheck',
      'false',
    ];
    const form = ['--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    const library = ['--lib', 'es2025,dom,dom.iterable,esnext.disposable'];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    return this.run(process.execPath, [tsc, ...strict, ...form, ...library, ...more, ...files]);
  }

  /** Runs a test file with Vitest. */
  vitest(file: string, checkout?: string): Promise<Outcome> {
    const program = join(root, 'node_modules/vitest/vitest.mjs');
    return this.run(process.execPath, [program, 'run', file, '--root', this.dir], checkout);
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}

/** The first Node on PATH that is not the one of this checkout. */
export function nodeOfSystem(): string {
  const path = (process.env.PATH ?? '').split(':').filter((folder) => !folder.includes('node_modules'));
  const { stdout } = spawnSync('sh', ['-c', 'command -v node'], { env: { PATH: path.join(':') }, encoding: 'utf8' });
  return stdout.trim() || process.execPath;
}

const withoutSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|SVC|NODE_OPTIONS)/.test(name)));
