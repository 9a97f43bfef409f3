import { spawnSync } from 'node:child_process';
import { type Cli, commandLine, launcher } from '#test/support/clients/cli.ts';
import { Client } from '#test/support/http/client.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import { atMost, info, type Line } from './line.ts';
import { interleaved, median, timed } from './statistics.ts';

const rounds = 15;
const warmUp = 3;

/**
 * How long `svc --help` takes, and a list of the local platform beyond the API's own time, with a program of Node that
 * does nothing beside them; and the processor time of both, as multiples of that program's.
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
      ...(await processorTimes(svc)),
    ];
  } finally {
    await svc.end();
    await platform.stop();
  }
}

/** For comparison: a program that only makes one request by `node:http` is at 1.4, one by `fetch` at 3.2. */
async function processorTimes({ env, home }: Cli): Promise<Line[]> {
  const used = async (...words: string[]) => processorTime(words, { env, cwd: home });
  const times = await interleaved(
    rounds,
    {
      empty: () => used('--eval', '0'),
      help: () => used(launcher, '--help'),
      list: () => used(launcher, 'instance', 'list'),
    },
    warmUp,
  );
  const empty = median(times.empty);
  const note = `of ${empty.toFixed(0)} ms`;
  return [
    atMost('svc --help: processor time by that of node -e 0', 2, { value: median(times.help) / empty, note }),
    atMost('svc instance list: processor time by that of node -e 0', 3, { value: median(times.list) / empty, note }),
  ];
}

/** Milliseconds of processor time that a program of Node uses; Node itself does not tell those of a child. */
function processorTime(words: readonly string[], how: { env: NodeJS.ProcessEnv; cwd: string }): number {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...words], {
    ...how,
    encoding: 'utf8',
  });
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number);
  return (user + system) * 1000;
}
