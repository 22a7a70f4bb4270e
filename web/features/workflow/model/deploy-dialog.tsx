/** Before a model is deployed: what keeps it from that, by element and on the diagram, and what is to be known. The same without deploying. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal } from 'antd'
import { useMemo, useState } from 'react'
import type { ModelFinding } from '../../../../model/contract/workflow/models.ts'
import { checkModel, deployModel, queryProcessDesign } from '../../../../model/contract/workflow/models.ts'
import { processModels } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import type { NodeMark } from '../../../shared/workflow/diagram-props.ts'
import { DiagramView } from '../../../shared/workflow/diagram-view.tsx'
import { FindingList } from '../../../shared/workflow/finding-list.tsx'
import { toast } from '../../../ui/toast.ts'

interface DeployProps {
  readonly row: ResourceRow
  readonly deploys: boolean
  readonly onDesign?: (id: string) => void
  readonly onDeployed: () => Promise<void>
  readonly onClose: () => void
}

/** Milliseconds: all ways of a large model are walked. */
const LIMIT = 30_000

export default function DeployDialog({ row: { id, ...row }, deploys, onDesign, onDeployed, onClose }: DeployProps) {
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const name = String(row['name'] ?? '')
  const asked = useQuery({
    queryKey: [processModels.name, 'check', id],
    queryFn: async ({ signal }) => {
      const { xml, modelVersion } = await ask(queryProcessDesign, { id }, { signal, quiet: true })
      const found = xml === null ? { faults: [], warnings: [] } : await ask(checkModel, { xml }, { signal, quiet: true, limit: LIMIT })
      return { xml, modelVersion, ...found }
    },
    gcTime: 0,
    staleTime: Infinity,
  })
  const isReady = asked.data !== undefined && asked.data.xml !== null && asked.data.faults.length === 0

  async function deploy(): Promise<void> {
    setBusy(true)
    try {
      const { definitionVersion } = await ask(deployModel, { modelId: id }, { quiet: true, limit: LIMIT })
      toast.success(t('process-list.deployed', { version: definitionVersion }))
      onClose()
      await onDeployed()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      className="process-wide"
      width="min(860px, calc(100vw - 32px))"
      title={t(deploys ? 'process-list.deploy-title' : 'process-list.check-title', { name })}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t(deploys ? 'common.cancel' : 'common.close')}
        </Button>,
        ...(onDesign && asked.data && !isReady
          ? [
              <Button key="design" onClick={() => onDesign(id)}>
                {t('process-list.to-design')}
              </Button>,
            ]
          : []),
        ...(deploys
          ? [
              <Button key="deploy" type="primary" disabled={!isReady} loading={isBusy} onClick={() => void deploy()}>
                {t(asked.data && asked.data.warnings.length > 0 ? 'process-list.deploy-anyway' : 'button.deploy')}
              </Button>,
            ]
          : []),
      ]}
    >
      <Asked of={asked}>
        {({ xml, modelVersion, faults, warnings }) =>
          xml === null ? (
            <Alert type="warning" showIcon title={t('process-list.nothing-drawn')} />
          ) : (
            <>
              {deploys && faults.length === 0 && (
                <p>{t(modelVersion === 0 ? 'process-list.deploy-first' : 'process-list.deploy-about', { version: modelVersion + 1 })}</p>
              )}
              <Findings xml={xml} faults={faults} warnings={warnings} label={t('process-list.diagram-of', { name })} />
            </>
          )
        }
      </Asked>
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  )
}

interface FindingsProps {
  readonly xml: string
  readonly label: string
  readonly faults: readonly ModelFinding[]
  readonly warnings: readonly ModelFinding[]
}

function Findings({ xml, label, faults, warnings }: FindingsProps) {
  const t = useT()
  const [chosen, setChosen] = useState<string>()
  const marks = useMemo(
    (): ReadonlyMap<string, NodeMark> =>
      new Map<string, NodeMark>([
        ...warnings.map(({ element }): [string, NodeMark] => [element, { state: 'active' }]),
        ...faults.map(({ element }): [string, NodeMark] => [element, { state: 'failed' }]),
        ...(chosen === undefined ? [] : [[chosen, { state: 'failed', badge: '!' }] satisfies [string, NodeMark]]),
      ]),
    [faults, warnings, chosen],
  )
  return (
    <div className="process-track">
      {faults.length > 0 && (
        <div>
          <Alert type="error" showIcon title={t('process-list.faults', { count: faults.length })} />
          <FindingList of={faults} kind="fault" onChoose={setChosen} />
        </div>
      )}
      {warnings.length > 0 && (
        <div>
          <Alert type="warning" showIcon title={t('process-list.warnings', { count: warnings.length })} />
          <FindingList of={warnings} kind="warning" onChoose={setChosen} />
        </div>
      )}
      {faults.length + warnings.length === 0 && <Alert type="success" showIcon title={t('process-list.no-findings')} />}
      <div className="process-diagram">
        <DiagramView xml={xml} label={label} marks={marks} />
      </div>
    </div>
  )
}
