import { Button } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Consent } from '../../../../model/contract/oauth/authorize.ts'
import { deleteConsent, queryConsent } from '../../../../model/contract/oauth/authorize.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { succeeded } from '../../../kernel/session/second-factors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const KEY = ['account', 'applications']

/** The applications somebody has allowed to act for them. */
export function Applications() {
  const t = useT()
  const queries = useQueryClient()
  const language = useLanguage()
  const { data: consents } = useQuery({
    queryKey: [...KEY, language],
    queryFn: () => ask(queryConsent, {}),
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
    if (await succeeded(ask(deleteConsent, { id }))) toast.success(t('applications.revoked'))
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
