import { commitEffect } from '#lib/domain/platform/commit.ts';
import { wireStore } from '#lib/domain/platform/wire.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type CommitCopy, getImageOn, removeImageOn } from './change.ts';
import { allCopies } from './list.ts';

/** What a laptop's user asks for by /dev/images. */
export interface LaptopAsk {
  readonly act: 'list' | 'pull' | 'import' | 'remove';
  readonly id?: string;
  readonly host_id?: string;
  /** The file of an import. */
  readonly path?: string;
}

const commit: CommitCopy = async ({ reply, ...effect }) => {
  await commitEffect(effect);
  return reply;
};

/** Does for a laptop's user what operators' routes do. Refuses as they do. */
export async function operateImages({ act, id = '', host_id, path }: LaptopAsk): Promise<object> {
  wireStore();
  if (act === 'list') return { images: await allCopies(host_id), next_cursor: '' };
  const asked = { id, host_id };
  const now = civilNow();
  if (act === 'remove') return removeImageOn(asked, now, commit);
  if (act === 'pull') return getImageOn(asked, undefined, now, commit);
  return getImageOn(asked, { archive: { path: absolute(path) } }, now, commit);
}

function absolute(path: string | undefined): string {
  if (path?.startsWith('/')) return path;
  throw new ApiError('validation_failed', 'source.path: must be the whole path of a file, from / on');
}
