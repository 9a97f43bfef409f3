import { handler as create } from '#functions/compute/images/create.ts';
import type { Image } from '#lib/model/compute/image.ts';
import { imagePaise } from '#lib/model/platform/catalog.ts';
import { changeImage, getImage, type ImageRecord } from '#lib/store/compute/images.ts';
import { transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { plainImage } from '#test/support/hosts/scripted-disks.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

type Caller = Pick<SignedUp, 'bearer' | 'account_id'>;

/** A reference in a registry that is nowhere. */
export const reference = 'registry.example.in/library/redis:7';

/** Creates an image through the handler. No workflow starts when the environment names no state machine. */
export async function createdImage({ bearer }: Caller, body: object = {}): Promise<Image> {
  const reply = await call(create, { bearer, body: { name: 'redis', source: { registry: reference }, ...body } });
  if (reply.status !== 201) throw new Error(`image: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body;
}

/** An image's record after its operation has ended. */
export const settledImage = ({ account_id }: Caller, id: string): Promise<ImageRecord> =>
  eventually(async () => {
    const record = await getImage(account_id, id);
    return record && !record.operation ? record : undefined;
  });

/** Puts an image's record into a state directly; by default its host has it. */
export async function putImageInto(
  { account_id }: Caller,
  id: string,
  changes: Partial<ImageRecord> = {},
): Promise<ImageRecord> {
  const record = await getImage(account_id, id);
  if (!record) throw new Error(`no image ${id}`);
  const { id: _, ...found } = plainImage;
  const contents = {
    ...found,
    env: [...found.env],
    entrypoint: [...found.entrypoint],
    cmd: [...found.cmd],
  };
  const there = { status: 'available', progress_percent: 100, contents, operation: null } as const;
  const next = { ...record, ...there, price_paise: imagePaise(contents.size_bytes), ...changes };
  await transact([changeImage(record, next)]);
  return { ...next, version: record.version + 1 };
}
