import type { RealClient } from './runner/row.ts';

/** Repositories on a machine, which has git of the distribution. */
export const git: RealClient = {
  name: 'git',
  version: "install_on_machine git > installed && git --version | cut -d ' ' -f 3",
  setUp:
    'export GIT_SSH_COMMAND="ssh -F $SSH_CONFIG" GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com',
  rows: [
    {
      feature: 'push to a machine (`push`)',
      does: 'ssh -F $SSH_CONFIG web-1 git init -q --bare -b main /srv/repo.git; git init -q -b main work; cd work; random file 5000000; git add .; git commit -qm first; git push web-1:/srv/repo.git main 2>&1',
      shows: '[new branch]',
    },
    {
      feature: 'clone from a machine, and in part (`clone`, `--depth`)',
      does: 'git clone -q web-1:/srv/repo.git again; cmp work/file again/file; git clone -q --depth 1 ssh://web-1/srv/repo.git shallow; git -C shallow log --format=%s',
      shows: 'first',
    },
    {
      feature: 'fetch and merge (`pull`)',
      does: 'cd work; echo b > b; git add b; git commit -qm second; git push -q web-1:/srv/repo.git main; git -C ../again pull -q; git -C ../again log -1 --format=%s',
      shows: 'second',
    },
    {
      feature: 'what a hook says and refuses',
      does: `ssh -F $SSH_CONFIG web-1 'printf "#!/bin/sh\\necho not today; exit 1\\n" > /srv/repo.git/hooks/pre-receive; chmod 755 /srv/repo.git/hooks/pre-receive'; cd work; git commit -q --allow-empty -m third; git push web-1:/srv/repo.git main`,
      refused: 'remote: not today',
    },
    {
      feature: 'an archive (`archive --remote`)',
      does: 'git archive --remote=web-1:/srv/repo.git main | tar -t',
      shows: 'b\nfile',
    },
    {
      feature: 'a repository in a bucket, as a bundle',
      does: 'cd work; git bundle create -q all.bundle main; svc cp all.bundle s3://$BUCKET/ > copied; cd ..; svc cp s3://$BUCKET/all.bundle back.bundle > copied; git clone -q -b main back.bundle bundled; git -C bundled log -1 --format=%s',
      shows: 'third',
    },
  ],
};
