import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Web } from '#test/support/browser/web.ts';
import { Client, demand } from '#test/support/http/client.ts';

const folder = new URL('../../.build/screenshots/', import.meta.url);

/** The most used pages, by the names of their pictures. */
const pages = (machine: string): Readonly<Record<string, string>> => ({
  home: '/',
  instances: '/instances',
  instance: `/instances/${machine}`,
  metrics: `/instances/${machine}?tab=metrics`,
  launch: '/instances/new',
  volumes: '/volumes',
  images: '/images',
  'new-image': '/images/new',
  'load-balancers': '/load-balancers',
  buckets: '/buckets',
  billing: '/billing',
  users: '/iam/users',
});

/** The pictures that README.md and the guides show. */
const shown = ['instances-light', 'launch-dark'];

/** Pictures of the console's pages in both themes, of an account in which something runs. */
export async function pictureConsole(): Promise<void> {
  const { server, registry } = await someRegistry();
  const web = await Web.open({ SVC_COMPUTE: 'container', SVC_IMAGE_REGISTRY: registry });
  try {
    const { page, client } = await web.person(await Client.verified(web.platform.baseUrl, 'asha@example.com'));
    const machine = await fill(client);
    mkdirSync(folder, { recursive: true });
    await page.setViewport({ width: 1280, height: 800 });
    for (const theme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      for (const [name, path] of Object.entries(pages(machine))) {
        await page.goto(`${web.platform.baseUrl}/console${path === '/' ? '' : path}`, { waitUntil: 'networkidle0' });
        const file = fileURLToPath(new URL(`${name}-${theme}.webp`, folder));
        await page.screenshot({ path: file as `${string}.webp`, quality: 75 });
        process.stdout.write(`${file}\n`);
      }
    }
    for (const name of shown) {
      const target = new URL(`../../docs/images/console-${name}.webp`, import.meta.url);
      copyFileSync(new URL(`${name}.webp`, folder), target);
    }
  } finally {
    await web.close();
    server.close();
  }
}

/** A registry that is there and has nothing: as on a computer with a way out, the catalog's images can be launched. */
async function someRegistry(): Promise<{ server: Server; registry: string }> {
  const server = createServer((_, reply) => reply.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, registry: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Makes a small site in an account. Answers the id of one of its machines. */
async function fill(client: Client): Promise<string> {
  const names = ['web-1', 'web-2', 'db-1'];
  const machines = [];
  for (const name of names) machines.push(await client.launch({ name, tags: { role: name.slice(0, -2) } }));
  await client.operate(machines[1]?.id ?? '', 'stop');
  demand(await client.post('/compute/volumes', { name: 'data', size_gib: 20 }), 201);
  const backends = machines.slice(0, 2).map(({ id }) => ({ instance_id: id }));
  const listeners = [{ protocol: 'http', port: 80, target_port: 8080 }];
  demand(await client.post('/compute/load-balancers', { name: 'front', listeners, backends }), 201);
  demand(await client.post('/storage/buckets', { name: 'photos-of-the-team' }), 201);
  demand(await client.post('/auth/iam/users', { username: 'deployer' }), 201);
  return machines[0]?.id ?? '';
}
