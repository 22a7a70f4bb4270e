/** On a phone one button stands for all that a trend is set by; it says which stretch of time is shown. */
import ControlOutlined from '@ant-design/icons/es/icons/ControlOutlined'
import { Button } from 'antd'
import type { RequestedRange } from '../../../shared/acquisition/readings.ts'
import { isLast } from '../../../shared/acquisition/readings.ts'
import { LAST } from '../../../shared/acquisition/point-trend.tsx'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { named } from '../../../ui/named.ts'

export const PhoneControls = lazyWithPreload(() => import('./phone-controls.tsx'))

interface RangeButtonProps {
  readonly range: RequestedRange
  readonly onOpen: () => void
  /** Somebody is about to press it. */
  readonly onNear: () => void
}

export function RangeButton({ range, onOpen, onNear }: RangeButtonProps) {
  const t = useT()
  const last = isLast(range) ? Object.entries(LAST).find(([, length]) => length === range.last)?.[0] : undefined
  const text = last === undefined ? t('trends.from-to') : t(`trends.last-${last}` as LabelKey)
  return (
    <Button
      className="trend-range-button"
      icon={<ControlOutlined aria-hidden="true" />}
      aria-haspopup="dialog"
      aria-label={named(t('trends.controls'), text)}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
    >
      <span>{text}</span>
    </Button>
  )
}
