/** How somebody signs in besides the password: an authenticator app, passkeys, and codes for the day on which both are gone. */
import { Button } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { SecondFactors } from '../../../../model/contract/account/second-factors.ts'
import { FACTORS, newRecoveryCodes, readFactors, removeApp, succeeded } from '../../../kernel/session/second-factors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { Passkeys } from './passkeys.tsx'
import { useConfirmation } from './use-confirmation.tsx'
import { named } from '../../../ui/named.ts'
import './profile.css'

const AppDialog = lazy(() => import('./app-dialog.tsx'))
const RecoveryDialog = lazy(() => import('./recovery-dialog.tsx'))

/** @param onChanged Told when a factor came or went, and its recovery codes have been seen. */
export function Security({ onChanged }: { onChanged?: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const { data: factors } = useQuery({ queryKey: FACTORS, queryFn: readFactors })
  const { confirmed, dialog } = useConfirmation()
  const [adding, setAdding] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])

  const reload = () => queries.invalidateQueries({ queryKey: FACTORS })

  async function changed(newCodes: readonly string[]): Promise<void> {
    setCodes(newCodes)
    await reload()
    if (newCodes.length === 0) onChanged?.()
  }

  async function remove(): Promise<void> {
    if (
      !(await confirm({
        title: t('factor.app-remove'),
        text: t('factor.app-remove-ask'),
        ok: t('factor.app-remove'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    if (!(await confirmed()) || !(await succeeded(removeApp()))) return
    toast.success(t('factor.removed'))
    await reload()
  }

  async function renew(): Promise<void> {
    if (
      !(await confirm({
        title: t('factor.recovery-new'),
        text: t('factor.recovery-new-ask'),
        ok: t('factor.recovery-new'),
        cancel: t('common.cancel'),
      }))
    )
      return
    if (!(await confirmed())) return
    await succeeded(newRecoveryCodes().then(({ recoveryCodes }) => changed(recoveryCodes)))
  }

  if (!factors) return null
  if (factors.policy === 'off')
    return (
      <section className="profile-card">
        <p className="profile-note">{t('factor.is-off')}</p>
      </section>
    )
  return (
    <div className="profile-factors">
      <p className="profile-note">
        {t('factor.explained')} {factors.policy === 'everybody' && t('factor.is-required')}
      </p>
      <section className="profile-card" aria-labelledby="factor-app">
        <div className="profile-head">
          <h2 id="factor-app">
            {t('factor.app')} <Tag kind={factors.totp ? 'good' : 'quiet'}>{t(factors.totp ? 'factor.app-on' : 'factor.app-off')}</Tag>
          </h2>
          {factors.totp ? (
            <Button danger onClick={() => void remove()}>
              {t('factor.app-remove')}
            </Button>
          ) : (
            <Button
              type="primary"
              aria-label={named(t('factor.app-add'), t('factor.app'))}
              onClick={() =>
                void confirmed().then((yes) => {
                  if (yes) setAdding(true)
                })
              }
            >
              {t('factor.app-add')}
            </Button>
          )}
        </div>
        <p className="profile-note">{factors.totp ? t('factor.app-since', { time: factors.totp.enabledAt }) : t('factor.app-explained')}</p>
      </section>
      <Passkeys factors={factors} confirmed={confirmed} onChanged={(newCodes) => void changed(newCodes)} />
      {hasFactor(factors) && (
        <section className="profile-card" aria-labelledby="factor-recovery">
          <div className="profile-head">
            <h2 id="factor-recovery">{t('factor.recovery')}</h2>
            <Button onClick={() => void renew()}>{t('factor.recovery-new')}</Button>
          </div>
          <p className="profile-note">{t('factor.recovery-left', { count: factors.recoveryCodes })}</p>
        </section>
      )}
      {adding && (
        <Suspense fallback={null}>
          <AppDialog
            onClose={() => setAdding(false)}
            onEnabled={(newCodes) => {
              setAdding(false)
              void changed(newCodes)
            }}
          />
        </Suspense>
      )}
      {codes.length > 0 && (
        <Suspense fallback={null}>
          <RecoveryDialog
            codes={codes}
            onClose={() => {
              setCodes([])
              onChanged?.()
            }}
          />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}

function hasFactor({ totp, passkeys }: SecondFactors): boolean {
  return totp !== null || passkeys.length > 0
}
