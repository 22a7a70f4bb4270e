/** Deploys a file of BPMN that no model is behind: its faults are told first, and nothing with faults is deployed. */
import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { deployFile } from '../../../../model/contract/workflow/definitions.ts'
import type { ModelCheck } from '../../../../model/contract/workflow/models.ts'
import { checkModel } from '../../../../model/contract/workflow/models.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ModelFile } from '../../../shared/workflow/file-choice.tsx'
import { FileChoice } from '../../../shared/workflow/file-choice.tsx'
import { FindingList } from '../../../shared/workflow/finding-list.tsx'
import { toast } from '../../../ui/toast.ts'

const LIMIT = 30_000

interface Values {
  readonly file: ModelFile
  readonly category?: string
}

export default function DeployFileDialog({ onDeployed, onClose }: { onDeployed: () => Promise<void>; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [found, setFound] = useState<ModelCheck>()
  const hasFaults = found !== undefined && found.faults.length > 0

  async function check(file: ModelFile | undefined): Promise<void> {
    setFailure(undefined)
    setFound(undefined)
    if (!file) return
    try {
      setFound(await ask(checkModel, { xml: file.xml }, { quiet: true, limit: LIMIT }))
    } catch (error) {
      // The server checks what it deploys in any case, and says then what it finds.
      if (!(error instanceof ApiError)) throw error
    }
  }

  async function deploy({ file: { fileName, xml }, category }: Values): Promise<void> {
    setBusy(true)
    try {
      const { definitionVersion } = await ask(
        deployFile,
        { fileName, xml, ...(category ? { category } : {}) },
        { quiet: true, limit: LIMIT },
      )
      toast.success(t('process-list.deployed', { version: definitionVersion }))
      onClose()
      await onDeployed()
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
      title={t('process-list.deploy-file')}
      okText={t(found && found.warnings.length > 0 ? 'process-list.deploy-anyway' : 'button.deploy')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: hasFaults }}
      confirmLoading={isBusy}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        name="deploy-file"
        layout="vertical"
        onValuesChange={(changed) => {
          if ('file' in changed) void check(changed.file)
        }}
        onFinish={(values) => void deploy(values)}
      >
        <Form.Item name="file" label={t('process-list.file')} rules={[{ required: true, message: t('process-list.file-needed') }]}>
          <FileChoice />
        </Form.Item>
        <Form.Item name="category" label={t('field.process-deployments.category')}>
          <Input maxLength={64} />
        </Form.Item>
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      {hasFaults && (
        <>
          <Alert type="error" showIcon title={t('process-list.faults', { count: found.faults.length })} />
          <FindingList of={found.faults} kind="fault" />
        </>
      )}
      {found && found.warnings.length > 0 && (
        <>
          <Alert type="warning" showIcon title={t('process-list.warnings', { count: found.warnings.length })} />
          <FindingList of={found.warnings} kind="warning" />
        </>
      )}
      {failure !== undefined && <Alert type="error" showIcon title={failure} />}
    </Modal>
  )
}
