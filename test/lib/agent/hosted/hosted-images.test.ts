import { expect, it } from 'vitest';
import type { Ask } from '#lib/agent/hosted/hosted-disks.ts';
import { HostedImages } from '#lib/agent/hosted/hosted-images.ts';
import { refusal } from '#test/lib/runtime/support/refusal.ts';
import { plainImage } from '#test/support/hosts/scripted-disks.ts';

const alpine = { ...plainImage, id: 'alpine-3.22', default_user: 'alpine' };
/** Where nothing listens, so that it is asked in vain. */
const nowhere = '127.0.0.1:9';

/** The images of a host whose runtime answers with an image, and what the runtime was asked. */
function hosted(access: { loopback: boolean }) {
  const asked: string[] = [];
  const ask = (async (name: string) => {
    asked.push(name);
    return name === 'pullImage' ? alpine : null;
  }) as unknown as Ask;
  return { images: new HostedImages(ask, { ...access, auth: null, catalog: nowhere }), asked };
}

it('tells what has changed of the catalog, and ends a pull and a removal after that', async () => {
  const { images } = hosted({ loopback: true });
  const told: boolean[] = [];
  const isPulled = () => images.infos().find(({ id }) => id === alpine.id)?.pulled === true;
  const stop = images.onChange(async () => void told.push(isPulled()));
  await images.pull({ id: alpine.id, source: { registry: `${nowhere}/library/alpine:3.22`, catalog: true } });
  expect(told.at(-1)).toBe(true);
  await images.remove(alpine.id);
  expect(told.at(-1)).toBe(false);
  stop();
});

it('keeps what a runtime finds again after its end', () => {
  const { images } = hosted({ loopback: true });
  expect(images.found([alpine]).stored()).toEqual([alpine]);
  expect(images.found([]).stored()).toEqual([]);
});

it('reads no file of a host that is no laptop, whoever asks', async () => {
  const { images, asked } = hosted({ loopback: false });
  const source = { archive: { path: '/etc/shadow' } };
  expect(await refusal(() => images.pull({ id: alpine.id, source }))).toEqual({
    code: 'INVALID',
    message: 'a file of the host can be imported on a laptop only',
  });
  expect(asked).toEqual([]);
});
