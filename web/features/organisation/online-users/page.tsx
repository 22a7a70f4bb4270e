import LogoutOutlined from '@ant-design/icons/es/icons/LogoutOutlined'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onlineUsers } from '../../../../model/index.ts'
import { endSession } from '../../../../model/contract/organisation/online-users.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const columns: ColumnSetups = {
  username: { width: 126 },
  nickname: { width: 118 },
  address: { width: 130 },
  roleId: { width: 132 },
  orgId: { width: 136 },
  email: { hide: true },
  prefix: { hide: true },
  mobile: { hide: true },
  status: { hide: true },
  createTime: { hide: true },
}

const filters = ['username', 'nickname', 'orgId', 'address']

/** Milliseconds: what was seen last is stored once a minute. */
const EVERY = 60_000

export default function OnlineUsersPage() {
  const t = useT()
  const queries = useQueryClient()
  const { user } = useSession()
  useInvalidation('sessions', () => void forgetLists(queries, onlineUsers))
  useEffect(() => {
    const timer = setInterval(() => void forgetLists(queries, onlineUsers), EVERY)
    return () => clearInterval(timer)
  }, [queries])

  async function end(rows: readonly ResourceRow[]): Promise<void> {
    if (rows.length === 0) return toast.warning(t('list.check-one'))
    const [first] = rows
    const what =
      rows.length === 1
        ? t('online.end-one', { name: String(first?.['nickname'] ?? first?.['username'] ?? '') })
        : t('online.end-several', { count: rows.length })
    const own = rows.some(({ id }) => id === user.sessionId)
    if (
      !(await confirm({
        title: t('online.end'),
        text: own ? `${what} ${t('online.end-own')}` : what,
        ok: t('online.end'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    )
      return
    try {
      await ask(endSession, { id: rows.map(({ id }) => id) })
      toast.success(t('online.ended'))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await forgetLists(queries, onlineUsers)
  }

  return (
    <ResourcePage
      of={onlineUsers}
      filters={filters}
      columns={{
        ...columns,
        browser: {
          width: 190,
          text: (row) => `${String(row['browser'] ?? '')}${row.id === user.sessionId ? ` · ${t('online.own')}` : ''}`,
        },
      }}
      actions={(chosen, may) =>
        may('terminate')
          ? [
              {
                key: 'terminate',
                label: t('online.end'),
                icon: <LogoutOutlined aria-hidden="true" />,
                danger: true,
                run: () => void end(chosen),
              },
            ]
          : []
      }
      rowActions={(row, may) =>
        may('terminate') ? [{ key: 'terminate', label: t('online.end'), danger: true, run: () => void end([row]) }] : []
      }
    />
  )
}
