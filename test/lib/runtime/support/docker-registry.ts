import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTool } from '#lib/runtime/system/tools.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const PROGRAMS = ['docker-registry', 'skopeo', 'umoci'];
const absent = PROGRAMS.filter((name) => findTool(name) === null);

/** Why Debian's registry and its clients cannot be tried here; null where they can. */
export const registryMissing: string | null = absent.length > 0 ? `not installed: ${absent.join(', ')}` : null;

/** Debian's docker-registry on loopback, with images that umoci makes and skopeo pushes. */
export interface DockerRegistry {
  readonly host: string;
  /** Makes an image of a tar by umoci, pushes it, and answers its reference and the folder of its layout. */
  push(name: string, tar: Buffer, config?: readonly string[], tag?: string): { reference: string; layout: string };
  close(): Promise<void>;
}

export async function dockerRegistry(): Promise<DockerRegistry> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-registry-'));
  const host = `127.0.0.1:${await unusedPort()}`;
  const settings = `version: 0.1\nlog: {level: error}\nstorage: {filesystem: {rootdirectory: ${dir}/data}}\nhttp: {addr: "${host}"}\n`;
  writeFileSync(join(dir, 'config.yml'), settings);
  const server = spawn('docker-registry', ['serve', join(dir, 'config.yml')], { stdio: 'ignore' });
  const gone = once(server, 'exit');
  const isUp = () =>
    fetch(`http://${host}/v2/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isUp);
  const tool = (file: string, args: readonly string[]) => execFileSync(file, args, { stdio: 'pipe' });
  return {
    host,
    push(name, tar, config = [], tag = 'latest') {
      const layout = join(dir, name.replaceAll('/', '-'));
      writeFileSync(`${layout}.tar`, tar);
      tool('umoci', ['init', '--layout', layout]);
      tool('umoci', ['new', '--image', `${layout}:latest`]);
      tool('umoci', ['raw', 'add-layer', '--image', `${layout}:latest`, `${layout}.tar`]);
      if (config.length > 0) tool('umoci', ['config', '--image', `${layout}:latest`, ...config]);
      const to = `docker://${host}/${name}:${tag}`;
      tool('skopeo', ['copy', '--insecure-policy', '--dest-tls-verify=false', `oci:${layout}:latest`, to]);
      return { reference: `${host}/${name}:${tag}`, layout };
    },
    async close() {
      server.kill();
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
