/** Above the ledger: the machines that wait for the signature of its reader. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import type { SecondFactors } from '../../../../model/contract/account/second-factors.ts'
import { queryTransfersToSign, signEquipmentTransfer } from '../../../../model/contract/maintenance/equipment.ts'
import { equipment } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { readFactors } from '../../../kernel/session/second-factors.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import './to-sign.css'

const IdentityDialog = lazyWithPreload(() => import('../../../shared/dialogs/identity-dialog.tsx'))

const toSign = queryOptions({
  queryKey: ['machine', 'to-sign'],
  queryFn: ({ signal }) => ask(queryTransfersToSign, {}, { signal, quiet: true }),
})

export function TransfersToSign() {
  const t = useT()
  const queries = useQueryClient()
  const { data } = useQuery(toSign)
  const [signing, setSigning] = useState<{ readonly id: string; readonly factors: SecondFactors }>()
  if (!data || data.list.length === 0) return null

  async function sign(id: string): Promise<void> {
    try {
      await ask(signEquipmentTransfer, { id })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    await Promise.all([queries.invalidateQueries({ queryKey: ['machine'] }), forgetLists(queries, equipment)])
  }

  /** Whoever signs shows first who they are. */
  async function begin(id: string): Promise<void> {
    try {
      setSigning({ id, factors: await readFactors() })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  return (
    <>
      <ul className="to-sign" aria-label={t('equipment.to-sign')}>
        {data.list.map(({ id, machine, isGiver }) => (
          <li key={id}>
            <span>{t(isGiver ? 'equipment.to-give' : 'equipment.to-take', { machine: machine || t('one.equipment') })}</span>
            <Button size="small" type="primary" aria-haspopup="dialog" onClick={() => void begin(id)}>
              {t('equipment.sign')}
            </Button>
          </li>
        ))}
      </ul>
      {signing && (
        <Suspense fallback={null}>
          <IdentityDialog
            factors={signing.factors}
            about={t('equipment.sign-about')}
            onClose={(isShown) => {
              setSigning(undefined)
              if (isShown) void sign(signing.id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
