import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The user that the package makes, and that its daemon runs as. */
export const DAEMON = 'clockd';

/** The package that brings a unit, and no script. */
export const UNIT_ALONE = 'unitd';

const CONTROL = `Package: clockd
Version: 1.2-3
Architecture: all
Maintainer: Nobody <nobody@example.com>
Depends: adduser, clockd-data
Description: a daemon that writes
`;
const DATA_CONTROL = `Package: clockd-data
Version: 1.2-3
Architecture: all
Maintainer: Nobody <nobody@example.com>
Description: what the daemon writes
`;

/** As packages of Debian have it: the daemon leaves root for a user of its own. */
const INIT = `#!/bin/sh
### BEGIN INIT INFO
# Provides:          clockd
# Required-Start:    $remote_fs
# Required-Stop:     $remote_fs
# Default-Start:     2 3 4 5
# Default-Stop:      0 1 6
# Short-Description: a daemon that writes
### END INIT INFO
case $1 in
  start) start-stop-daemon --start --background --make-pidfile --pidfile /run/clockd.pid --chuid clockd --exec /usr/sbin/clockd ;;
  stop) start-stop-daemon --stop --retry 5 --oknodo --pidfile /run/clockd.pid --remove-pidfile ;;
  restart | force-reload) "$0" stop && "$0" start ;;
  status) kill -0 "$(cat /run/clockd.pid)" ;;
esac
`;
const PROGRAM = `#!/bin/sh
cat /usr/share/clockd/words > /var/lib/clockd/written
while :; do sleep 3600; done
`;

/** What debhelper writes into a package's scripts. */
const POSTINST = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  adduser --system --group --quiet --home /var/lib/clockd clockd
  update-rc.d clockd defaults >/dev/null
  invoke-rc.d clockd start
fi
`;
const PRERM = `#!/bin/sh
set -e
[ "$1" != remove ] || invoke-rc.d clockd stop
`;
const POSTRM = `#!/bin/sh
set -e
[ "$1" != purge ] || update-rc.d clockd remove >/dev/null
`;

const UNIT_CONTROL = `Package: unitd
Version: 1.2-3
Architecture: all
Maintainer: Nobody <nobody@example.com>
Description: a daemon that has a unit alone
`;
const UNIT = `[Unit]
Description=a daemon that has a unit alone
After=network-online.target
[Service]
User=nobody
ExecStart=/bin/sh -c 'id -un; exec sleep 4261'
[Install]
WantedBy=multi-user.target
`;

/** What debhelper writes: the start depends on systemd's own folder, which a machine does not have. */
const UNIT_POSTINST = `#!/bin/sh
set -e
deb-systemd-helper unmask unitd.service >/dev/null || true
if deb-systemd-helper --quiet was-enabled unitd.service; then
  deb-systemd-helper enable unitd.service >/dev/null || true
fi
if [ -d /run/systemd/system ]; then
  systemctl --system daemon-reload >/dev/null || true
  deb-systemd-invoke start unitd.service >/dev/null || true
fi
`;

type Files = Readonly<Record<string, readonly [text: string, mode: number]>>;

const PACKAGES: Readonly<Record<string, Files>> = {
  clockd: {
    'DEBIAN/control': [CONTROL, 0o644],
    'DEBIAN/postinst': [POSTINST, 0o755],
    'DEBIAN/prerm': [PRERM, 0o755],
    'DEBIAN/postrm': [POSTRM, 0o755],
    'DEBIAN/conffiles': ['/etc/init.d/clockd\n', 0o644],
    'etc/init.d/clockd': [INIT, 0o755],
    'usr/sbin/clockd': [PROGRAM, 0o755],
  },
  unitd: {
    'DEBIAN/control': [UNIT_CONTROL, 0o644],
    'DEBIAN/postinst': [UNIT_POSTINST, 0o755],
    'lib/systemd/system/unitd.service': [UNIT, 0o644],
  },
  'clockd-data': {
    'DEBIAN/control': [DATA_CONTROL, 0o644],
    'usr/share/clockd/words': ['written by clockd\n', 0o644],
  },
};

/** Makes a folder with packages of Debian a flat repository of apt. */
export function indexPackages(dir: string): void {
  const names = readdirSync(dir).filter((name) => name.endsWith('.deb'));
  const index = names.map((name) => {
    const deb = join(dir, name);
    const control = execFileSync('dpkg-deb', ['--field', deb], { encoding: 'utf8' });
    const bytes = readFileSync(deb);
    const sum = createHash('sha256').update(bytes).digest('hex');
    return `${control.trim()}\nFilename: ./${name}\nSize: ${bytes.length}\nSHA256: ${sum}\n`;
  });
  writeFileSync(join(dir, 'Packages'), index.join('\n'));
}

/** A tar archive in base64 of a flat repository of apt with a daemon's package, and with another that it depends on. */
export function aptRepository(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svc-apt-'));
  try {
    mkdirSync(join(dir, 'repo'));
    for (const [name, files] of Object.entries(PACKAGES)) {
      for (const [path, [text, mode]] of Object.entries(files)) {
        const file = join(dir, name, path);
        mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
        writeFileSync(file, text);
        chmodSync(file, mode);
      }
      const deb = join(dir, 'repo', `${name}.deb`);
      execFileSync('dpkg-deb', ['--root-owner-group', '--build', join(dir, name), deb], { stdio: 'ignore' });
    }
    indexPackages(join(dir, 'repo'));
    const archive = ['-C', join(dir, 'repo'), '--owner=0', '--group=0', '-cf', '-', '.'];
    return execFileSync('tar', archive).toString('base64');
  } finally {
    rmSync(dir, { recursive: true });
  }
}
