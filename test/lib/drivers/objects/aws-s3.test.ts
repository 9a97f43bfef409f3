import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { awsS3Engine } from '#lib/drivers/objects/aws-s3.ts';

let pages = 0;
const endless = createServer((_request, response) => {
  pages += 1;
  response.end(
    `<ListVersionsResult><IsTruncated>true</IsTruncated><NextKeyMarker>k${pages}</NextKeyMarker></ListVersionsResult>`,
  );
});
beforeAll(async () => {
  await once(endless.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => endless.close());

test('a bucket whose listing has no end is left unmeasured after 8 s', async () => {
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  const engine = awsS3Engine({
    s3Url: url,
    iamUrl: url,
    region: 'ap-south-1',
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretKey: 'secret' },
    bucketPrefix: '',
    userPath: '/svc/',
    boundary: 'arn:aws:iam::000000000000:policy/boundary',
  });
  const now = vi.spyOn(performance, 'now').mockImplementation(() => 1_000 * pages);
  await expect(engine.usage('vast')).rejects.toThrow('bucket vast holds too much to be measured by listing it');
  expect(pages).toBe(9);
  now.mockRestore();
});
