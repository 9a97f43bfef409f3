import type { RealClient } from './runner/row.ts';

/** Copies of folders to machines. */
export const rsync: RealClient = {
  name: 'rsync',
  version: "rsync --version | sed -n '1s/rsync *version \\([^ ]*\\).*/\\1/p'",
  setUp: 'export RSYNC_RSH="ssh -F $SSH_CONFIG"',
  rows: [
    {
      feature: 'copy a folder to a machine and back (`-a`)',
      does: 'mkdir -p tree/deep; random tree/large 10000000; echo a > "tree/deep/ä b"; ln -s large tree/link; rsync -a tree/ web-1:/srv/rsync; rsync -a web-1:/srv/rsync/ back; diff -r tree back; readlink back/link',
      shows: 'large',
    },
    {
      feature: 'only what has changed',
      does: 'printf x | dd of=tree/large bs=1 seek=5000 conv=notrunc status=none; rsync -a --stats tree/ web-1:/srv/rsync',
      shows: 'Number of regular files transferred: 1',
    },
    {
      feature: 'deletions (`--delete`)',
      does: 'rm tree/link; rsync -ai --delete tree/ web-1:/srv/rsync',
      shows: '*deleting   link',
    },
    {
      feature: 'compression (`-z`)',
      does: 'seq 200000 > tree/text; rsync -az tree/ web-1:/srv/rsync; rsync -az web-1:/srv/rsync/text text; cmp text tree/text',
    },
    {
      feature: 'an interrupted copy (`--partial --append-verify`)',
      does: 'head -c 4000000 tree/large > tree/half; rsync -a tree/half web-1:/srv/rsync/; cp tree/large tree/half; rsync -a --append-verify tree/half web-1:/srv/rsync/; ssh -F $SSH_CONFIG web-1 cmp /srv/rsync/large /srv/rsync/half',
    },
    {
      feature: 'owners and permissions (`-aAX --numeric-ids`)',
      does: 'chmod 600 tree/text; chown 1234:1234 tree/text; rsync -aAX --numeric-ids tree/ web-1:/srv/rsync; ssh -F $SSH_CONFIG web-1 stat -c %a:%u /srv/rsync/text',
      shows: '600:1234',
    },
  ],
};
