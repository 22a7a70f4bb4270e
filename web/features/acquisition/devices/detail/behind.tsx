/** The devices that send over the connection of this one. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { devices } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { countText, tableTexts } from '../../../../kernel/i18n/texts.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { DeviceLink } from './device-link.tsx'

const SHOWN = 10
const COLUMNS = new Set(['deviceName', 'deviceCode', 'gatewayName', 'deviceTypeId', 'deviceStatus'])
const setups = {
  deviceName: { render: (row: { readonly id: string }, text: string) => <DeviceLink id={row.id}>{text}</DeviceLink> },
} as const
const nobody: ReadonlySet<string> = new Set()
const nothing = () => undefined

/** Nothing of a device that is no gateway, nor for whoever is not shown gateways. @param fields What the caller sees of devices */
export function Behind({ gatewayId, fields }: { gatewayId: string; fields: readonly string[] | undefined }) {
  const t = useT()
  // A filter by a field that is hidden would be no filter.
  const sees = fields?.includes('gatewayId') === true
  const { data, error, refetch } = useQuery({
    ...listOf(devices, { gatewayId, currentPage: 1, pageSize: SHOWN }, { quiet: true }),
    enabled: sees,
  })
  const columns = useMemo(
    () =>
      columnsOf(devices, data?.fields, setups, t)
        .filter(({ key }) => COLUMNS.has(key))
        .map((column) => ({ ...column, sortable: false })),
    [data?.fields, t],
  )
  if (error instanceof ApiError && !data && error.status !== 403)
    return (
      <section className="device-card">
        <h2>{t('monitor.behind')}</h2>
        <ListFailure error={error} onRetry={() => void refetch()} />
      </section>
    )
  if (!sees || !data || data.total === 0) return null
  return (
    <section className="device-card">
      <div className="device-head">
        <h2>{t('monitor.behind')}</h2>
        {data.total > SHOWN && (
          <Link to={`/acquisition/devices?gatewayId=${gatewayId}`}>
            {t('monitor.all-behind', { count: countText(data.total, data.totalIs) })}
          </Link>
        )}
      </div>
      <DataTable
        columns={columns}
        rows={data.list}
        nameOf={(row) => String(row['deviceName'] ?? '')}
        choosable={false}
        chosen={nobody}
        onChoose={nothing}
        onSort={nothing}
        state="ready"
        expected={1}
        texts={tableTexts(t('monitor.behind'), t)}
      />
    </section>
  )
}
