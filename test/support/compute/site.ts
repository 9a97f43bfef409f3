import { execFile } from 'node:child_process';
// biome-ignore lint/plugin: what has been asked lately is refused by the rate limit
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Asg } from '#lib/model/compute/asg.ts';
import type { Backend, LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { type Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const run = promisify(execFile);

/**
 * A machine's user data: python3's web server on port 8080. Its page is the machine's name, and /data/ shows the
 * machine's volume `data`.
 */
export const site = `#!/bin/sh
mkdir -p /srv/www
hostname > /srv/www/index.html
ln -s /mnt/data /srv/www/data
cat > /usr/local/bin/serve <<'END'
#!/bin/sh
exec setsid -f python3 -m http.server 8080 --directory /srv/www >/dev/null 2>&1 </dev/null
END
chmod +x /usr/local/bin/serve
serve
`;

/** Shell command for the machine that starts the server after a boot, unless it runs. */
export const serve = 'pgrep -f http.[s]erver >/dev/null || serve';

/** Shell command that ends the server and frees its port. */
export const endServing = 'pkill -f http.[s]erver';

/** The page that a visitor gets, without its last newline; undefined when no page comes. */
export async function visit(address: string, port: number, path = '/'): Promise<string | undefined> {
  const args = ['-q', '-s', '-f', '--max-time', '5', `http://${address}:${port}${path}`];
  return await run('curl', args).then(
    ({ stdout }) => stdout.trimEnd(),
    () => undefined,
  );
}

/** The names that answer so many visits, each once, in order. */
export async function whoAnswers(address: string, port: number, visits = 12): Promise<(string | undefined)[]> {
  const seen = await Promise.all(Array.from({ length: visits }, () => visit(address, port)));
  return [...new Set(seen)].sort();
}

const soon = { prefer: 'wait=25' };

/** Calls of the site's owner to the API. `client` gives the owner's present session for each call. */
export function ownerOf(client: () => Client) {
  const get = async (path: string) => demand(await client().get(`/compute${path}`), 200).body;
  const nameOf = async ({ instance_id }: { instance_id: string }) => (await client().show(instance_id)).name;
  /** The names of the healthy backends. */
  const wellAt = async ({ id }: LoadBalancer): Promise<string[]> => {
    const { backends }: { backends: Backend[] } = await get(`/load-balancers/${id}/backends`);
    return Promise.all(backends.filter(({ health }) => health === 'healthy').map(nameOf));
  };
  return {
    get,
    post: async (path: string, body: object = {}, status = 200) =>
      demand(await client().post(`/compute${path}`, body, soon), status).body,
    remove: async (path: string) => demand(await client().remove(`/compute${path}`, soon), 200).body,
    isGone: (path: string) => eventually(async () => (await client().get(`/compute${path}`)).status === 404),
    /** The names of a group's members; ['no settled group'] while the group is not active. */
    membersOf: async ({ id }: Asg): Promise<string[]> => {
      const { status, instances }: Asg = await get(`/asg/${id}`);
      return status === 'active' ? Promise.all(instances.map(nameOf)) : ['no settled group'];
    },
    /** Waits until the API and visitors agree that exactly these machines serve behind a load balancer. */
    serves: async (lb: LoadBalancer, names: () => Promise<string[]>): Promise<void> => {
      let seen: readonly (readonly unknown[])[] = [];
      const agreed = async () => {
        seen = [[...(await names())].sort(), (await wellAt(lb)).sort(), await whoAnswers(lb.public_ip, 8000)];
        const agree = new Set(seen.map((list) => JSON.stringify(list))).size === 1;
        // Without the pause, the requests would meet the rate limit.
        if (!agree) await wait(250);
        return agree;
      };
      await eventually(agreed, { seen: () => `wanted, well to the API and answering are ${JSON.stringify(seen)}` });
    },
  };
}
