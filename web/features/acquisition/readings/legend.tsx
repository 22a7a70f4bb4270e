/** The lines of the chart: what each point says now, and what it comes to in the range that is shown. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import EyeInvisibleOutlined from '@ant-design/icons/es/icons/EyeInvisibleOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import { Button } from 'antd'
import type { Conversion } from '../../../../model/acquisition/mapping/units.ts'
import { converted } from '../../../../model/acquisition/mapping/units.ts'
import { QUALITY } from '../../../../model/acquisition/quality.ts'
import type { Latest } from '../../../../model/contract/acquisition/readings.ts'
import type { PointStatistics } from '../../../../model/contract/acquisition/trend-statistics.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { History, Range } from '../../../ui/history-chart/history-chart.tsx'
import { figuresOf, meanText, measuredText } from '../../../ui/history-chart/histories.ts'
import { Mark } from '../../../ui/history-chart/readout.tsx'
import { secondText } from '../../../../model/zone.ts'
import { shownStatistics } from './statistics.ts'
import { named } from '../../../ui/named.ts'

interface LegendProps extends Range {
  readonly histories: readonly History[]
  readonly hidden: readonly string[]
  readonly latest: ReadonlyMap<string, Latest>
  /** Of the points, as far as they are known. */
  readonly statistics: ReadonlyMap<string, PointStatistics>
  /** How stored values of the points, such as these, become those that are shown. */
  readonly shown: ReadonlyMap<string, Conversion>
  readonly zone: string
  readonly onHide: (id: string) => void
  readonly onRemove: (id: string) => void
}

/** Columns of the range that is shown. */
const FIGURES = ['low', 'high', 'mean', 'sampleMean', 'deviation', 'p05', 'median', 'p95'] as const
/** Those that are values of the point; percentiles may lie between two. */
const MEASURED: ReadonlySet<string> = new Set(['low', 'high'])

export function Legend(props: LegendProps) {
  const { histories, hidden, latest, statistics, shown, zone, from, to, onHide, onRemove } = props
  const t = useT()
  const rough = ['minute', 'hour', 'day'].find((basis) => [...statistics.values()].some((one) => one.basis === basis))
  return (
    <div className="trend-legend chart" role="region" aria-label={t('trends.points')} tabIndex={0}>
      <table>
        <thead>
          <tr className="trend-groups">
            <td />
            <th scope="colgroup">{t('trends.now')}</th>
            <th scope="colgroup" colSpan={FIGURES.length + 2}>
              {t('trends.window')}
            </th>
            <td />
          </tr>
          <tr>
            <th scope="col">{t('noun.points')}</th>
            <th scope="col">{t('trends.newest')}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col">
                {headOf(name, t)}
              </th>
            ))}
            <th scope="col" title={t('trends.coverage-about')}>
              {t('readings.coverage')}
            </th>
            <th scope="col">{t('trends.good-time')}</th>
            <th scope="col">{t('trends.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {histories.map((history) => {
            const { id, name, unit, colour } = history
            // Until the server has answered: as far as it can be seen from what is drawn.
            const known = statistics.get(id)
            const shownFigures: Partial<Record<(typeof FIGURES)[number], number | null>> = known
              ? shownStatistics(known, shown.get(id))
              : figuresOf(history, from, to)
            const isHidden = hidden.includes(id)
            return (
              <tr key={id} className={isHidden ? 'trend-hidden' : undefined}>
                <th scope="row">
                  <Mark colour={colour} isFaint={history.isFaint} />
                  {name}
                  {unit && <small>{unit}</small>}
                </th>
                <td className="trend-now">
                  <Newest now={latest.get(id)} shown={shown.get(id)} history={history} zone={zone} />
                </td>
                {FIGURES.map((figure) => (
                  <td key={figure}>{(MEASURED.has(figure) ? measuredText : meanText)(shownFigures[figure], history)}</td>
                ))}
                <td>{shareText(known?.coverage)}</td>
                <td>{shareText(known?.goodShare)}</td>
                <td className="trend-buttons">
                  {!history.isFaint && (
                    <>
                      <Button
                        type="text"
                        size="small"
                        aria-pressed={isHidden}
                        aria-label={named(t('trends.hide'), name)}
                        title={t(isHidden ? 'trends.show' : 'trends.hide')}
                        onClick={() => onHide(id)}
                        icon={isHidden ? <EyeInvisibleOutlined aria-hidden="true" /> : <EyeOutlined aria-hidden="true" />}
                      />
                      <Button
                        type="text"
                        size="small"
                        aria-label={named(t('trends.remove'), name)}
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
      {[...statistics.values()].some(({ coverage }) => coverage === null) && <p className="trend-about">{t('trends.coverage-about')}</p>}
      {rough && <p className="trend-about">{t(`trends.basis-${rough as 'minute' | 'hour' | 'day'}`)}</p>}
    </div>
  )
}

const shareText = (share: number | null | undefined) =>
  typeof share === 'number' ? `${(Math.floor(share * 1000) / 10).toFixed(1)} %` : '–'

const headOf = (name: (typeof FIGURES)[number], t: Translate) =>
  name === 'p05' || name === 'p95' ? t(`trends.${name}`) : t(`readings.${name}`)

/** The newest value and when it was measured, whatever range is shown. */
function Newest({ now, shown, history, zone }: { now: Latest | undefined; shown: Conversion | undefined; history: History; zone: string }) {
  const t = useT()
  if (!now) return '–'
  return (
    <>
      <strong>{measuredText(shown ? converted(now.value, shown) : now.value, history)}</strong>
      {now.quality < QUALITY.good && <small>{t(now.quality > QUALITY.bad ? 'worth.uncertain' : 'worth.bad')}</small>}
      <small title={secondText(zone, now.time)}>{secondText(zone, now.time).slice(5)}</small>
    </>
  )
}
