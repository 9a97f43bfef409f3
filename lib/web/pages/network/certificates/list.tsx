import type { Certificate } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { EditLabels } from '#lib/web/parts/edit-labels.tsx';
import { ListPage } from '#lib/web/parts/list-page.tsx';
import type { MenuItem } from '#lib/web/parts/menu.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import type { Column } from '#lib/web/parts/table.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time, usePlatformNow } from '#lib/web/parts/time.tsx';
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
      actions={actionsOf}
    />
  );
}

const actionsOf = (item: Certificate): MenuItem[] => [
  { label: 'Name and tags …', act: () => openDialog(labels(item)) },
  { label: 'Delete …', act: () => openDialog(deletion(item)), danger: true },
];

const labels = ({ id, name, tags }: Certificate) => (
  <EditLabels operation="updateCertificate" argsOf={(body) => ({ id, body })} name={name} tags={tags} />
);

const deletion = ({ id, name }: Certificate) => (
  <Confirm
    operation="deleteCertificate"
    args={{ id }}
    title={`Delete ${name}`}
    submit="Delete certificate"
    name={name}
    preview
    said={`${name} is deleted.`}
  >
    The certificate and its private key are deleted. A certificate that a load balancer uses cannot be deleted.
  </Confirm>
);
