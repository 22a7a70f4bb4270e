/** Where the axes of the chart end, by their units. */
import { Button, InputNumber, Modal } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Bounds } from '../../../ui/history-chart/options.ts'
import { isAxis } from './state.ts'

interface AxesProps {
  readonly open: boolean
  /** Of what is drawn, in the order of the axes. */
  readonly units: readonly string[]
  readonly axes: Readonly<Record<string, Bounds>>
  readonly onChange: (axes: Readonly<Record<string, Bounds>>) => void
  readonly onClose: () => void
}

export default function AxesDialog({ open, units, axes, onChange, onClose }: AxesProps) {
  const t = useT()
  const id = useId()
  const [edited, setEdited] = useState(axes)
  const wrong = units.filter((unit) => {
    const { min, max } = edited[unit] ?? {}
    return min !== undefined && max !== undefined && min >= max
  })
  const change = (unit: string, end: keyof Bounds, value: number | null) =>
    setEdited({ ...edited, [unit]: { ...edited[unit], [end]: value ?? undefined } })

  function save(): void {
    onChange(Object.fromEntries(Object.entries(edited).filter(([, bounds]) => isAxis(bounds))))
    onClose()
  }

  return (
    <Modal
      open={open}
      title={t('trends.axes-title')}
      okText={t('common.confirm')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: wrong.length > 0 }}
      onOk={save}
      onCancel={onClose}
      width={480}
    >
      <p className="trend-about">{t('trends.axes-about')}</p>
      {units.map((unit) => (
        <fieldset key={unit} className="trend-axis">
          <legend>{t('trends.axis-of', { unit: unit || t('trends.axis-none') })}</legend>
          {(['min', 'max'] as const).map((end) => (
            <label key={end}>
              {t(`trends.axis-${end}`)}
              <InputNumber
                value={edited[unit]?.[end] ?? null}
                placeholder={t('trends.axis-auto')}
                {...(wrong.includes(unit) ? { status: 'error', 'aria-describedby': `${id}-${unit}` } : {})}
                onChange={(value) => change(unit, end, value)}
                onPressEnter={() => wrong.length === 0 && save()}
              />
            </label>
          ))}
          {wrong.includes(unit) && (
            <p id={`${id}-${unit}`} role="alert" className="trend-wrong">
              {t('trends.axis-wrong')}
            </p>
          )}
        </fieldset>
      ))}
      <Button size="small" onClick={() => setEdited({})}>
        {t('trends.axes-reset')}
      </Button>
    </Modal>
  )
}
