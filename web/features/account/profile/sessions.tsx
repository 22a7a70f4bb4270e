import { Button } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, get } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { succeeded } from '../../../kernel/session/second-factors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

interface Row {
  readonly id: string
  readonly address: string
  readonly browser: string
  readonly signInTime: string
  readonly lastSeenTime: string
  readonly isCurrent: boolean
}

const KEY = ['account', 'sessions']

export function Sessions() {
  const t = useT()
  const queries = useQueryClient()
  const { data: rows = [], isFetching } = useQuery({
    queryKey: KEY,
    queryFn: () => get<readonly Row[]>('/api/account/sysuserdetail/querySession'),
  })
  const nameOf = (row: Row) => row.browser || t('sessions.unknown-browser')

  async function end(question: string, path: string, json: object): Promise<void> {
    if (!(await confirm({ title: t('sessions.end'), text: question, ok: t('sessions.end'), cancel: t('common.cancel'), danger: true })))
      return
    if (await succeeded(call('POST', path, { json }))) toast.success(t('sessions.ended'))
    await queries.invalidateQueries({ queryKey: KEY })
  }

  return (
    <section className="profile-card">
      <ul className="profile-list" aria-label={t('sessions.caption')} aria-busy={isFetching}>
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              <p className="profile-name">
                {nameOf(row)} {row.isCurrent && <Tag kind="good">{t('sessions.current')}</Tag>}
              </p>
              <dl className="profile-facts">
                <div>
                  <dt>{t('sessions.address')}</dt>
                  <dd>{row.address}</dd>
                </div>
                <div>
                  <dt>{t('sessions.since')}</dt>
                  <dd>{row.signInTime}</dd>
                </div>
                <div>
                  <dt>{t('sessions.seen')}</dt>
                  <dd>{row.lastSeenTime}</dd>
                </div>
              </dl>
            </div>
            {!row.isCurrent && (
              <Button
                aria-label={t('sessions.end-of', { browser: nameOf(row), address: row.address })}
                onClick={() => void end(t('sessions.end-ask'), '/api/account/sysuserdetail/deleteSession', { id: row.id })}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <Button danger onClick={() => void end(t('sessions.end-others-ask'), '/api/account/sysuserdetail/deleteOtherSessions', {})}>
          {t('sessions.end-others')}
        </Button>
      )}
    </section>
  )
}
