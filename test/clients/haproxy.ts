import type { RealClient } from './runner/row.ts';

const machine = `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend plain
  bind :8181
  http-request return status 200 content-type text/plain lf-string "%[req.hdr(x-forwarded-for)] %[req.hdr(x-forwarded-proto)]\\n"
frontend proxied
  bind :8182 accept-proxy
  http-request return status 200 content-type text/plain lf-string "%[src]\\n"
frontend h2
  bind :8184 proto h2
  http-request return status 200 content-type text/plain lf-string "%[req.ver]\\n"
`;

const own = `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel 60s
frontend api
  bind 127.0.0.1:5394
  default_backend api
backend api
  http-request set-header Host \${SVC_ENDPOINT#http://}
  option httpchk
  http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host \${SVC_ENDPOINT#http://}
  server one \${SVC_ENDPOINT#http://} check inter 200
frontend s3
  bind 127.0.0.1:5393
  default_backend s3
backend s3
  http-reuse always
  server one $HOST
frontend state
  bind 127.0.0.1:5390
  http-request return status 200 content-type text/plain lf-string "up %[nbsrv(api)]"
`;

/** A proxy of machines behind a load balancer, and in front of the platform. */
export const haproxy: RealClient = {
  name: 'haproxy',
  version:
    "install_on_machine haproxy > installed 2>&1 && haproxy -v | sed -n '1s/HAProxy version \\([^ ]*\\).*/\\1/p'",
  setUp: 'export AWS_ENDPOINT_URL=http://127.0.0.1:5393 AWS_MAX_ATTEMPTS=1',
  rows: [
    {
      feature: 'behind an http listener',
      does: `cat > machine.cfg <<'END'\n${machine}END
scp -F $SSH_CONFIG machine.cfg web-1:/etc/haproxy/haproxy.cfg; on service haproxy restart
balance front --listener protocol=http,port=8100,target_port=8181; curl -sf http://$(address front):8100/`,
      shows: '127.0.0.1 http',
    },
    {
      feature: 'behind a tcp listener with `proxy_protocol=v1` (`accept-proxy`)',
      does: 'balance one --listener protocol=tcp,port=8101,target_port=8182,proxy_protocol=v1; curl -sf http://$(address one):8101/',
      shows: '127.0.0.1',
    },
    {
      feature: 'behind a tcp listener with `proxy_protocol=v2` (`accept-proxy`)',
      does: 'balance two --listener protocol=tcp,port=8102,target_port=8182,proxy_protocol=v2; curl -sf http://$(address two):8102/',
      shows: '127.0.0.1',
    },
    {
      feature: 'behind an https listener with `backend_protocol=grpc` (`proto h2`)',
      does: `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=shop -addext subjectAltName=DNS:shop.example -keyout key.pem -out cert.pem 2>/dev/null
svc certificate import calls --certificate-pem @cert.pem --private-key-pem @key.pem --quiet; balance three --listener protocol=https,port=8103,target_port=8184,backend_protocol=grpc,certificate_ids=$(svc certificate get calls --query id); curl -sf --http2 --cacert cert.pem --resolve shop.example:8103:$(address three) https://shop.example:8103/`,
      shows: '2.0',
    },
    {
      feature: 'in front of the API, with health checks (`http-check send`)',
      does: `cat > own.cfg <<END\n${own}END
haproxy -D -p $PWD/haproxy.pid -f own.cfg; eventually curl -sf 127.0.0.1:5394/healthz; curl -s 127.0.0.1:5390`,
      shows: 'up 1',
    },
    {
      feature: 'in front of the API, with checks that name no host (`option httpchk GET /healthz`)',
      does: `sed -e '/http-check/d' -e 's|option httpchk|option httpchk GET /healthz|' -e 's/:539/:538/' own.cfg > bare.cfg
haproxy -D -p $PWD/bare.pid -f bare.cfg; eventually curl -sf 127.0.0.1:5384/healthz; curl -s 127.0.0.1:5380; kill $(cat bare.pid)`,
      shows: 'up 1',
    },
    {
      feature: 'in front of S3, on connections that clients share (`http-reuse always`)',
      does: 'random large 20000000; aws s3 cp --no-progress large s3://$BUCKET/large; aws s3 cp --no-progress s3://$BUCKET/large back; cmp large back',
      shows: 'upload',
    },
  ],
  cleanUp:
    'kill $(cat haproxy.pid); for b in front one two three; do svc load-balancer delete $b --yes --quiet; done; svc certificate delete calls --yes --quiet',
};
