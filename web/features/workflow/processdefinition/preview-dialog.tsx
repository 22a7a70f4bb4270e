/** A version of a process as it was deployed: drawn, to look at, and to be saved as a file. */
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { saveModel } from '../../../shared/workflow/bpmn-file.ts'
import { definitionModel } from '../../../shared/workflow/definition.ts'
import { PictureView } from '../../../shared/workflow/picture-view.tsx'
import '../../../shared/workflow/workflow.css'

export default function PreviewDialog({ row, onClose }: { row: ResourceRow; onClose: () => void }) {
  const t = useT()
  const asked = useQuery(definitionModel(row.id))
  const { data } = asked
  const name = String(row['name'] ?? '')
  return (
    <Modal
      open
      className="process-wide"
      width="min(1120px, calc(100vw - 32px))"
      title={t('process-list.of-version', { name, version: Number(row['definitionVersion'] ?? 0) })}
      footer={[
        <Button key="save" disabled={!data} onClick={() => data && saveModel(`${data.key}-${data.definitionVersion}`, data.xml)}>
          {t('process-list.save-bpmn')}
        </Button>,
        <Button key="close" onClick={onClose}>
          {t('common.close')}
        </Button>,
      ]}
      onCancel={onClose}
    >
      <Asked of={asked}>
        {({ picture }) => (
          <div className="process-diagram">
            <PictureView picture={picture} label={t('process-list.diagram-of', { name })} />
          </div>
        )}
      </Asked>
    </Modal>
  )
}
