/** What the server found in the model; each leads to the element that it is about. */
import { Button } from 'antd'
import { useState } from 'react'
import type { ModelCheck, ModelFinding } from '../../../../model/contract/workflow/models.ts'
import { checkModel } from '../../../../model/contract/workflow/models.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useDrawn } from './modeler/drawing.ts'
import '../../../shared/panels/fault-list.css'

interface FindingsProps {
  /** What was found when it was saved last. */
  readonly faults: readonly ModelFinding[]
  readonly onChoose: (element: string) => void
}

export function Findings({ faults, onChoose }: FindingsProps) {
  const t = useT()
  const drawing = useDrawn()
  const [checked, setChecked] = useState<{ readonly found: ModelCheck; readonly at: number }>()
  const [isBusy, setBusy] = useState(false)
  // What was changed since may have another fault, and not this one any more.
  const found = checked?.at === drawing.changes() ? checked.found : undefined

  async function check(): Promise<void> {
    setBusy(true)
    try {
      const at = drawing.changes()
      const { xml = '' } = await drawing.modeler.saveXML()
      setChecked({ found: await ask(checkModel, { xml }), at })
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div className="form-buttons">
        <Button size="small" loading={isBusy} onClick={() => void check().catch(() => undefined)}>
          {t('process-design.check')}
        </Button>
      </div>
      <div role="status">{found && found.faults.length === 0 && <p className="fault-none">{t('process-design.no-faults')}</p>}</div>
      <FindingList title={t('process-design.faults')} of={found?.faults ?? faults} onChoose={onChoose} />
      {found && <FindingList title={t('process-design.warnings')} of={found.warnings} onChoose={onChoose} />}
    </>
  )
}

function FindingList({ title, of, onChoose }: { title: string; of: readonly ModelFinding[]; onChoose: (element: string) => void }) {
  if (of.length === 0) return null
  return (
    <section aria-label={title}>
      <h2 className="process-findings-title">{title}</h2>
      <ul className="fault-list">
        {of.map(({ element, message }, at) => (
          <li key={at}>
            {element === '' ? (
              message
            ) : (
              <button type="button" onClick={() => onChoose(element)}>
                {message}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
