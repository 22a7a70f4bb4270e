/** Keys and signing secrets of the calls that processes make. */
import { processSecrets } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  secretName: { width: 200, first: true },
  secretHosts: { width: 280 },
  secretDescription: { width: 280 },
}

const filters = ['secretName', 'secretHosts']

export default function ProcessSecretsPage() {
  const t = useT()
  return <ResourcePage of={processSecrets} columns={columns} filters={filters} empty={t('process-secrets.empty')} />
}
