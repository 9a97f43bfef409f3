import type { Command } from 'commander';
import { usage } from '#lib/cli/failure.ts';
import { objectAt } from '#lib/cli/objects/place.ts';
import { show } from '#lib/cli/output/output.ts';
import { print } from '#lib/cli/output/terminal.ts';
import type { Runners } from './command.ts';

interface Flags {
  readonly put?: boolean;
  readonly expiresIn: string;
  readonly contentType?: string;
}

/** `svc presign`: an address with which anybody may get an object, or put one, for a while. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<object>', 's3://bucket/key')
    .option('--put', 'create a link for an upload instead of a download')
    .option('--expires-in <time>', 'how long the link is valid: seconds, or 30m, 12h, up to 7d', '1h')
    .option('--content-type <type>', 'with --put: the Content-Type that the upload must have')
    .action(
      run(async ({ typed, globals, format }, text: string, { put, expiresIn, contentType }: Flags) => {
        const { bucket, key } = objectAt(text);
        const reply = await typed.ask('createPresignedUrl', {
          name: bucket,
          body: {
            operation: put ? 'put' : 'get',
            key,
            expires_in: secondsOf(expiresIn),
            ...(contentType !== undefined && { content_type: contentType }),
          },
        });
        if (format === 'table' && globals.query === undefined) print(reply.url);
        else await show(reply, { columns: [] }, globals, format);
      }),
    );
}

const units: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 };

function secondsOf(text: string): number {
  const [, number, unit = ''] = /^(\d{1,7})([smhd]?)$/.exec(text) ?? [];
  if (number === undefined) throw usage(`--expires-in: "${text}" is not a duration (900, 30m, 12h, 7d)`);
  return Number(number) * (units[unit] ?? 1);
}
