/** What was raised at a device, the latest first; it follows by itself. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { alarms } from '../../../../../model/index.ts'
import { alarmColumns } from '../../../../shared/acquisition/alarm-columns.tsx'
import { acts } from '../../../../../model/contract/acquisition/alarms.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { mayUse } from '../../../../kernel/session/permissions.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { useInvalidation } from '../../../../kernel/realtime/live.ts'
import { forgetLists, listOf } from '../../../../kernel/http/resource-client.ts'
import { useSession } from '../../../../kernel/session/session-store.ts'
import { countText, tableTexts } from '../../../../kernel/i18n/texts.ts'
import { DataTable } from '../../../../ui/data-table.tsx'

const PATH = '/acquisition/alarms'
const SHOWN = 5
const COLUMNS = new Set(['alarmPriority', 'alarmState', 'ruleName', 'pointName', 'alarmValue', 'raisedAt', 'returnedAt'])
const nobody: ReadonlySet<string> = new Set()
const nothing = () => undefined
/** What somebody still has to say that they know of. */
const OWED = new Set<unknown>(['unacknowledged', 'returned'])

export function DeviceAlarms({ deviceId }: { deviceId: string }) {
  const t = useT()
  const language = useLanguage()
  const queries = useQueryClient()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const hasPage = pages.has(PATH)
  const { data, error, refetch } = useQuery(
    listOf(alarms, { deviceId, sorter: 'raisedAt_descend', currentPage: 1, pageSize: SHOWN }, { quiet: true }),
  )
  useInvalidation('alarms', () => void forgetLists(queries, alarms))
  const mayAcknowledge = mayUse('acknowledge', alarms.menu, data?.allowed, authority.menuButton)
  const canAcknowledge = (row: ResourceRow) => mayAcknowledge && OWED.has(row['alarmState'])
  async function acknowledge(id: string): Promise<void> {
    try {
      await ask(acts.acknowledge, { id: [id] })
    } catch (failed) {
      // The call has said what went wrong.
      if (!(failed instanceof ApiError)) throw failed
    }
    await forgetLists(queries, alarms)
  }
  const columns = useMemo(
    () =>
      columnsOf(alarms, data?.fields, alarmColumns(language, pages), t)
        .filter(({ key }) => COLUMNS.has(key))
        .map((column) => ({ ...column, sortable: false })),
    [data?.fields, language, pages, t],
  )
  // Somebody may see the device and not its alarms.
  if (error instanceof ApiError && error.status === 403) return null
  return (
    <section className="device-card">
      <div className="device-head">
        <h2>{t('noun.alarms')}</h2>
        {hasPage && data && data.total > 0 && (
          <Link to={`${PATH}?deviceId=${deviceId}`}>{t('monitor.all-alarms', { count: countText(data.total, data.totalIs) })}</Link>
        )}
      </div>
      {error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          columns={columns}
          rows={data?.list ?? []}
          nameOf={(row) => String(row['ruleName'] ?? '')}
          choosable={false}
          chosen={nobody}
          onChoose={nothing}
          onSort={nothing}
          card={{ title: 'ruleName' }}
          {...(mayAcknowledge
            ? {
                actionsOf: (row: ResourceRow) =>
                  canAcknowledge(row)
                    ? [{ key: 'acknowledge', label: t('monitor.acknowledge'), main: true, run: () => void acknowledge(row.id) }]
                    : [],
              }
            : {})}
          state={data ? 'ready' : 'first'}
          expected={1}
          texts={{ ...tableTexts(t('noun.alarms'), t), empty: t('monitor.no-alarms') }}
        />
      )}
    </section>
  )
}
