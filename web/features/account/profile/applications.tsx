import { Button } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, get } from '../../../kernel/http/api.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { succeeded } from '../../../kernel/session/second-factors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

interface Consent {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly givenAt: string
  readonly scopes: readonly { readonly scope: string; readonly text: string }[]
}

const KEY = ['account', 'applications']

/** The applications somebody has allowed to act for them. */
export function Applications() {
  const t = useT()
  const queries = useQueryClient()
  const language = useLanguage()
  const { data: consents } = useQuery({
    queryKey: [...KEY, language],
    queryFn: () => get<readonly Consent[]>('/api/uaa/oauth/queryConsent'),
  })

  async function revoke({ id, name }: Consent): Promise<void> {
    if (
      !(await confirm({
        title: t('applications.revoke'),
        text: t('applications.revoke-ask', { name }),
        ok: t('applications.revoke'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    if (await succeeded(call('POST', '/api/uaa/oauth/deleteConsent', { json: { id } }))) toast.success(t('applications.revoked'))
    await queries.invalidateQueries({ queryKey: KEY })
  }

  return (
    <section className="profile-card">
      {consents?.length === 0 && <p className="profile-note">{t('applications.none')}</p>}
      <ul className="profile-list" aria-label={t('profile.applications')}>
        {(consents ?? []).map((consent) => (
          <li key={consent.id}>
            <div>
              <p className="profile-name">{consent.name}</p>
              {consent.description && <p>{consent.description}</p>}
              <p className="profile-note">{t('applications.since', { time: consent.givenAt })}</p>
              <p className="profile-note">{t('applications.may')}</p>
              <ul className="profile-scopes">
                {consent.scopes.map(({ scope, text }) => (
                  <li key={scope}>{text}</li>
                ))}
              </ul>
            </div>
            <Button danger aria-label={t('applications.revoke-of', { name: consent.name })} onClick={() => void revoke(consent)}>
              {t('applications.revoke')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
