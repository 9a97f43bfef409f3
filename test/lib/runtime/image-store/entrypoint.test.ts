import { describe, expect, it } from 'vitest';
import { entrypointFiles } from '#lib/runtime/drivers/container/entrypoint.ts';

const passwd = 'root:x:0:0::/root:/bin/sh\napp:x:10:20::/:/bin/sh\n';
const of = (change: Partial<Parameters<typeof entrypointFiles>[0]>) =>
  entrypointFiles({ argv: ['/app'], env: [], cwd: '', user: '', passwd, ...change });
const program = 'etc/services.d/entrypoint/program';
const run = 'etc/services.d/entrypoint/run';

describe("the service of an image's program", () => {
  it('quotes what the image says, so that a shell takes none of it for its own', () => {
    const { scripts } = of({ argv: ['/app', "it's", '$(x)', ''], env: ["A=$B 'c'", 'B;x=1', '=x'], cwd: '/a b' });
    expect(scripts[program]?.split('\n').slice(2)).toEqual([
      "export A='$B '\\''c'\\'''",
      "cd '/a b' || exit",
      "exec '/app' 'it'\\''s' '$(x)' ''",
      '',
    ]);
  });

  it.each([
    ['', 'exec ./program'],
    ['root', 'exec ./program'],
    ['0:0', 'exec ./program'],
    ['app', "exec su -s /bin/sh 'app' -c 'exec /etc/services.d/entrypoint/program'"],
    ['10:20', "exec su -s /bin/sh 'app' -c 'exec /etc/services.d/entrypoint/program'"],
    ["a'; reboot #", "exec su -s /bin/sh 'a'\\''; reboot #' -c 'exec /etc/services.d/entrypoint/program'"],
  ])('runs as %j', (user, line) => {
    const { scripts, files } = of({ user });
    expect(scripts[run]?.split('\n')).toContain(line);
    expect(files).toEqual({});
  });

  it('gives a user that has an id alone a line', () => {
    expect(of({ user: '1234:20' }).files).toEqual({ 'etc/passwd': `${passwd}svc-1234:x:1234:20::/:/bin/sh\n` });
  });
});
