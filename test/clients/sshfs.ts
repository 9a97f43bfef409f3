import type { RealClient } from './runner/row.ts';

/** A folder of a machine as a folder. */
export const sshfs: RealClient = {
  name: 'sshfs',
  version: "sshfs --version | sed -n 's/^SSHFS version //p'",
  rows: [
    {
      feature: 'mount',
      does: 'mkdir mounted; ssh -F $SSH_CONFIG web-1 mkdir -p /srv/shared; sshfs -F $SSH_CONFIG web-1:/srv/shared mounted; eventually mountpoint mounted',
      shows: 'is a mountpoint',
    },
    {
      feature: 'write, append and read',
      does: 'mkdir mounted/deep; echo one > "mounted/deep/ä b"; echo two >> "mounted/deep/ä b"; ssh -F $SSH_CONFIG web-1 "cat /srv/shared/deep/*"',
      shows: 'one\ntwo',
    },
    {
      feature: 'a large file',
      does: 'random large 20000000; cp large mounted/; cmp large mounted/large; ssh -F $SSH_CONFIG web-1 sha256sum /srv/shared/large; sha256sum large',
      shows: 'large',
    },
    {
      feature: 'rename over another file',
      does: 'echo a > mounted/a; echo b > mounted/b; mv mounted/a mounted/b; cat mounted/b',
      shows: 'a',
    },
    {
      feature: 'permissions, times and links',
      does: 'chmod 640 mounted/b; touch -d 2020-01-02T03:04:05Z mounted/b; ln -s b mounted/link; stat -c "%a %Y" mounted/b; cat mounted/link',
      shows: '640 1577934245\na',
    },
    { feature: 'size of the file system (`df`)', does: 'df -P mounted', shows: 'web-1:/srv/shared' },
    {
      feature: 'a git repository on it',
      does: 'git init -q mounted/repo; cd mounted/repo; echo x > x; git add x; git -c user.name=a -c user.email=a@example.com commit -qm first; git fsck; git log --format=%s',
      shows: 'first',
    },
    { feature: 'unmount', does: 'umount mounted; mountpoint mounted || echo gone', shows: 'gone' },
  ],
  cleanUp: 'umount mounted',
};
