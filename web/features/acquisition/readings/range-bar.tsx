/** Which range of time is shown: the last hours or days, which move on, or from one moment to another by the clock of the server. */
import CalendarOutlined from '@ant-design/icons/es/icons/CalendarOutlined'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { LastChoice } from '../../../shared/acquisition/point-trend.tsx'
import type { RequestedRange } from '../../../shared/acquisition/readings.ts'
import { isLast } from '../../../shared/acquisition/readings.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { periodTexts } from '../../../kernel/i18n/texts.ts'
import { within } from '../../../ui/history-chart/ranges.ts'
import type { Range } from '../../../ui/history-chart/ranges.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { momentOf, timeText } from '../../../../model/zone.ts'

const DateRange = lazyWithPreload(() => import('../../../ui/date-range.tsx'))

interface RangeBarProps {
  readonly range: RequestedRange
  readonly shown: Range | undefined
  readonly zone: string | undefined
  readonly follows: boolean
  readonly onRange: (range: RequestedRange) => void
  readonly onFollow: (follows: boolean) => void
  readonly onLive: () => void
}

export function RangeBar({ range, shown, zone, follows, onRange, onFollow, onLive }: RangeBarProps) {
  const t = useT()
  const [isChoosing, setChoosing] = useState(false)

  function choose(start: string, end: string): void {
    const [from, to] = [zone && momentOf(zone, start), zone && momentOf(zone, end)]
    if (typeof from === 'number' && typeof to === 'number' && from < to) onRange(within({ from, to }))
  }

  const textAt = (moment: number | undefined) => (zone && moment !== undefined ? timeText(zone, Math.floor(moment / 1000) * 1000) : '')
  return (
    <div className="trend-range">
      <LastChoice value={range} onChange={onRange} label={t('trends.range')} />
      <Button
        size="small"
        icon={<CalendarOutlined aria-hidden="true" />}
        aria-expanded={isChoosing}
        disabled={!zone}
        onMouseEnter={() => void DateRange.preload()}
        onClick={() => setChoosing(!isChoosing)}
      >
        {t('trends.from-to')}
      </Button>
      {isLast(range) ? (
        <Button
          size="small"
          type={follows ? 'primary' : 'default'}
          ghost={follows}
          aria-pressed={follows}
          onClick={() => onFollow(!follows)}
        >
          {t(follows ? 'trends.following' : 'trends.follow')}
        </Button>
      ) : (
        <Button size="small" onClick={onLive}>
          {t('trends.live')}
        </Button>
      )}
      {isChoosing && (
        <Suspense fallback={null}>
          <DateRange
            id="trend-range"
            start={textAt(shown?.from)}
            end={textAt(shown?.to)}
            from={t('trends.begin')}
            to={t('trends.end')}
            periods={periodTexts(t)}
            onChange={choose}
          />
          <small className="quiet">{t('trends.zone', { zone: zone ?? '' })}</small>
        </Suspense>
      )}
    </div>
  )
}
