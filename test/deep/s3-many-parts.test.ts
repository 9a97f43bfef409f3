import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { testEngine } from '#test/lib/local/s3/engine.ts';

const PARTS = 10_000;

it('takes 10,000 parts in any order, lists them in pages, and goes by them; one more is refused', async () => {
  const s3 = await testEngine();
  try {
    await s3.engine.admin.createBucket({ name: 'parts' });
    const made = await s3.send('/parts/key?uploads', { method: 'POST' });
    const at = `/parts/key?uploadId=${/<UploadId>(.*)<\/UploadId>/.exec(made.text)?.[1]}`;
    const etags: string[] = [];
    const put = async (number: number) => {
      const { status, headers } = await s3.send(`${at}&partNumber=${number}`, { method: 'PUT', body: `${number}` });
      expect(status).toBe(200);
      etags[number - 1] = headers.get('etag') ?? '';
    };
    const waiting = Array.from({ length: PARTS }, (_, index) => PARTS - index);
    const lane = async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await put(next);
    };
    await Promise.all(Array.from({ length: 16 }, lane));
    expect(await s3.send(`${at}&partNumber=${PARTS + 1}`, { method: 'PUT', body: 'x' })).toMatchObject({
      status: 400,
      code: 'InvalidArgument',
    });
    const page = await s3.send(`${at}&part-number-marker=${PARTS - 3}`);
    expect([...page.text.matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))).toEqual([
      PARTS - 2,
      PARTS - 1,
      PARTS,
    ]);
    const listed = etags.map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
    const document = (parts: string[]) => `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
    const complete = (body: string) => s3.send(at, { method: 'POST', body });
    expect(await complete(document([...listed, listed[0] as string]))).toMatchObject({ code: 'MalformedXML' });
    expect(await complete(document(listed))).toMatchObject({ status: 400, code: 'EntityTooSmall' });
    const last = await complete(document(listed.slice(-1)));
    const md5 = createHash('md5')
      .update(createHash('md5').update(`${PARTS}`).digest())
      .digest('hex');
    expect(last.text).toContain(`${md5}-1`);
    expect((await s3.send('/parts/key')).text).toBe(`${PARTS}`);
    await s3.engine.swept();
    expect(await s3.engine.admin.usage('parts')).toMatchObject({ objects: 1, multipartBytes: 0 });
    expect(s3.logged).toEqual([]);
  } finally {
    await s3.close();
  }
});
