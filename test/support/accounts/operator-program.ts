import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../../lib/operator/main.ts', import.meta.url));

/** What `npm run operator` said, and whether it went well. */
export interface Said {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run operator -- …` on a data folder. */
export const runOperator = (dataDir: string, ...args: readonly string[]): Promise<Said> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, SVC_DATA_DIR: dataDir };
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
