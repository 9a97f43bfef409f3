import type { RealClient } from './runner/row.ts';

/** A bucket as a folder. */
export const s3fs: RealClient = {
  name: 's3fs',
  version: "s3fs --version | sed -n 's/.* V\\([0-9.]*\\).*/\\1/p'",
  rows: [
    {
      feature: 'mount',
      does: `mkdir mounted; s3fs $BUCKET mounted -o url=$ENDPOINT,use_path_request_style,endpoint=in-mum,multipart_size=10
eventually mountpoint mounted`,
      shows: 'is a mountpoint',
    },
    {
      feature: 'write and read',
      does: 'mkdir mounted/deep; echo one > "mounted/deep/ä b"; cat "mounted/deep/ä b"; ls mounted/deep',
      shows: 'one\nä b\n',
    },
    { feature: 'append', does: 'echo two >> "mounted/deep/ä b"; cat "mounted/deep/ä b"', shows: 'one\ntwo\n' },
    { feature: 'a large file, in parts', does: 'random large 26214400; cp large mounted/; cmp large mounted/large' },
    {
      feature: 'write in the middle of a large file',
      does: 'for f in large mounted/large; do printf x | dd of=$f bs=1 seek=15000000 conv=notrunc status=none; done; cmp large mounted/large',
    },
    {
      feature: 'rename a file and a folder',
      does: 'mv mounted/large mounted/moved; cmp large mounted/moved; mv mounted/deep mounted/deeper; cat "mounted/deeper/ä b"',
      shows: 'one\ntwo\n',
    },
    {
      feature: 'permissions and times',
      does: 'chmod 640 mounted/moved; touch -d 2020-01-02T03:04:05Z mounted/moved; TZ=UTC stat -c "%a %Y" mounted/moved',
      shows: '640 1577934245',
    },
    {
      feature: 'symbolic links',
      does: 'ln -s moved mounted/link; readlink mounted/link; cmp large mounted/link',
      shows: 'moved',
    },
    { feature: 'cut (`truncate`)', does: 'truncate -s 1000 mounted/moved; stat -c %s mounted/moved', shows: '1000' },
    { feature: 'remove', does: 'rm -r mounted/deeper mounted/link; ls mounted', shows: 'moved\n' },
    {
      feature: 'mount again: what was written is there',
      does: 'umount mounted; s3fs $BUCKET mounted -o url=$ENDPOINT,use_path_request_style,endpoint=in-mum; eventually mountpoint -q mounted; stat -c "%a %s" mounted/moved',
      shows: '640 1000',
    },
    {
      feature: 'mount with a wrong key',
      does: 'umount mounted; AWS_SECRET_ACCESS_KEY=wrong s3fs $BUCKET mounted -f -o url=$ENDPOINT,use_path_request_style,endpoint=in-mum; mountpoint mounted',
      refused: 'Failed to connect by sigv4',
    },
  ],
  cleanUp: 'umount mounted',
};
