import { lazy, Suspense, useState } from 'react'
import type { IssuedSecret } from '../../../../model/contract/oauth/app-clients.ts'
import { appClients } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { CopyButton } from '../../../shared/dialogs/copy-button.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { resetSecret, revokeTokens } from './calls.ts'
import { ScopePicker } from './scope-picker.tsx'
import './app-clients.css'

const SecretDialog = lazy(() => import('../../../shared/dialogs/secret-dialog.tsx'))

const filters = ['clientCode', 'authType', 'status']

/** A loopback address fits every program that never sends people anywhere. */
const defaults = {
  clientType: 'confidential',
  authType: ['authorization_code', 'refresh_token'],
  tokenSeconds: 1800,
  refreshSeconds: 604_800,
  firstParty: '0',
  status: '1',
  fallbackUrl: ['http://127.0.0.1/callback'],
}

const controls = { authScope: <ScopePicker /> }

export default function AppClientsPage() {
  const t = useT()
  const {
    user: { tenantCode },
  } = useSession()
  const [issued, setIssued] = useState<IssuedSecret>()

  const columns: ColumnSetups = {
    // What an application calls itself on the wire; the code is its last part.
    clientCode: {
      width: 230,
      text: (row) => `${tenantCode}.${String(row['clientCode'] ?? '')}`,
      render: (_row, text) => (
        <span className="client-id">
          <code>{text}</code>
          <CopyButton text={text} name={t('appClients.clientId')} />
        </span>
      ),
    },
    clientDescription: { width: 180 },
    authType: { width: 180 },
    authScope: { width: 180 },
    roleId: { width: 130 },
    status: { width: 100 },
    clientType: { hide: true },
    fallbackUrl: { hide: true },
    firstParty: { hide: true },
    tokenSeconds: { width: 130 },
    refreshSeconds: { width: 130 },
  }

  async function ask(row: ResourceRow, what: 'reset' | 'revoke'): Promise<void> {
    const name = String(row['clientCode'])
    const yes = await confirm({
      title: t(`appClients.${what}`),
      text: t(`appClients.${what}-ask`, { name }),
      ok: t(`appClients.${what}`),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      if (what === 'reset') return setIssued(await resetSecret(row.id))
      await revokeTokens(row.id)
      toast.success(t('appClients.revoked'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  return (
    <>
      <ResourcePage
        of={appClients}
        columns={columns}
        filters={filters}
        defaults={defaults}
        controls={controls}
        onAdded={(answer) => {
          if ((answer as Partial<IssuedSecret>).clientSecret) setIssued(answer as IssuedSecret)
        }}
        rowActions={(row, may) => [
          ...(may('reset') && row['clientType'] !== 'public'
            ? [{ key: 'reset', label: t('appClients.reset'), rare: true, run: () => void ask(row, 'reset') }]
            : []),
          ...(may('revoke')
            ? [{ key: 'revoke', label: t('appClients.revoke'), rare: true, danger: true, run: () => void ask(row, 'revoke') }]
            : []),
        ]}
      />
      {issued && (
        <Suspense fallback={null}>
          <SecretDialog
            name={issued.clientId}
            lines={[
              [t('appClients.clientId'), issued.clientId],
              [t('appClients.clientSecret'), issued.clientSecret],
            ]}
            onClose={() => setIssued(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
