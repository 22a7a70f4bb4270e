/** The lines of the chart, with what they come to in the range that is shown. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { Button } from 'antd'
import { QUALITY } from '../../../../model/acquisition/quality.ts'
import type { Latest } from '../../../../model/contract/acquisition/readings.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { History, Range } from '../../../ui/history-chart/history-chart.tsx'
import { figuresOf, valueText } from '../../../ui/history-chart/histories.ts'
import { Mark } from '../../../ui/history-chart/readout.tsx'
import { timeText } from '../../../../model/zone.ts'

interface LegendProps extends Range {
  readonly histories: readonly History[]
  readonly hidden: readonly string[]
  readonly latest: ReadonlyMap<string, Latest>
  readonly zone: string
  readonly onHide: (id: string) => void
  readonly onRemove: (id: string) => void
}

export function Legend({ histories, hidden, latest, zone, from, to, onHide, onRemove }: LegendProps) {
  const t = useT()
  return (
    <div className="trend-legend chart" role="region" aria-label={t('trends.points')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('noun.points')}</th>
            <th scope="col">{t('trends.newest')}</th>
            <th scope="col">{t('readings.low')}</th>
            <th scope="col">{t('readings.high')}</th>
            <th scope="col">{t('readings.mean')}</th>
            <th scope="col">{t('list.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {histories.map((history) => {
            const { id, name, unit, colour, points } = history
            const { low, high, mean } = figuresOf(points, from, to)
            const now = latest.get(id)
            const isHidden = hidden.includes(id)
            return (
              <tr key={id} className={isHidden ? 'trend-hidden' : undefined}>
                <th scope="row">
                  <Mark colour={colour} isFaint={history.isFaint} />
                  {name}
                  {unit && <small>{unit}</small>}
                </th>
                <td title={now ? timeText(zone, Math.round(now.time)) : undefined}>
                  {valueText(now?.value)}
                  {now && now.quality < QUALITY.good && <small>{t(now.quality > QUALITY.bad ? 'worth.uncertain' : 'worth.bad')}</small>}
                </td>
                <td>{valueText(low)}</td>
                <td>{valueText(high)}</td>
                <td>{valueText(mean)}</td>
                <td className="trend-buttons">
                  {!history.isFaint && (
                    <>
                      <Button
                        type="text"
                        size="small"
                        aria-pressed={isHidden}
                        aria-label={`${t('trends.hide')}: ${name}`}
                        title={t(isHidden ? 'trends.show' : 'trends.hide')}
                        onClick={() => onHide(id)}
                        icon={isHidden ? <EyeInvisibleOutlined aria-hidden="true" /> : <EyeOutlined aria-hidden="true" />}
                      />
                      <Button
                        type="text"
                        size="small"
                        aria-label={`${t('trends.remove')}: ${name}`}
                        title={t('trends.remove')}
                        icon={<CloseOutlined aria-hidden="true" />}
                        onClick={() => onRemove(id)}
                      />
                    </>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
