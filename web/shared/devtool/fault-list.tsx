import type { DefinitionFault } from '../../../model/form/check-definition.ts'
import type { FormDefinition } from '../../../model/form/definition.ts'
import { sentenceOfDefinitionFault } from '../../../model/form/texts.ts'
import { useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import '../panels/fault-list.css'

interface FaultListProps {
  readonly faults: readonly DefinitionFault[]
  readonly definition: FormDefinition
  /** Leads to the field that a fault is about; absent where nothing can be led to. */
  readonly onChoose?: (field: string) => void
}

/** What keeps a form from being published. */
export function FaultList({ faults, definition, onChoose }: FaultListProps) {
  const t = useT()
  const language = useLanguage()
  if (faults.length === 0) return <p className="fault-none">{t('form-versions.no-faults')}</p>
  return (
    <ul className="fault-list">
      {faults.map((fault, at) => {
        const text = sentenceOfDefinitionFault(fault, definition, language, t)
        const { field } = fault
        return (
          <li key={at}>
            {field === undefined || !onChoose ? (
              text
            ) : (
              <button type="button" onClick={() => onChoose(field)}>
                {text}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
