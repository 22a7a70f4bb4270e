/** The history of one point of the device, beside its present values. */
import { Drawer } from 'antd'
import { useMemo } from 'react'
import { unitOf } from '../../../../shared/acquisition/figures.ts'
import { PointTrend } from '../../../../shared/acquisition/point-trend.tsx'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined)

export default function Trend({ point, onClose }: { point: ResourceRow; onClose: () => void }) {
  const t = useT()
  const name = String(point['pointName'] ?? point['pointKey'] ?? '')
  const drawn = useMemo(
    () => [
      {
        id: point.id,
        name,
        unit: unitOf(point),
        staleSeconds: numberOf(point['staleSeconds']),
        maxIntervalSeconds: numberOf(point['maxIntervalSeconds']),
      },
    ],
    [point, name],
  )
  return (
    <Drawer open onClose={onClose} size="min(860px, 100vw)" title={t('monitor.trend-of', { name })}>
      <PointTrend title={name} points={drawn} last="hour" />
    </Drawer>
  )
}
