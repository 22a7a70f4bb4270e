/** Gives a point a role in a run. */
import { useQueryClient } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { RunRole } from '../../../../../model/acquisition/curing.ts'
import { RUN_ROLES } from '../../../../../model/acquisition/curing.ts'
import { addRunPoint } from '../../../../../model/contract/acquisition/runs.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../../kernel/resource/row-picker.tsx'
import { act } from './run-client.ts'

interface PointDialogProps {
  readonly runId: string
  /** The role that is offered first: one that the run lacks. */
  readonly first: RunRole | undefined
  readonly onClose: () => void
}

export default function PointDialog({ runId, first, onClose }: PointDialogProps) {
  const t = useT()
  const id = useId()
  const queries = useQueryClient()
  const [role, setRole] = useState<RunRole>(first ?? 'core')
  const [pointId, setPoint] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    if (!pointId) return
    setBusy(true)
    const isDone = await act(queries, () => ask(addRunPoint, { id: runId, role, pointId }))
    setBusy(false)
    if (isDone) onClose()
  }

  return (
    <Modal
      open
      title={t('runs.bind')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !pointId }}
      onOk={() => void save()}
      onCancel={onClose}
      width={460}
      destroyOnHidden
    >
      <div className="run-fields">
        <label htmlFor={`${id}-role`}>{t('runs.role')}</label>
        <Select<RunRole>
          id={`${id}-role`}
          value={role}
          options={RUN_ROLES.map((value) => ({ value, label: t(`choice.runRole.${value}`) }))}
          onChange={setRole}
        />
        <label htmlFor={`${id}-point`}>{t('runs.point')}</label>
        <RowPicker noun="points" id={`${id}-point`} value={pointId ?? null} onChange={(value: string) => setPoint(value)} />
      </div>
    </Modal>
  )
}
