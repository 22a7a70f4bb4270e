/** Figures by themselves, each with what became of it since the period before. */
import type { Series } from '../../../ui/chart-options.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

interface NumberChartProps {
  readonly series: readonly Series[]
  readonly unit: string | undefined
  readonly locale: string
}

export function NumberChart({ series, unit = '', locale }: NumberChartProps) {
  const t = useT()
  const shown = series.flatMap((one, at) => (one.isBefore ? [] : [{ one, before: series[at + 1]?.isBefore ? series[at + 1] : undefined }]))
  const textOf = (value: number | null | undefined) => (typeof value === 'number' ? `${value.toLocaleString(locale)} ${unit}`.trim() : '—')
  return (
    <dl className="board-numbers">
      {shown.map(({ one: { name, values }, before }) => {
        const [now, then] = [values[0], before?.values[0]]
        const change = typeof now === 'number' && typeof then === 'number' && then !== 0 ? (now - then) / Math.abs(then) : undefined
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="board-number">{textOf(now)}</dd>
            {before && (
              <dd className="quiet">
                {change === undefined
                  ? t('boards.before-value', { value: textOf(then) })
                  : t('boards.changed', {
                      change: change.toLocaleString(locale, { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 1 }),
                    })}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
