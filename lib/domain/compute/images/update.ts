import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { Image } from '#lib/model/compute/image.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { changeImage } from '#lib/store/compute/images.ts';
import { findImage } from './resource.ts';
import { shownNow } from './show.ts';

interface UpdateInput {
  id: string;
  name?: string | undefined;
  tags?: Record<string, string> | undefined;
}

/** Changes an own image's name or tags, also while it is being created. 409 while it is being deleted. */
export function updateImage(context: Context, { id, ...input }: UpdateInput): Promise<Image> {
  return retryOnConflict(async () => {
    const record = await findImage(context, id);
    context.match(record.version);
    if (record.status === 'deleting') {
      throw new ApiError('wrong_state', `image ${id} is deleting; it can no longer be updated`);
    }
    const { name = record.name, tags = record.tags } = input;
    if (name === record.name && JSON.stringify(tags) === JSON.stringify(record.tags)) {
      return context.commit({ writes: [], reply: await shownNow(record), version: record.version });
    }
    const next = { ...record, name, tags, updated_at: rfc3339(context.now) };
    return context.commit({
      writes: [changeImage(record, next)],
      reply: await shownNow(next),
      version: record.version + 1,
    });
  });
}
