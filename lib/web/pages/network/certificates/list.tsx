import { useState } from 'react';
import type { Certificate } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time, usePlatformNow } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { isExpired } from './draft.ts';

const columns: readonly Column<Certificate>[] = [
  { title: 'Name', sort: 'name', cell: ({ name }) => <strong>{name}</strong> },
  { title: 'For', cell: ({ domains }) => <Domains all={domains} /> },
  { title: 'Expires', cell: (certificate) => <Expiry certificate={certificate} /> },
  { title: 'Fingerprint', cell: ({ fingerprint }) => <Fingerprint text={fingerprint} /> },
  { title: 'ID', cell: ({ id }) => <Copy text={id} label="the ID" /> },
  { title: 'Tags', cell: ({ tags }) => <TagList tags={tags} /> },
  { title: 'Imported', sort: 'created_at', cell: ({ created_at }) => <Time at={created_at} /> },
];

const Domains = ({ all }: { all: readonly string[] }) => (
  <div>
    {all.map((domain) => (
      <div key={domain}>{domain}</div>
    ))}
  </div>
);

/** Its first bytes tell certificates apart; the whole is copied. */
const Fingerprint = ({ text }: { text: string }) => (
  <Copy text={text} label="the fingerprint">
    <code title={text}>{text.slice(0, 'AA:BB:CC:DD'.length)}…</code>
  </Copy>
);

const Expiry = ({ certificate }: { certificate: Certificate }) =>
  isExpired(certificate, usePlatformNow()) ? <Status status="expired" /> : <Time at={certificate.not_after} />;

/** The account's certificates. */
export function Page() {
  return (
    <ListPage
      operation="listCertificates"
      title="Certificates"
      noun="certificate"
      columns={columns}
      nameOf={({ name }) => name}
      create={{ to: hrefOf('/certificates/new'), label: 'Import a certificate' }}
      empty="A certificate lets a load balancer serve https for its names. Its private key is stored encrypted and never shown."
      command="svc certificate import shop --certificate-pem @fullchain.pem --private-key-pem @privkey.pem"
      menu={(certificate) => <CertificateMenu item={certificate} />}
    />
  );
}

function CertificateMenu({ item }: { item: Certificate }) {
  const [open, setOpen] = useState<'labels' | 'delete'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        label={`Actions for ${item.name}`}
        items={[
          { label: 'Name and tags …', act: () => setOpen('labels') },
          { label: 'Delete …', act: () => setOpen('delete'), danger: true },
        ]}
      />
      {open === 'labels' && (
        <EditLabels
          operation="updateCertificate"
          argsOf={(body) => ({ id: item.id, body })}
          name={item.name}
          tags={item.tags}
          onClose={close}
        />
      )}
      {open === 'delete' && (
        <Confirm
          operation="deleteCertificate"
          args={{ id: item.id }}
          title={`Delete ${item.name}`}
          submit="Delete certificate"
          name={item.name}
          preview
          onClose={close}
          onDone={() => say(`${item.name} is deleted.`)}
        >
          The certificate and its private key are deleted. A certificate that a load balancer uses cannot be deleted.
        </Confirm>
      )}
    </>
  );
}
