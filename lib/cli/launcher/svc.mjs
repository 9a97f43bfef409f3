#!/usr/bin/env node
// Plain JavaScript that Node 20 can run: it finds a Node that reads TypeScript, and starts the command line with it.
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// An import of it loads streams and promises too, which takes a while.
const { existsSync, readFileSync } = process.getBuiltinModule('node:fs');
const root = fileURLToPath(new URL('../../../', import.meta.url));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major > 22 || (major === 22 && minor >= 18)) await run();
else await handOver();

async function run() {
  // A cache of our own: the one by default is a folder that anybody on this machine could fill.
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  module.enableCompileCache(join(cache, 'svc', 'compiled'));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { main } = await import(new URL('../main.ts', import.meta.url).href);
  process.exitCode = await main(process.argv.slice(2), version);
}

/** Runs this file by the Node that `npm ci` brought. */
async function handOver() {
  const node = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!existsSync(node)) {
    process.stderr.write(
      `svc: this is Node ${process.versions.node} and 22.18 or newer is needed; "npm ci" brings one, or install the package that "npm run package:cli" makes\n`,
    );
    process.exit(1);
  }
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  // The terminal sends these to both: the child answers them, and this one reports how it ended.
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
  child.on('close', (code, signal) => {
    if (signal) process.kill(process.pid, 'SIGKILL');
    process.exitCode = code ?? 1;
  });
}
