/** A model tried before it is deployed: begun with values, done step by step by whoever would be asked, its path on the diagram. Nothing is kept. */
import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { SimulationAct } from '../../../../model/contract/workflow/simulation.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import '../../../shared/workflow/workflow.css'
import type { Beginning } from './simulation-start.tsx'
import { SimulationStart } from './simulation-start.tsx'
import { SimulationRun } from './simulation-run.tsx'

export default function SimulateDialog({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const [beginning, setBeginning] = useState<Beginning>()
  const [acts, setActs] = useState<readonly SimulationAct[]>([])
  const formId = row['formId']

  function again(): void {
    setBeginning(undefined)
    setActs([])
  }

  return (
    <Modal
      open
      className="process-wide"
      width="min(1120px, calc(100vw - 32px))"
      title={t('process-simulation.title', { name: String(row['name'] ?? '') })}
      onCancel={onClose}
      footer={[
        ...(beginning
          ? [
              <Button key="again" onClick={again}>
                {t('process-simulation.again')}
              </Button>,
              <Button key="undo" disabled={acts.length === 0} onClick={() => setActs(acts.slice(0, -1))}>
                {t('process-simulation.undo')}
              </Button>,
            ]
          : []),
        <Button key="close" onClick={onClose}>
          {t('common.close')}
        </Button>,
      ]}
    >
      {beginning ? (
        <SimulationRun modelId={row.id} beginning={beginning} acts={acts} onAct={(act) => setActs([...acts, act])} onAgain={again} />
      ) : (
        <SimulationStart formId={typeof formId === 'string' ? formId : undefined} onBegin={setBeginning} />
      )}
    </Modal>
  )
}
