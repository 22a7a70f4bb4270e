import type { FoundFault } from '../../../model/reports/draft.ts'
import { faultText } from '../../../model/reports/fault-text.ts'
import { isPlace } from '../../../model/reports/places.ts'
import { rowOfFault } from '../../../model/reports/row-rules.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import '../panels/fault-list.css'

interface FaultListProps {
  readonly faults: readonly FoundFault[]
  /** Leads to the cell that a fault is about; absent where nothing can be led to. */
  readonly onChoose?: ((cell: string) => void) | undefined
}

/** What keeps a report from being published. */
export function FaultList({ faults, onChoose }: FaultListProps) {
  const t = useT()
  if (faults.length === 0) return <p className="fault-none">{t('report-versions.no-faults')}</p>
  return (
    <ul className="fault-list">
      {faults.map((fault, at) => {
        const row = rowOfFault(fault.place)
        const place = row === undefined ? fault.place : `A${row}`
        const text = faultText(t, fault)
        return (
          <li key={at}>
            {onChoose && isPlace(place) ? (
              <button type="button" onClick={() => onChoose(place)}>
                {text}
              </button>
            ) : (
              text
            )}
          </li>
        )
      })}
    </ul>
  )
}
