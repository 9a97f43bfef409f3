import type { RealClient } from './runner/row.ts';

const configuration = `terraform {
  required_providers { svc = { source = "svc.invalid/svc/svc" } }
  backend "s3" {
    bucket       = "$BUCKET"
    key          = "state"
    region       = "in-mum"
    encrypt      = true
    use_lockfile = true
    endpoints    = { s3 = "$ENDPOINT" }
    use_path_style              = true
    skip_credentials_validation = true
    skip_requesting_account_id  = true
    skip_metadata_api_check     = true
    skip_region_validation      = true
  }
}
resource "svc_vpc" "net" {
  name = "terraform"
  tags = { env = "one" }
}
resource "svc_bucket" "shelf" { name = "terraform-shelf" }
resource "svc_bucket_key" "app" {
  bucket     = svc_bucket.shelf.name
  name       = "app"
  permission = "read"
}
data "svc_instances" "all" {}
output "machines" { value = data.svc_instances.all.instances[*].name }
`;

/** Resources as code, with the provider of this repository, and the state in a bucket. */
export const terraform: RealClient = {
  name: 'terraform',
  version: 'terraform version -json | jq -r .terraform_version',
  setUp: `export CHECKPOINT_DISABLE=1 TF_IN_AUTOMATION=1 TF_CLI_ARGS=-no-color TF_INPUT=0 TF_CLI_CONFIG_FILE=$HOME/rc
printf 'provider_installation {\\n filesystem_mirror {\\n path = "%s/provider/mirror"\\n }\\n}\\n' $HOME > $HOME/rc`,
  rows: [
    {
      feature: 'install the provider, state in a bucket (`init`)',
      does: `node $CHECKOUT/lib/deploy/npm/terraform.ts svc.invalid/svc/svc $HOME/provider
cat > main.tf <<END\n${configuration}END
terraform init`,
      shows: 'Terraform has been successfully initialized!',
    },
    { feature: 'check (`validate`)', does: 'terraform validate', shows: 'The configuration is valid.' },
    {
      feature: 'what would be done (`plan`)',
      does: 'terraform plan',
      shows: 'Plan: 3 to add, 0 to change, 0 to destroy.',
    },
    {
      feature: 'do it (`apply`)',
      does: 'terraform apply -auto-approve',
      shows: 'Resources: 3 added, 0 changed, 0 destroyed.',
    },
    { feature: 'data sources (`output`)', does: 'terraform output machines', shows: '"web-1",' },
    {
      feature: 'nothing to do (`plan -detailed-exitcode`)',
      does: 'terraform plan -detailed-exitcode',
      shows: 'No changes.',
    },
    {
      feature: 'change in place',
      does: 'sed -i \'s/env = "one"/env = "two"/\' main.tf; terraform apply -auto-approve',
      shows: 'Resources: 0 added, 1 changed, 0 destroyed.',
    },
    {
      feature: 'the state is encrypted at rest (`encrypt`)',
      does: 'AWS_ENDPOINT_URL=$ENDPOINT aws s3api head-object --bucket $BUCKET --key state',
      shows: 'AES256',
    },
    {
      feature: 'a state that is locked (`use_lockfile`)',
      does: 'echo "{}" > lock; svc cp lock s3://$BUCKET/state.tflock > copied; terraform apply -auto-approve',
      refused: 'Error acquiring the state lock',
    },
    {
      feature: 'a change by others (`plan`)',
      does: 'svc rm --yes s3://$BUCKET/state.tflock > removed; svc vpc update terraform --tag env=three --quiet; terraform plan',
      shows: '0 to add, 1 to change, 0 to destroy.',
    },
    {
      feature: 'forget and import again (`state rm`, `import`)',
      does: 'terraform state rm svc_vpc.net; terraform import svc_vpc.net terraform',
      shows: 'Import successful!',
    },
    {
      feature: 'a name that is taken',
      does: 'echo \'resource "svc_bucket" "other" { name = "terraform-rows" }\' > other.tf; terraform apply -auto-approve',
      refused: 'Error: svc_bucket: name: bucket "terraform-rows" is already yours',
    },
    {
      feature: 'remove all (`destroy`)',
      does: 'rm other.tf; terraform destroy -auto-approve',
      shows: 'Resources: 3 destroyed.',
    },
  ],
};
