/** How the chart shows its points: gaps, marks and axes, and what they are compared with. */
import ColumnHeightOutlined from '@ant-design/icons/es/icons/ColumnHeightOutlined'
import { Button, Checkbox, Select } from 'antd'
import { Suspense, useId, useState } from 'react'
import { devices } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { RowSelect } from './row-select.tsx'
import type { TrendView } from './state.ts'

const AxesDialog = lazyWithPreload(() => import('./axes-dialog.tsx'))

interface DisplayProps {
  readonly view: TrendView
  /** Of what is drawn, in the order of the axes. */
  readonly units: readonly string[]
  readonly onChange: (next: Partial<TrendView>) => void
}

export function DisplayBar({ view: { connects, marks, axes, compare }, units, onChange }: DisplayProps) {
  const t = useT()
  const id = useId()
  const [axesOpen, setAxesOpen] = useState<{ open: boolean; times: number }>()
  const [choosesDevice, setChoosesDevice] = useState(false)
  const device = typeof compare === 'object' ? compare.device : undefined
  const way = device !== undefined || choosesDevice ? 'device' : ((compare as 'day' | 'week' | undefined) ?? 'none')

  function choose(next: 'none' | 'day' | 'week' | 'device'): void {
    setChoosesDevice(next === 'device')
    onChange({ compare: next === 'day' || next === 'week' ? next : undefined })
  }

  return (
    <div className="trend-range">
      <Checkbox checked={connects} onChange={() => onChange({ connects: !connects })}>
        {t('trends.connect')}
      </Checkbox>
      <Checkbox checked={marks} onChange={() => onChange({ marks: !marks })}>
        {t('trends.marks')}
      </Checkbox>
      <Button
        size="small"
        type={Object.keys(axes).length > 0 ? 'primary' : 'default'}
        ghost={Object.keys(axes).length > 0}
        icon={<ColumnHeightOutlined aria-hidden="true" />}
        onMouseEnter={() => void AxesDialog.preload()}
        onFocus={() => void AxesDialog.preload()}
        onClick={() => setAxesOpen((before) => ({ open: true, times: (before?.times ?? 0) + 1 }))}
      >
        {t('trends.axes')}
      </Button>
      <label className="trend-compare" htmlFor={`${id}-way`}>
        {t('trends.compare')}
        <Select
          id={`${id}-way`}
          size="small"
          value={way}
          popupMatchSelectWidth={false}
          options={(['none', 'day', 'week', 'device'] as const).map((value) => ({ value, label: t(`trends.compare-${value}`) }))}
          onChange={choose}
        />
      </label>
      {way === 'device' && (
        <span className="trend-other">
          <RowSelect
            id={`${id}-device`}
            of={devices}
            name="deviceName"
            label={t('noun.devices')}
            value={device}
            onChange={(next) => onChange({ compare: next === undefined ? undefined : { device: next } })}
          />
        </span>
      )}
      {axesOpen && (
        <Suspense fallback={null}>
          <AxesDialog
            key={axesOpen.times}
            open={axesOpen.open}
            units={units}
            axes={axes}
            onChange={(next) => onChange({ axes: next })}
            onClose={() => setAxesOpen((before) => before && { ...before, open: false })}
          />
        </Suspense>
      )}
    </div>
  )
}
