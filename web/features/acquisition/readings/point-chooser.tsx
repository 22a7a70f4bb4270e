/** Chooses the points of the chart: by site and device, or by what they are called. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Drawer, Input } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import { devices, points, sites } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { countText } from '../../../kernel/i18n/texts.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { OFFERED, RowSelect, textIn } from './row-select.tsx'

interface ChooserProps {
  readonly open: boolean
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
  readonly onClose: () => void
}

export default function PointChooser({ open, chosen, onChoose, onClose }: ChooserProps) {
  const t = useT()
  const id = useId()
  const [site, setSite] = useState<string>()
  const [device, setDevice] = useState<string>()
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed.trim())
  const query = {
    pageSize: OFFERED,
    sorter: 'pointName_ascend',
    ...(device ? { deviceId: device } : {}),
    ...(name ? { pointName: name } : {}),
  }
  const { data, isPending } = useQuery({ ...listOf(points, query), placeholderData: keepPreviousData })
  const isFull = chosen.length >= MAX_TREND_LINES
  const toggle = (point: string) => onChoose(chosen.includes(point) ? chosen.filter((one) => one !== point) : [...chosen, point])
  return (
    <Drawer open={open} onClose={onClose} title={t('trends.choose')} size="min(520px, 100vw)" destroyOnHidden>
      <div className="trend-filters">
        <label htmlFor={`${id}-site`}>{t('field.sites.siteName')}</label>
        <RowSelect
          id={`${id}-site`}
          of={sites}
          name="siteName"
          value={site}
          onChange={(next) => {
            setSite(next)
            setDevice(undefined)
          }}
        />
        <label htmlFor={`${id}-device`}>{t('field.devices.deviceName')}</label>
        <RowSelect
          id={`${id}-device`}
          of={devices}
          name="deviceName"
          narrowed={site ? { siteId: site } : {}}
          value={device}
          onChange={setDevice}
        />
        <label htmlFor={`${id}-name`}>{t('field.points.pointName')}</label>
        <Input id={`${id}-name`} allowClear maxLength={64} value={typed} onChange={({ target }) => setTyped(target.value)} />
      </div>
      <p className="quiet" role="status">
        {t('trends.chosen', { count: chosen.length, most: MAX_TREND_LINES })}
      </p>
      <ul className="trend-offered" aria-busy={isPending}>
        {data?.list.map((row) => (
          <li key={row.id}>
            <Checkbox checked={chosen.includes(row.id)} disabled={isFull && !chosen.includes(row.id)} onChange={() => toggle(row.id)}>
              {textIn(row, 'pointName') || textIn(row, 'pointKey')}{' '}
              <small>{[textIn(row, 'deviceIdCn'), textIn(row, 'pointKey'), textIn(row, 'unit')].filter(Boolean).join(' · ')}</small>
            </Checkbox>
          </li>
        ))}
      </ul>
      {data?.list.length === 0 && <p className="quiet">{t('trends.no-points')}</p>}
      {data && data.total > data.list.length && (
        <p className="quiet">{t('trends.more-points', { count: countText(data.total - data.list.length, data.totalIs) })}</p>
      )}
    </Drawer>
  )
}
