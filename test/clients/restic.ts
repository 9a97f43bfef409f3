import type { RealClient } from './runner/row.ts';

/** Backups into a bucket. */
export const restic: RealClient = {
  name: 'restic',
  version: "restic version | cut -d ' ' -f 2",
  setUp: 'export RESTIC_REPOSITORY=s3:$ENDPOINT/$BUCKET/backups RESTIC_PASSWORD=secret',
  rows: [
    { feature: 'make a repository (`init`)', does: 'restic init', shows: 'created restic repository' },
    {
      feature: 'back up 24 MiB (`backup`)',
      does: 'mkdir -p files/deep; random files/large 25165824; echo one > "files/deep/ä b"; restic backup files',
      shows: 'Files:           2 new',
    },
    {
      feature: 'back up what has changed',
      does: 'echo two > "files/deep/ä b"; restic backup files',
      shows: 'Files:           0 new,     1 changed,     1 unmodified',
    },
    { feature: 'list (`snapshots`)', does: 'restic snapshots', shows: '2 snapshots' },
    {
      feature: 'check all data (`check --read-data`)',
      does: 'restic check --read-data',
      shows: 'no errors were found',
    },
    {
      feature: 'restore (`restore`)',
      does: 'restic restore latest --target back; diff -r files back/files',
      shows: 'restoring <Snapshot',
    },
    {
      feature: 'forget and remove data (`forget --prune`)',
      does: 'restic forget --keep-last 1 --prune; restic check',
      shows: 'no errors were found',
    },
    {
      feature: 'add a password (`key add`)',
      does: 'echo other > other; restic key add --new-password-file other; restic -p other snapshots',
      shows: '1 snapshots',
    },
    { feature: 'a key that only reads: `ls`', does: 'reader restic --no-lock ls latest', shows: '/files/large' },
    { feature: 'a key that only reads: `backup`', does: 'reader restic backup files', refused: 'Access Denied' },
  ],
};
