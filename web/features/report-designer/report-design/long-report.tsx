import { Button } from 'antd'
import type { JudgedPath } from '../../../../model/reports/path.ts'
import { isPlace } from '../../../../model/reports/places.ts'
import { rowOfFault } from '../../../../model/reports/row-rules.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'

/** How a long report of the draft would be written, told while it is designed, with the first cell that keeps it from being written row by row. */
export function LongReport({ way, onChoose }: { way: JudgedPath; onChoose: (cell: string) => void }) {
  const t = useT()
  if (way.path === 'stream') return <span title={t('report-design.path-stream')}>{t('report-design.way-stream')}</span>
  const row = way.cause === undefined ? undefined : rowOfFault(way.cause)
  const cause = row === undefined ? way.cause : `A${row}`
  // Where nothing repeats downwards there is no long report.
  if (cause === undefined) return null
  return (
    <span title={t('report-design.path-matrix')}>
      {t('report-design.way-matrix')}{' '}
      {isPlace(cause) ? (
        <Button type="link" size="small" onClick={() => onChoose(cause)}>
          {row === undefined ? t('report-design.way-cell', { cell: cause }) : t('report-design.way-row', { row })}
        </Button>
      ) : (
        t('report-design.way-columns')
      )}
    </span>
  )
}
