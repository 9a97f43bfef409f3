import type { RealClient } from './runner/row.ts';

/** Copies and mirrors of folders. */
export const rclone: RealClient = {
  name: 'rclone',
  version: "rclone version | sed -n '1s/rclone v//p'",
  setUp: `export RCLONE_CONFIG=$HOME/rclone.conf RCLONE_CONFIG_SVC_TYPE=s3 RCLONE_CONFIG_SVC_PROVIDER=Other
export RCLONE_CONFIG_SVC_ENV_AUTH=true RCLONE_CONFIG_SVC_ENDPOINT=$ENDPOINT RCLONE_CONFIG_SVC_REGION=in-mum
export RCLONE_S3_NO_CHECK_BUCKET=true RCLONE_S3_UPLOAD_CUTOFF=5M RCLONE_RETRIES=1
touch $RCLONE_CONFIG
to=svc:$BUCKET`,
  rows: [
    {
      feature: 'copy a folder, large files in parts (`copy`)',
      does: 'mkdir -p tree/deep; random tree/large 12582912; echo one > "tree/deep/ä b"; rclone copy tree $to/tree; rclone size $to/tree',
      shows: 'Total objects: 2',
    },
    {
      feature: 'compare by content (`check --download`)',
      does: 'rclone check --download tree $to/tree',
      shows: '0 differences found',
    },
    {
      feature: 'times of files are kept',
      does: 'rclone check tree $to/tree; rclone copy -v tree $to/tree; rclone lsl $to/tree',
      shows: 'large',
    },
    {
      feature: 'mirror, with deletions (`sync`)',
      does: 'rm tree/large; echo two > "tree/deep/ä b"; rclone sync tree $to/tree; rclone lsf -R --files-only $to/tree; rclone cat "$to/tree/deep/ä b"',
      shows: 'deep/ä b\ntwo',
    },
    {
      feature: 'read a range (`cat --offset --count`)',
      does: 'rclone cat --offset 1 --count 2 "$to/tree/deep/ä b"; echo .',
      shows: 'wo.',
    },
    {
      feature: 'write from a stream (`rcat`)',
      does: 'random stream 7000000; rclone rcat $to/stream < stream; rclone cat $to/stream | cmp stream',
    },
    {
      feature: 'copy and move within the bucket (`moveto`)',
      does: 'rclone copyto $to/stream $to/copied; rclone moveto $to/copied $to/moved; rclone cat $to/moved | cmp stream; rclone lsf $to',
      shows: 'moved\nstream\n',
    },
    {
      feature: 'MD5 sums (`md5sum`)',
      does: 'echo a > a; rclone copy a $to; rclone md5sum $to/a; md5sum a',
      shows: '60b725f10c9c85c70d97880dfe8191b3  a\n60b725f10c9c85c70d97880dfe8191b3',
    },
    { feature: 'a link that expires (`link`)', does: 'curl -sf "$(rclone link --expire 1h $to/a)"', shows: 'a\n' },
    {
      feature: 'encryption by rclone (`crypt`)',
      does: `export RCLONE_CONFIG_HIDDEN_TYPE=crypt RCLONE_CONFIG_HIDDEN_REMOTE=$to/hidden RCLONE_CONFIG_HIDDEN_PASSWORD=$(rclone obscure secret)
rclone copy a hidden:; rclone cat hidden:a; rclone lsf $to/hidden`,
      shows: 'a\n',
    },
    {
      feature: 'encryption at rest (`--s3-server-side-encryption AES256`)',
      does: 'rclone copyto --s3-server-side-encryption AES256 a $to/sealed; rclone cat $to/sealed',
      shows: 'a\n',
    },
    {
      feature: 'encryption with KMS (`--s3-server-side-encryption aws:kms`)',
      does: 'rclone copyto --s3-server-side-encryption aws:kms a $to/kms',
      refused: 'NotImplemented: A header you provided implies functionality that is not implemented',
    },
    {
      feature: 'old versions (`--s3-versions`)',
      does: 'svc bucket update $BUCKET --versioning enabled --quiet; echo b > a; rclone copy a $to; rclone lsf --s3-versions --include "a*" $to | wc -l',
      shows: '2',
    },
    { feature: 'end unfinished uploads (`cleanup`)', does: 'rclone cleanup $to' },
    {
      feature: 'a bucket, with the key of an IAM user (`mkdir`, `lsd`)',
      does: 'unset RCLONE_S3_NO_CHECK_BUCKET; user rclone mkdir svc:rclone-second; user rclone lsd svc:',
      shows: 'rclone-second',
    },
    {
      feature: 'a bucket, with the key of another bucket (`mkdir`)',
      does: 'unset RCLONE_S3_NO_CHECK_BUCKET; rclone mkdir svc:rclone-third',
      refused: 'AccessDenied: Access Denied',
    },
    {
      feature: 'a key that only reads: `delete`',
      does: 'reader rclone delete $to/tree',
      refused: 'AccessDenied: Access Denied',
    },
    { feature: 'remove all (`purge`)', does: 'rclone purge $to/tree; rclone lsf $to/tree | wc -l', shows: '0' },
  ],
};
