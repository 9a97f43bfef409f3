import type { RealClient } from './runner/row.ts';

/** Backups in increments. */
export const duplicity: RealClient = {
  name: 'duplicity',
  version: "duplicity --version | cut -d ' ' -f 2",
  setUp: `options="--no-encryption --no-print-statistics --archive-dir $PWD/archive --s3-endpoint-url $ENDPOINT --s3-region-name in-mum"
to=boto3+s3://$BUCKET/backups`,
  rows: [
    {
      feature: 'a full backup (`full`)',
      does: 'mkdir files; random files/large 8388608; echo one > files/small; duplicity full $options files $to; duplicity collection-status $options $to',
      shows: 'Number of contained backup sets: 1',
    },
    {
      feature: 'an increment (`incremental`)',
      does: 'sleep 1; echo two > files/small; duplicity incremental $options files $to; duplicity collection-status $options $to',
      shows: 'Number of contained backup sets: 2',
    },
    {
      feature: 'compare (`verify`)',
      does: 'duplicity verify --compare-data $options $to files',
      shows: '0 differences found',
    },
    { feature: 'list (`list-current-files`)', does: 'duplicity list-current-files $options $to', shows: 'small' },
    { feature: 'restore (`restore`)', does: 'duplicity restore $options $to back; diff -r files back' },
    {
      feature: 'restore without the local archive',
      does: 'rm -r archive; duplicity restore $options --file-to-restore small $to small; cat small',
      shows: 'two',
    },
    {
      feature: 'remove all but one (`remove-all-but-n-full --force`)',
      does: 'sleep 1; duplicity full $options files $to; duplicity remove-all-but-n-full 1 --force $options $to; duplicity collection-status $options $to',
      shows: 'Number of contained backup sets: 1',
    },
    {
      feature: 'encryption with KMS (`--s3-use-server-side-kms-encryption`)',
      does: 'duplicity full $options --num-retries 1 --s3-use-server-side-kms-encryption --s3-kms-key-id own files $to/kms',
      refused:
        'An error occurred (NotImplemented) when calling the PutObject operation: A header you provided implies functionality that is not implemented',
    },
    {
      feature: 'a key that only reads: `full`',
      does: 'reader duplicity full $options --num-retries 1 files $to/other',
      refused: 'An error occurred (AccessDenied) when calling the PutObject operation: Access Denied',
    },
  ],
};
