import type { Command } from 'commander';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { copyAll, type Done } from '#lib/cli/objects/copies.ts';
import { print } from '#lib/cli/objects/download.ts';
import { uploadInput } from '#lib/cli/objects/from-input.ts';
import { isPlace, objectAt } from '#lib/cli/objects/place.ts';
import { type Work, workOf } from '#lib/cli/objects/work.ts';
import { bytes } from '#lib/cli/output/cells.ts';
import { show } from '#lib/cli/output/output.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { SvcError } from '#lib/client/error.ts';
import type { Runners } from './command.ts';

interface Flags {
  readonly recursive?: boolean;
  readonly update?: boolean;
  readonly contentType?: string;
}

/** `svc cp`: files to buckets, objects to files, and objects to other places. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument(
      '<paths...>',
      'local files and objects (s3://bucket/key); the last is the target, and - is standard input or output',
    )
    .option('-r, --recursive', 'copy a whole folder, local or in a bucket')
    .option('-u, --update', 'skip files that the target already has, with the same size and not older')
    .option(
      '--content-type <type>',
      'the media type of the objects; by default the type of the source, or derived from the name',
    )
    .action(run((session, paths: string[], flags: Flags) => copied(session, paths, flags)));
}

async function copied(session: Session, paths: readonly string[], flags: Flags): Promise<void> {
  const target = paths.at(-1) ?? '';
  const sources = paths.slice(0, -1);
  if (sources.length === 0)
    throw usage('cp: needs a source and a target: svc cp FILE s3://bucket/key, or the other order');
  const work = workOf(session);
  try {
    const done = await (piped(work, sources, target, flags) ??
      copyAll(work, {
        sources,
        target,
        isTree: flags.recursive === true,
        isUpdate: flags.update === true,
        contentType: flags.contentType,
      }));
    work.progress.clear();
    await told(session, done, target === '-');
  } catch (error) {
    work.progress.clear();
    throw explained(error, work, flags);
  }
}

/** A copy from standard input, or to standard output; undefined where neither is meant. */
function piped(work: Work, sources: readonly string[], target: string, flags: Flags): Promise<Done> | undefined {
  const isPipe = [...sources, target].some((path) => path === '-');
  if (!isPipe) return undefined;
  const [source = '', ...more] = sources;
  if (more.length > 0 || flags.recursive) throw usage('cp: - copies exactly one object');
  if (source === '-' && isPlace(target)) return one(uploadInput(work, objectAt(target), flags.contentType));
  if (target === '-' && isPlace(source)) return one(print(work, objectAt(source)));
  throw usage('cp: the source or the target must be in a bucket (s3://bucket/key)');
}

const one = async (copy: Promise<{ bytes: number }>): Promise<Done> => ({
  files: 1,
  bytes: (await copy).bytes,
  left_out: 0,
  skipped: 0,
  resumed: 0,
});

/** Standard output belongs to the object where that goes there. */
async function told({ globals, format }: Session, done: Done, isData: boolean): Promise<void> {
  if (isData) return;
  if (done.skipped > 0) process.exitCode = exits.other;
  if (format !== 'table' || globals.query !== undefined) return show(done, { columns: [] }, globals, format);
  if (globals.quiet) return;
  const { files, left_out, resumed, skipped } = done;
  const count = `${files} ${files === 1 ? 'file' : 'files'}`;
  const notes = [
    resumed > 0 && 'resumed an earlier copy',
    left_out > 0 && `${left_out} up to date`,
    skipped > 0 && `${skipped} skipped`,
  ];
  const note = notes.filter(Boolean).join('; ');
  tell(`Copied ${count}, ${bytes(done.bytes)}${note && ` (${note})`}.`);
}

/** A copy that was interrupted resumes when the command is repeated. */
function explained(error: unknown, { session, progress }: Work, { recursive, update }: Flags): unknown {
  const again =
    recursive && !update ? 'the same command with -u resumes the copy' : 'the same command resumes the copy';
  if (session.signal.aborted)
    return new Failure(`interrupted at ${progress.percent} %`, {
      exit: exits.interrupted,
      code: 'interrupted',
      hint: again,
    });
  const isLost = error instanceof SvcError && (error.status === 0 || error.status >= 500);
  if (!isLost) return error;
  return new Failure(error.message, { exit: exits.unavailable, code: error.code, hint: again });
}
