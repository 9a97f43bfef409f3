import type { RealClient } from './runner/row.ts';

const site = `server {
  listen 8081;
  set_real_ip_from 0.0.0.0/0;
  real_ip_header X-Forwarded-For;
  gzip on;
  gzip_types text/plain;
  client_max_body_size 64m;
  location = /text { default_type text/plain; alias /srv/text; }
  location /put/ { root /srv/dav; dav_methods PUT; }
  location / { return 200 "$remote_addr $http_x_forwarded_proto $host\\n"; }
}
server { listen 8082 proxy_protocol; return 200 "$proxy_protocol_addr\\n"; }
server { listen 8083 ssl; ssl_certificate /srv/cert.pem; ssl_certificate_key /srv/key.pem; return 200 "own TLS\\n"; }
server { listen 8084 http2; return 200 "$server_protocol\\n"; }
`;

const own = `pid nginx.pid;
error_log error.log;
events {}
http {
  access_log off;
  client_body_temp_path body; proxy_temp_path proxied; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  client_max_body_size 0;
  server { listen 127.0.0.1:5395; location / { proxy_pass $ENDPOINT; proxy_set_header Host \\$http_host; proxy_request_buffering off; } }
  server { listen 127.0.0.1:5396; location / { proxy_pass $ENDPOINT; } }
  server { listen 127.0.0.1:5397; location / { proxy_pass $SVC_ENDPOINT; proxy_http_version 1.1; proxy_set_header Upgrade \\$http_upgrade; proxy_set_header Connection upgrade; proxy_set_header Host \${SVC_ENDPOINT#http://}; } }
}
`;

/** A web server of machines behind a load balancer, and a reverse proxy in front of the platform. */
export const nginx: RealClient = {
  name: 'nginx',
  version: "install_on_machine nginx > installed 2>&1 && nginx -v 2>&1 | sed 's|.*nginx/||'",
  setUp:
    '# Its workers run as nobody.\nexport SVC_SAFE_USER=$(id -u nobody) AWS_ENDPOINT_URL=http://127.0.0.1:5395 AWS_MAX_ATTEMPTS=1',
  rows: [
    {
      feature: 'behind an http listener: the client’s address (`real_ip_header`)',
      does: `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 9 -subj /CN=shop -addext subjectAltName=DNS:shop.example -keyout key.pem -out cert.pem 2>/dev/null
cat > site.conf <<'END'\n${site}END
scp -F $SSH_CONFIG key.pem cert.pem web-1:/srv/; scp -F $SSH_CONFIG site.conf web-1:/etc/nginx/conf.d/; on 'seq 20000 > /srv/text; service nginx restart'
balance front --listener protocol=http,port=8000,target_port=8081; curl -sf http://$(address front):8000/`,
      shows: '127.0.0.1 http 127.',
    },
    {
      feature: 'behind an http listener: compressed replies (`gzip`)',
      does: 'curl -sf --compressed -D head http://$(address front):8000/text | tail -n 1; cat head',
      shows: 'gzip',
    },
    {
      feature: 'behind an http listener: a large upload',
      does: 'random large 30000000; on install -d -o www-data /srv/dav/put; curl -sf -T large http://$(address front):8000/put/large; curl -sf http://$(address front):8000/put/large | cmp large',
    },
    {
      feature: 'behind a tcp listener with `proxy_protocol=v1`',
      does: 'balance one --listener protocol=tcp,port=8001,target_port=8082,proxy_protocol=v1; curl -sf http://$(address one):8001/',
      shows: '127.0.0.1',
    },
    {
      feature: 'behind a tcp listener with `proxy_protocol=v2`',
      does: 'balance two --listener protocol=tcp,port=8002,target_port=8082,proxy_protocol=v2; curl -sf http://$(address two):8002/',
      shows: '127.0.0.1',
    },
    {
      feature: 'behind a tcp listener: TLS of its own',
      does: 'balance three --listener protocol=tcp,port=8003,target_port=8083; curl -sf --cacert cert.pem --resolve shop.example:8003:$(address three) https://shop.example:8003/',
      shows: 'own TLS',
    },
    {
      feature: 'behind an https listener, HTTP/2 with the client',
      does: 'svc certificate import shop --certificate-pem @cert.pem --private-key-pem @key.pem --quiet; balance four --listener protocol=https,port=8004,target_port=8081,certificate_ids=$(svc certificate get shop --query id); curl -sf --http2 -w "HTTP/%{http_version}" --cacert cert.pem --resolve shop.example:8004:$(address four) https://shop.example:8004/',
      shows: '127.0.0.1 https shop.example\nHTTP/2',
    },
    {
      feature: 'behind an https listener with `backend_protocol=grpc`',
      does: 'balance five --listener protocol=https,port=8005,target_port=8084,backend_protocol=grpc,certificate_ids=$(svc certificate get shop --query id); curl -sf --http2 --cacert cert.pem --resolve shop.example:8005:$(address five) https://shop.example:8005/',
      shows: 'HTTP/2.0',
    },
    {
      feature: 'started again with the machine',
      does: 'svc instance reboot web-1 --quiet; eventually on true; eventually curl -sf http://$(address front):8000/',
      shows: '127.0.0.1',
    },
    {
      feature: 'in front of S3, with the client’s `Host`',
      does: `cat > own.conf <<END\n${own}END
nginx -p $PWD -c own.conf -e error.log; aws s3 cp --no-progress large s3://$BUCKET/large; aws s3 cp --no-progress s3://$BUCKET/large back; cmp large back`,
      shows: 'upload',
    },
    {
      feature: 'in front of S3, with another `Host`, which signatures exclude',
      does: 'AWS_ENDPOINT_URL=http://127.0.0.1:5396 aws s3 ls s3://$BUCKET',
      refused: 'The request signature we calculated does not match the signature you provided.',
    },
    {
      feature: 'in front of the API, with another `Host`, which signatures exclude',
      does: 'SVC_ENDPOINT=http://127.0.0.1:5397 svc instance list --columns name,status',
      refused: 'svc: the signature does not match',
    },
  ],
  cleanUp:
    'nginx -p $PWD -c own.conf -e error.log -s stop; for b in front one two three four five; do svc load-balancer delete $b --yes --quiet; done; svc certificate delete shop --yes --quiet',
};
