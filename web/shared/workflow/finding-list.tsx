import type { ModelFinding } from '../../../model/contract/workflow/models.ts'
import '../panels/fault-list.css'
import './workflow.css'

interface FindingListProps {
  readonly of: readonly ModelFinding[]
  readonly kind: 'fault' | 'warning'
  /** Leads to the element that a finding is about. */
  readonly onChoose?: (element: string) => void
}

/** What a model lacks, or may mean otherwise than it looks: each by the element that it is about. */
export function FindingList({ of, kind, onChoose }: FindingListProps) {
  return (
    <ul className={kind === 'fault' ? 'fault-list' : 'fault-list process-warnings'}>
      {of.map((finding, at) => (
        <li key={at}>
          {finding.element !== '' && onChoose ? (
            <button type="button" onClick={() => onChoose(finding.element)}>
              {finding.message}
            </button>
          ) : (
            finding.message
          )}
        </li>
      ))}
    </ul>
  )
}
