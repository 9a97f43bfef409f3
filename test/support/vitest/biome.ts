import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const settings = ['biome.json', 'package.json', 'lib/check/time/shipped.grit', 'lib/check/time/tests.grit'];

/** One finding of Biome: its place, the rule, and the message. */
export interface Finding {
  file: string;
  line: number;
  rule: string;
  message: string;
}

interface Diagnostic {
  category: string;
  message: string;
  location: { path: string; start?: { line: number } };
}

/**
 * Lints `files` (path to text) under this repository's own biome.json in a new folder; `only` limits the run to some
 * rules.
 */
export async function lint(files: Record<string, string>, only: string[] = []): Promise<Finding[]> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-biome-'));
  try {
    for (const name of settings) {
      await mkdir(dirname(join(dir, name)), { recursive: true });
      await copyFile(join(root, name), join(dir, name));
    }
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
    }
    const report = await run(dir, only);
    return report.diagnostics.map(({ category, message, location }) => ({
      file: location.path,
      line: location.start?.line ?? 0,
      rule: category,
      message,
    }));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function run(cwd: string, only: string[]): Promise<{ diagnostics: Diagnostic[] }> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = [
    '--vcs-enabled=false',
    '--max-diagnostics=none',
    '--reporter=json',
    ...only.map((r) => `--only=${r}`),
  ];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [biome, 'lint', ...options, '.'],
      { cwd, maxBuffer: 1 << 26 },
      (_exit, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout));
        } catch {
          reject(new Error(`biome gave no report: ${stderr}`));
        }
      },
    );
  });
}
