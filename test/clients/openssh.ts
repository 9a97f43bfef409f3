import type { RealClient } from './runner/row.ts';

/** Logins to machines. */
export const openssh: RealClient = {
  name: 'OpenSSH',
  version: "ssh -V 2>&1 | sed 's/OpenSSH_\\([^ ,]*\\).*/\\1/'",
  setUp: 's="ssh -F $SSH_CONFIG"',
  rows: [
    {
      feature: 'a command, its output and its exit code',
      does: '$s web-1 "echo out; exit 3" || echo "code $?"',
      shows: 'out\ncode 3',
    },
    { feature: 'a terminal (`-tt`)', does: '$s -tt web-1 "tty; stty size" < /dev/null', shows: '/dev/' },
    { feature: 'input of 20 MB', does: 'random large 20000000; $s web-1 sha256sum < large; sha256sum < large' },
    {
      feature: 'a local port (`-L`)',
      does: `$s web-1 'cd /srv && echo page > page && setsid -f python3 -m http.server 8090 >/dev/null 2>&1 </dev/null'
$s -N -L 127.0.0.1:5391:127.0.0.1:8090 web-1 & trap "kill $!" EXIT; eventually curl -sf 127.0.0.1:5391/page`,
      shows: 'page',
    },
    {
      feature: 'a SOCKS proxy with names (`-D`)',
      does: '$s -N -D 127.0.0.1:5392 web-1 & trap "kill $!" EXIT; eventually curl -sf --socks5-hostname 127.0.0.1:5392 http://web-1.internal:8090/page',
      shows: 'page',
    },
    {
      feature: 'one connection (`-W`)',
      does: "printf 'GET /page HTTP/1.0\\r\\n\\r\\n' | $s -W web-1.internal:8090 web-1",
      shows: 'page',
    },
    {
      feature: 'a remote port (`-R`)',
      does: '$s -R 8091:${SVC_ENDPOINT#http://} web-1 curl -sf -H Host:${SVC_ENDPOINT#http://} localhost:8091/healthz',
      shows: '"status":"ok"',
    },
    {
      feature: 'a remote port of all addresses (`-R 0.0.0.0:…`)',
      does: '$s -o ExitOnForwardFailure=yes -R 0.0.0.0:8092:127.0.0.1:80 web-1 true',
      refused: 'remote port forwarding failed for listen port 8092',
    },
    {
      feature: 'X11 (`-X`)',
      does: 'DISPLAY=:7 $s -v -X web-1 true 2>&1 | grep "request failed" && false',
      refused: 'X11 forwarding request failed',
    },
    {
      feature: 'one connection for many (`ControlMaster`)',
      does: '$s -fNM -S $PWD/m web-1; $s -S $PWD/m web-1 echo shared; $s -S $PWD/m -O exit web-1',
      shows: 'shared',
    },
    {
      feature: '`scp` by SFTP, and by its old protocol (`-O`)',
      does: 'echo file > file; scp -F $SSH_CONFIG file web-1:/srv/one; scp -O -F $SSH_CONFIG web-1:/srv/one two; cmp file two',
    },
    {
      feature: '`scp -r`, `-p`',
      does: 'mkdir -p tree/deep; echo a > "tree/deep/ä b"; touch -d 2020-01-02T03:04:05Z "tree/deep/ä b"; scp -rp -F $SSH_CONFIG tree web-1:/srv/tree; scp -rp -F $SSH_CONFIG web-1:/srv/tree back; stat -c %Y "back/deep/ä b"',
      shows: '1577934245',
    },
    {
      feature: '`sftp`: put, get, rename, chmod, links',
      does: 'printf "put file /srv/f\\nchmod 640 /srv/f\\nrename /srv/f /srv/g\\nln -s /srv/g /srv/l\\nls -l /srv/g\\nget /srv/l again\\nrm /srv/g\\n" | sftp -b - -F $SSH_CONFIG web-1; cmp file again',
      shows: '-rw-r-----',
    },
    {
      feature: 'a host key that is not the machine’s',
      does: 'ssh-keygen -q -t ed25519 -N "" -f other; echo "* $(cut -d " " -f 1,2 other.pub)" > known; $s -o UserKnownHostsFile=$PWD/known web-1 true',
      refused: 'Host key verification failed',
    },
    {
      feature: 'a key that the machine does not have',
      does: 'sed "s|IdentityFile .*|IdentityFile $PWD/other|" $SSH_CONFIG > config; ssh -F config web-1 true',
      refused: 'Permission denied (publickey)',
    },
  ],
};
