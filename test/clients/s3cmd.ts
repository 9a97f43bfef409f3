import type { RealClient } from './runner/row.ts';

/** A command line of S3. */
export const s3cmd: RealClient = {
  name: 's3cmd',
  version: "s3cmd --version | cut -d ' ' -f 3",
  setUp: `cat > s3cfg <<END
[default]
host_base = $HOST
host_bucket = $HOST
bucket_location = in-mum
use_https = False
multipart_chunk_size_mb = 5
END
s3() { s3cmd -c s3cfg --access_key=$AWS_ACCESS_KEY_ID --secret_key=$AWS_SECRET_ACCESS_KEY --no-progress "$@"; }
at=s3://$BUCKET`,
  rows: [
    {
      feature: 'a bucket, with the key of an IAM user (`mb`, `rb`)',
      does: 'user s3 mb s3://s3cmd-second; user s3 ls; user s3 rb s3://s3cmd-second',
      shows: "Bucket 's3://s3cmd-second/' removed",
    },
    {
      feature: 'upload and download in parts (`put`, `get`)',
      does: 'random large 12582912; s3 put large $at/large; s3 get $at/large back; cmp large back',
    },
    {
      feature: 'mirror, with deletions (`sync --delete-removed`)',
      does: 'mkdir tree; echo ab > "tree/a b"; echo c > tree/c; s3 sync tree/ $at/tree/; rm tree/c; s3 sync --delete-removed tree/ $at/tree/; s3 ls -r $at/tree/ | grep -c tree',
      shows: '1\n',
    },
    {
      feature: 'copy and move (`cp`, `mv`)',
      does: 's3 cp "$at/tree/a b" $at/copy; s3 mv $at/copy $at/moved; s3 get $at/moved -',
      shows: 'ab',
    },
    {
      feature: 'what is known of an object (`info`)',
      does: 'user s3 info $at/moved',
      shows: 'MD5 sum:   daa8075d6ac5ff8d0c6d4650adb4ef29',
    },
    {
      feature: 'the same with the key of a bucket, which sees no ACL',
      does: 's3 info $at/moved',
      refused: 'S3 error: 403 (AccessDenied): Access Denied',
    },
    { feature: 'sizes (`du`)', does: 's3 du $at', shows: '12582918' },
    {
      feature: 'encryption at rest (`--server-side-encryption`)',
      does: 'echo sealed > sealed; s3 put --server-side-encryption sealed $at/sealed; user s3 info $at/sealed',
      shows: 'SSE:       AES256',
    },
    {
      feature: 'headers and metadata (`--add-header`)',
      does: 's3 put --add-header=x-amz-meta-colour:red --mime-type=text/x-own sealed $at/headed; user s3 info $at/headed',
      shows: 'x-amz-meta-colour: red',
    },
    {
      feature: 'a link that expires (`signurl`), which s3cmd signs by version 2',
      does: 'curl -s --fail-with-body "$(s3 signurl $at/sealed +600)"',
      refused: 'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
    },
    {
      feature: 'lifecycle rules (`expire`, `getlifecycle`)',
      does: 'user s3 expire --expiry-days=7 --expiry-prefix=tmp/ $at; user s3 getlifecycle $at',
      shows: '<Days>7</Days>',
    },
    {
      feature: 'CORS (`setcors`)',
      does: 'echo "<CORSConfiguration><CORSRule><AllowedOrigin>https://a.example</AllowedOrigin><AllowedMethod>GET</AllowedMethod></CORSRule></CORSConfiguration>" > cors.xml; user s3 setcors cors.xml $at; user s3 info $at',
      shows: 'https://a.example',
    },
    {
      feature: 'a policy (`setpolicy`)',
      does: `echo '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::'$BUCKET'/open/*"}]}' > policy.json
user s3 setpolicy policy.json $at; s3 put sealed $at/open/one; curl -sf $ENDPOINT/$BUCKET/open/one`,
      shows: 'sealed',
    },
    {
      feature: 'an object for everybody (`setacl --acl-public`)',
      does: 'user s3 setacl --acl-public $at/sealed; curl -sf $ENDPOINT/$BUCKET/sealed',
      shows: 'sealed',
    },
    {
      feature: 'the same with the key of a bucket',
      does: 's3 setacl --acl-public $at/moved',
      refused: 'S3 error: 403 (AccessDenied): Access Denied',
    },
    { feature: 'unfinished uploads (`multipart`)', does: 's3 multipart $at', shows: 'Initiated' },
    {
      feature: 'a website (`ws-create`)',
      does: 'user s3 ws-create $at',
      refused: 'S3 error: 501 (NotImplemented): PUT of website is not implemented',
    },
    {
      feature: 'a key that only reads: `del`',
      does: 'reader s3 del $at/sealed',
      refused: 'S3 error: 403 (AccessDenied): Access Denied',
    },
    {
      feature: 'remove all (`rm --recursive`)',
      does: 's3 rm --recursive --force $at/; s3 ls -r $at | wc -l',
      shows: '0',
    },
  ],
};
