import type { DefinitionFault } from '../../../../model/form/check-definition.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { sentenceOfDefinitionFault } from '../../../../model/form/texts.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useDesign } from './design-store.ts'

/** What keeps the form from being published; each leads to the part it is about. */
export function FaultList({ faults, definition }: { faults: readonly DefinitionFault[]; definition: FormDefinition }) {
  const t = useT()
  const language = useLanguage()
  const { act } = useDesign()
  if (faults.length === 0) return <p className="form-quiet">{t('form-design.no-faults')}</p>
  return (
    <ul className="form-faults">
      {faults.map((fault, at) => {
        const text = sentenceOfDefinitionFault(fault, definition, language, t)
        return (
          <li key={at}>
            {fault.field === undefined ? (
              text
            ) : (
              <button type="button" onClick={() => act({ do: 'select', key: fault.field })}>
                {text}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
