import { describe, expect, it } from 'vitest';
import { s3Refusal } from '#lib/web/api/s3-refusal.ts';

describe('a refusal of the S3 endpoint', () => {
  it('has the code, the sentence and the request of its XML', () => {
    const xml =
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Not &quot;a &amp; b&quot; now</Message>' +
      '<RequestId>4f1a</RequestId></Error>';
    expect(s3Refusal(403, xml, 'it failed')).toMatchObject({
      code: 'AccessDenied',
      message: 'Not "a & b" now',
      status: 403,
      requestId: '4f1a',
    });
  });

  it('has a sentence of the console where the reply says nothing', () => {
    expect(s3Refusal(502, '<html>Bad gateway', 'it failed')).toMatchObject({
      code: 'invalid_reply',
      message: 'it failed',
      requestId: undefined,
    });
  });
});
