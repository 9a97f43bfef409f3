import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { awsS3Engine } from '#lib/drivers/objects/aws-s3/engine.ts';
import { XmlError } from '#lib/standards/xml/parse.ts';

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

function engineOf(server: Server) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return awsS3Engine({
    s3Url: url,
    iamUrl: url,
    region: 'ap-south-1',
    credentials: { accessKeyId: 'AKIAEXAMPLE', secretKey: 'secret' },
    bucketPrefix: '',
    userPath: '/svc/',
    boundary: 'arn:aws:iam::000000000000:policy/boundary',
  });
}

test('a bucket whose listing has no end is left unmeasured after 8 s', async () => {
  const engine = engineOf(endless);
  const now = vi.spyOn(performance, 'now').mockImplementation(() => 1_000 * pages);
  await expect(engine.usage('vast')).rejects.toThrow('bucket vast holds too much to be measured by listing it');
  expect(pages).toBe(9);
  now.mockRestore();
});

test('an answer that is no XML is no empty bucket, and a refusal that is none tells its status', async () => {
  let status = 200;
  const proxy = createServer((_request, response) => response.writeHead(status).end('<html><br>Bad gateway</html>'));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  try {
    const engine = engineOf(proxy);
    await expect(engine.listObjects('box')).rejects.toThrow(XmlError);
    await expect(engine.emptyBucket('box', 0)).rejects.toThrow(XmlError);
    status = 502;
    await expect(engine.listObjects('box')).rejects.toThrow(/^GET \/box: 502$/);
  } finally {
    proxy.close();
  }
});
