/** Makes a model of a file of BPMN. Its faults are told and kept with the draft, to be mended in the designer. */
import { Alert, Button, Form, Modal } from 'antd'
import { useState } from 'react'
import type { ModelFinding } from '../../../../model/contract/workflow/models.ts'
import { uploadModel } from '../../../../model/contract/workflow/models.ts'
import { processModels } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { FormField } from '../../../kernel/resource/form-field.tsx'
import type { ModelFile } from '../../../shared/workflow/file-choice.tsx'
import { FileChoice } from '../../../shared/workflow/file-choice.tsx'
import { FindingList } from '../../../shared/workflow/finding-list.tsx'
import { toast } from '../../../ui/toast.ts'

const LIMIT = 30_000

interface Values {
  readonly file: ModelFile
  readonly category: string
  readonly orgId: string
}

export default function ImportModelDialog({ onImported, onClose }: { onImported: () => Promise<void>; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [faults, setFaults] = useState<readonly ModelFinding[]>()

  async function bring({ file, category, orgId }: Values): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await ask(uploadModel, { file: file.file, category, orgId }, { quiet: true, limit: LIMIT })
      toast.success(t('process-list.imported', { name: answer.name }))
      if (answer.faults.length === 0) onClose()
      else setFaults(answer.faults)
      await onImported()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure([error.message, ...error.errors.map(({ message }) => message)].join(' '))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('process-list.import-bpmn')}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t(faults ? 'common.close' : 'common.cancel')}
        </Button>,
        ...(faults
          ? []
          : [
              <Button key="import" type="primary" loading={isBusy} onClick={form.submit}>
                {t('button.import')}
              </Button>,
            ]),
      ]}
    >
      {faults ? (
        <>
          <Alert type="warning" showIcon title={t('process-list.imported-faults')} />
          <FindingList of={faults} kind="fault" />
        </>
      ) : (
        <Form<Values> form={form} name="model-import" layout="vertical" onFinish={(values) => void bring(values)}>
          <Form.Item name="file" label={t('process-list.file')} rules={[{ required: true, message: t('process-list.file-needed') }]}>
            <FileChoice />
          </Form.Item>
          <FormField of={processModels} name="category" row={undefined} />
          <FormField of={processModels} name="orgId" row={undefined} />
          <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
        </Form>
      )}
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  )
}
