import type { RealClient } from './runner/row.ts';

/** Requests by hand, signed by version 4. */
export const curl: RealClient = {
  name: 'curl',
  version: "curl --version | cut -d ' ' -f 2 | head -n 1",
  setUp: `api() { curl -s --fail-with-body --aws-sigv4 aws:amz:in-mum:svc --user "$SVC_ACCESS_KEY_ID:$SVC_SECRET_ACCESS_KEY" "$@"; }
bare() { curl -s --fail-with-body --aws-sigv4 aws:amz:in-mum:s3 --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" "$@"; }
s3() { bare -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "$@"; }
at=$ENDPOINT/$BUCKET`,
  rows: [
    {
      feature: 'the API with a signature (`--aws-sigv4`)',
      does: 'api $SVC_ENDPOINT/compute/instances',
      shows: '"name":"web-1"',
    },
    {
      feature: 'the API with a wrong signature',
      does: 'SVC_SECRET_ACCESS_KEY=wrong; api $SVC_ENDPOINT/compute/instances',
      refused: '"error":"the signature does not match',
    },
    {
      feature: 'a change of what has changed meanwhile (`If-Match`)',
      does: `api -X PATCH -H 'If-Match: "v0"' -H 'content-type: application/json' -d '{"tags":{}}' $SVC_ENDPOINT/storage/buckets/$BUCKET`,
      refused: '"error":"If-Match: \\"v0\\" is not the current version',
    },
    {
      feature: 'S3 without `x-amz-content-sha256`, which this version does not send',
      does: 'bare $at/none',
      refused: 'Missing required header for this request: x-amz-content-sha256',
    },
    {
      feature: 'compression (`--compressed`)',
      does: 'curl -s --compressed -D - $SVC_ENDPOINT/openapi.json -o document; head -c 10 document',
      shows: '{"openapi"',
    },
    {
      feature: 'upload and download (`-T`, `-o`)',
      does: 'random large 9000000; s3 -T large $at/large; s3 $at/large | cmp large',
    },
    {
      feature: 'an upload that waits (`Expect: 100-continue`)',
      does: "s3 -v -H 'Expect: 100-continue' -T large $at/large 2>&1 | grep '^< HTTP'",
      shows: '100 Continue',
    },
    {
      feature: 'a range (`-r`), and the rest of a file (`-C -`)',
      does: 'head -c 5000000 large > part; s3 -C - -o part $at/large; cmp large part; s3 -r 0-3 -w "%{http_code}" -o four $at/large',
      shows: '206',
    },
    {
      feature: 'conditions (`-z`, `If-None-Match`)',
      does: 's3 -z "$(date -Ru -d tomorrow)" -w "%{http_code}" -o none $at/large',
      shows: '304',
    },
    {
      feature: 'a stream without a length (`-T -`)',
      does: 'cat large | s3 -T - $at/stream; s3 $at/stream | cmp large',
    },
    {
      feature: 'a link with conditions (`svc presign --put`)',
      does: 'curl -sf -T large "$(svc presign --put s3://$BUCKET/linked)"; curl -sf "$(svc presign s3://$BUCKET/linked)" | cmp large',
    },
    {
      feature: 'a form (`-F`)',
      does: `svc object presign-post $BUCKET --key-prefix up/ --content-length-range 1,99999999 -o json > post.json
curl -s --fail-with-body -w '%{http_code}' $(jq -r '.fields | to_entries[] | "-F \\(.key)=\\(.value)"' post.json | grep -v key=) -F key=up/one -F file=@part "$(jq -r .url post.json)"`,
      shows: '204',
    },
    {
      feature: 'a bucket name in the host',
      does: 's3 -r 0-0 -w "%{http_code}" -o one "http://$BUCKET.$HOST/large"',
      shows: '206',
    },
    {
      feature: 'two requests on one connection',
      does: 's3 -v -I $at/large -I $at/large 2>&1',
      shows: 'Re-using existing connection',
    },
    {
      feature: 'mail of the outbox (`/dev/outbox`)',
      does: 'curl -sf "$SVC_ENDPOINT/dev/outbox"',
      shows: 'verify_email',
    },
  ],
};
