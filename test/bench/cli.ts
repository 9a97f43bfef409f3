import { spawnSync } from 'node:child_process';
import { commandLine } from '#test/support/clients/cli.ts';
import { Client } from '#test/support/http/client.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import { atMost, info, type Line } from './line.ts';
import { interleaved, median, timed } from './statistics.ts';

const rounds = 15;
const warmUp = 3;

/**
 * How long `svc --help` takes, and a list of the local platform beyond the API's own time, with a program of Node that
 * does nothing beside them.
 */
export async function benchCommandLine(): Promise<Line[]> {
  const platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' } });
  const svc = await commandLine(platform.baseUrl);
  try {
    const registered = await svc(['register', 'bench@example.com', '--password-stdin'], {
      input: 'a long passphrase\n',
    });
    if (registered.code !== 0) throw new Error(registered.err);
    const client = await Client.register(platform.baseUrl);
    const done = async (words: string[]) => {
      const { code, err } = await svc(words);
      if (code !== 0) throw new Error(err);
    };
    const times = await interleaved(
      rounds,
      {
        empty: () => timed(async () => void spawnSync(process.execPath, ['--eval', '0'])),
        help: () => timed(() => done(['--help'])),
        list: () => timed(() => done(['instance', 'list'])),
        api: () => timed(() => client.get('/compute/instances')),
      },
      warmUp,
    );
    const list = median(times.list) - median(times.api);
    return [
      info('a program of Node that does nothing', `${median(times.empty).toFixed(0)} ms`),
      atMost('svc --help', 100, { value: median(times.help), unit: 'ms' }),
      atMost("svc instance list, beyond the API's own time", 150, { value: list, unit: 'ms' }),
    ];
  } finally {
    await svc.end();
    await platform.stop();
  }
}
