import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type ServiceFailure, serviceFailure } from '#lib/model/compute/service-failure.ts';
import { followInit } from '#lib/runtime/machines/follow-init.ts';
import { readFailure } from '#lib/runtime/machines/service-failures.ts';

const bytes = (text: string) => Buffer.from(text).toString('latin1');

describe('what a machine says of a failed service', () => {
  it('is its unit, how it ended, and its last five lines', () => {
    expect(readFailure(bytes('failed web@1.service\texit-code\t1\t2\t3\t4\tnaïve\tlast'))).toEqual({
      unit: 'web@1.service',
      result: 'exit-code',
      lines: ['2', '3', '4', 'naïve', 'last'],
    });
  });

  it('cannot change how a text is shown, nor be long', () => {
    const hostile = `\x1b[2J\u202e\u2028\ud800\x07${'😀'.repeat(200)}`;
    const news = readFailure(bytes(`failed a.service\tsignal\t${hostile}`));
    expect(news?.lines[0]).toBe(`\ufffd[2J${'\ufffd'.repeat(4)}${'😀'.repeat(152)}`);
    expect(serviceFailure.parse(news)).toEqual(news);
  });

  it.each(['failed ', 'failed web', 'failed web.service', 'failed a b.service\tsignal', 'failed a.service\tA\tx'])(
    'is nothing where it has another form: %j',
    (line) => expect(readFailure(line)).toBeUndefined(),
  );
});

describe('a machine that says without end that a service has failed', () => {
  const speaker = () => {
    const words = new PassThrough();
    let now = 0;
    const heard: ServiceFailure[] = [];
    const init = followInit(words, { now: () => now });
    init.onServiceFailed((news) => heard.push(news));
    const say = async (text: string) => {
      words.write(text);
      await new Promise((done) => setImmediate(done));
    };
    return { words, init, heard, say, later: (ms: number) => (now += ms) };
  };
  const failure = 'failed a.service\tsignal\toops\n';

  it('is heard sixteen times in an hour; what it says beyond that ends the hearing', async () => {
    const { words, heard, say } = speaker();
    await say(failure.repeat(100));
    expect(heard).toHaveLength(16);
    expect(words.destroyed).toBe(false);
    await say(failure.repeat(100));
    expect(heard).toHaveLength(16);
    expect(words.destroyed).toBe(true);
  });

  it('and that keeps to it is heard for years, and its last word too', async () => {
    const { init, heard, say, later } = speaker();
    for (let hour = 0; hour < 200; hour++) {
      await say(failure.repeat(8));
      later(3_600_000);
    }
    expect(heard).toHaveLength(1600);
    await say('poweroff\n');
    expect(await init.lastWord()).toBe('poweroff');
  });
});
