/** A script of the shape that vendors tell people to pipe into a shell, and what is true after it. */
export interface InstallScript {
  readonly about: string;
  readonly script: string;
  /** How it ends where it does not end well. */
  readonly refused?: { readonly code: number; readonly stderr: string };
  /** A command that is asked afterwards, and its output. */
  readonly leaves: readonly [command: string, output: string];
}

/** A program that stands for what a vendor's archive would bring: it says who it is and stays. */
const program = (name: string, doing = 'exec sleep 4290') =>
  `install -D -m 0755 /dev/stdin /opt/${name}/${name} <<'END_PROGRAM'\n#!/bin/sh\n${doing}\nEND_PROGRAM\n`;

const active = (name: string) => `systemctl is-enabled ${name}; systemctl is-active ${name}`;

export const installScripts: readonly InstallScript[] = [
  {
    about: 'a cluster’s node: finds its service manager, writes a unit with limits and modules, restarts it',
    script: `set -e
if [ -x /sbin/openrc-run ]; then manager=openrc; elif [ -x /bin/systemctl ] || type systemctl >/dev/null; then manager=systemd; fi
[ "$manager" = systemd ] || { echo "no service manager" >&2; exit 1; }
${program('node')}
umask 0022; install -m 0600 /dev/null /etc/systemd/system/node.service.env
cat >/etc/systemd/system/node.service <<'END'
[Unit]
Documentation=https://example.com
Wants=network-online.target
After=network-online.target
[Install]
WantedBy=multi-user.target
[Service]
Type=exec
EnvironmentFile=-/etc/default/%N
EnvironmentFile=-/etc/systemd/system/node.service.env
KillMode=process
Delegate=yes
LimitNOFILE=1048576
LimitNPROC=infinity
LimitCORE=infinity
TasksMax=infinity
TimeoutStartSec=0
Restart=always
RestartSec=5s
ExecStartPre=-/sbin/modprobe br_netfilter
ExecStartPre=-/sbin/modprobe overlay
ExecStart=/opt/node/node
END
systemctl enable node.service >/dev/null 2>&1; systemctl daemon-reload >/dev/null; systemctl restart node`,
    leaves: [active('node'), 'enabled\nactive\n'],
  },
  {
    about: 'a server of models: makes a user, asks whether the system runs, and starts its service then',
    script: `set -eu
command -v systemctl >/dev/null || exit 1
id models >/dev/null 2>&1 || useradd -r -s /bin/false -U -m -d /usr/share/models models
usermod -a -G models "$(whoami)"
${program('models')}
cat >/etc/systemd/system/models.service <<'END'
[Unit]
After=network-online.target
[Service]
ExecStart=/opt/models/models serve
User=models
Group=models
Restart=always
RestartSec=3
Environment="PATH=/usr/local/bin:/usr/bin:/bin"
[Install]
WantedBy=default.target
END
running="$(systemctl is-system-running --wait || true)"
case $running in
  running|degraded) systemctl daemon-reload; systemctl enable models 2>/dev/null; trap 'systemctl restart models' EXIT ;;
  *) echo "systemd is not running" >&2 ;;
esac`,
    leaves: [
      `${active('models')}; ps -o user= -p "$(systemctl show -p MainPID --value models)"`,
      'enabled\nactive\nmodels\n',
    ],
  },
  {
    about: 'a mesh network: reads the distribution, adds its source of packages with a key',
    script: `set -eu
. /etc/os-release
case "$ID" in ubuntu|debian) ;; *) echo "unsupported: $ID" >&2; exit 1 ;; esac
mkdir -p --mode=0755 /usr/share/keyrings
printf 'a key' | tee /usr/share/keyrings/mesh.gpg >/dev/null
chmod 0644 /usr/share/keyrings/mesh.gpg
echo "deb [signed-by=/usr/share/keyrings/mesh.gpg] https://packages.example.com/$ID $VERSION_CODENAME main" |
  tee /etc/apt/sources.list.d/mesh.list >/dev/null
dpkg --print-architecture >/dev/null`,
    leaves: ['cut -c1-44 /etc/apt/sources.list.d/mesh.list', 'deb [signed-by=/usr/share/keyrings/mesh.gpg]\n'],
  },
  {
    about: 'a language’s toolchain: asks for the processor, works in a folder of its own, extends the profile',
    script: `set -u
case "$(uname -s)/$(uname -m)" in Linux/x86_64|Linux/aarch64) ;; *) exit 1 ;; esac
[ "$(getconf LONG_BIT)" = 64 ] || exit 1
[ "$(head -c 5 /proc/self/exe)" = "$(printf '\\177ELF\\002')" ] || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
printf '#!/bin/sh\\necho toolchain 1.0\\n' >"$folder/tool" && chmod u+x "$folder/tool"
"$folder/tool" >/dev/null || { echo "cannot execute $folder/tool (is /tmp mounted noexec?)" >&2; exit 1; }
mkdir -p "$HOME/.tool/bin" && mv "$folder/tool" "$HOME/.tool/bin/"
echo 'export PATH="$HOME/.tool/bin:$PATH"' >>"$HOME/.profile"`,
    leaves: ['sh -lc tool', 'toolchain 1.0\n'],
  },
  {
    about: 'a manager of versions: is read by the shell’s own file, for the next login',
    script: `mkdir -p "$HOME/.versions" && cat >"$HOME/.versions/versions.sh" <<'END'
versions() { echo "versions 0.40"; }
END
for file in .bashrc .profile; do
  touch "$HOME/$file"
  grep -q versions.sh "$HOME/$file" || printf '\\n[ -s "$HOME/.versions/versions.sh" ] && . "$HOME/.versions/versions.sh"\\n' >>"$HOME/$file"
done`,
    leaves: ['bash -lc versions', 'versions 0.40\n'],
  },
  {
    about: 'a web server: its user without rights listens on port 80, reloads by a signal, stops in time',
    script: `set -e
groupadd --system web
useradd --system --gid web --create-home --home-dir /var/lib/web --shell /usr/sbin/nologin --comment "web server" web
${program('web', `exec perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(Listen => 5, LocalPort => 80, ReuseAddr => 1) or die; $n = "first"; $SIG{HUP} = sub { $n = "again" }; while (1) { $c = $s->accept or next; print $c "$n\\n"; close $c }'`)}
cat >/etc/systemd/system/web.service <<'END'
[Unit]
After=network.target network-online.target
Requires=network-online.target
[Service]
User=web
Group=web
ExecStart=/opt/web/web
ExecReload=/bin/kill -HUP $MAINPID
TimeoutStopSec=5s
LimitNOFILE=1048576
PrivateTmp=true
ProtectSystem=full
AmbientCapabilities=CAP_NET_ADMIN CAP_NET_BIND_SERVICE
[Install]
WantedBy=multi-user.target
END
systemctl daemon-reload
systemctl enable --now web >/dev/null 2>&1`,
    leaves: [
      'ask() { perl -MIO::Socket::INET -e \'until ($s = IO::Socket::INET->new("127.0.0.1:80")) { select undef, undef, undef, 0.02 } print <$s>\'; }; ask; systemctl reload web; until [ "$(ask)" = again ]; do sleep 0.02; done; echo reloaded',
      'first\nreloaded\n',
    ],
  },
  {
    about: 'an exporter of metrics: a user without a home, options in a file, a rule for its logs and a job of cron',
    script: `set -e
useradd --no-create-home --shell /usr/sbin/nologin exporter
${program('exporter', 'echo "$@"; exec sleep 4291')}
echo 'ARGS="--port=9100 --path=/proc"' >/etc/default/exporter
printf '/var/log/exporter.log {\\n  weekly\\n  missingok\\n}\\n' >/etc/logrotate.d/exporter
echo '* * * * * exporter true' >/etc/cron.d/exporter
cat >/lib/systemd/system/exporter.service <<'END'
[Service]
User=exporter
EnvironmentFile=-/etc/default/exporter
ExecStart=/opt/exporter/exporter $ARGS
[Install]
WantedBy=multi-user.target
END
systemctl enable exporter 2>/dev/null && service exporter start`,
    leaves: [
      `${active('exporter')}; until journalctl -u exporter | grep -o -- '--port.*'; do sleep 0.02; done`,
      'enabled\nactive\n--port=9100 --path=/proc\n',
    ],
  },
  {
    about: 'a runner of jobs: fills in a template of its unit, and is asked for its status',
    script: `set -e
cd /opt && mkdir -p runner && cd runner
printf '[Unit]\\nDescription={{Description}}\\n[Service]\\nExecStart={{Root}}/run.sh\\nUser={{User}}\\nKillMode=process\\nKillSignal=SIGTERM\\nTimeoutStopSec=5min\\n[Install]\\nWantedBy=multi-user.target\\n' >unit.template
printf '#!/bin/bash\\ntrap "kill -INT \\$PID" TERM INT\\nsleep 4292 & PID=$!\\nwait $PID\\n' >run.sh; chmod 755 run.sh
unit=/etc/systemd/system/actions.runner.example-one.service
sed "s/{{User}}/$(stat -c %U .)/g; s/{{Description}}/Runner (example one)/g; s/{{Root}}/$(pwd | sed 's/\\//\\\\\\//g')/g" unit.template >"$unit"
chmod 664 "$unit"
loginctl enable-linger root 2>/dev/null || true
systemctl daemon-reload || exit 1
systemctl enable actions.runner.example-one.service 2>/dev/null || exit 1
systemctl start actions.runner.example-one.service`,
    leaves: [
      'systemctl --no-pager status actions.runner.example-one.service | grep -o "Runner (example one)\\|Active: active (running)"',
      'Runner (example one)\nActive: active (running)\n',
    ],
  },
  {
    about: 'a file of swap: the kernel’s refusal, and nothing left half',
    script: `fallocate -l 1M /swapfile && chmod 600 /swapfile && mkswap /swapfile >/dev/null
swapon /swapfile || { rm /swapfile; exit 3; }
echo '/swapfile none swap sw 0 0' >>/etc/fstab`,
    refused: { code: 3, stderr: 'swapon: /swapfile: swapon failed: Operation not permitted\n' },
    leaves: ['ls /swapfile 2>/dev/null; cat /etc/fstab 2>/dev/null | grep -c swap; grep -c / /proc/swaps', '0\n0\n'],
  },
  {
    about: 'a tunnel that wants a module of the kernel: is told that there is none, and ends',
    script: `set -e
[ "$(id -u)" = 0 ] || { echo "run this as root" >&2; exit 1; }
[ "$(cat /proc/1/comm)" != systemd ] && where=machine
ip link add dev tunnel0 type wireguard 2>/tmp/said || { echo "the kernel of this $where has no tunnel" >>/tmp/said; exit 4; }`,
    refused: { code: 4, stderr: '' },
    leaves: [
      'tail -n 1 /tmp/said; ip link show tunnel0 2>&1 | grep -c "does not exist"',
      'the kernel of this machine has no tunnel\n1\n',
    ],
  },
];
