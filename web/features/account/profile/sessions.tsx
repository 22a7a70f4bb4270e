import { Button } from 'antd'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteOtherSessions, deleteSession, querySession } from '../../../../model/contract/account/profile.ts'
import type { OutputOf } from '../../../../model/contract/contract.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { succeeded } from '../../../kernel/session/second-factors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Tag } from '../../../ui/tag.tsx'
import { toast } from '../../../ui/toast.ts'

type Row = OutputOf<typeof querySession>[number]

const KEY = ['account', 'sessions']

export function Sessions() {
  const t = useT()
  const queries = useQueryClient()
  const { data: rows = [], isFetching } = useQuery({
    queryKey: KEY,
    queryFn: () => ask(querySession, {}),
  })
  const nameOf = (row: Row) => row.browser || t('sessions.unknown-browser')

  async function end(question: string, act: () => Promise<unknown>): Promise<void> {
    if (!(await confirm({ title: t('sessions.end'), text: question, ok: t('sessions.end'), cancel: t('common.cancel'), danger: true })))
      return
    if (await succeeded(act())) toast.success(t('sessions.ended'))
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
                onClick={() => void end(t('sessions.end-ask'), () => ask(deleteSession, { id: row.id }))}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <Button danger onClick={() => void end(t('sessions.end-others-ask'), () => ask(deleteOtherSessions, {}))}>
          {t('sessions.end-others')}
        </Button>
      )}
    </section>
  )
}
