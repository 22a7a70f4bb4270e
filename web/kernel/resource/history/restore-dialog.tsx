/** What is different from an earlier state, and the button that brings it back: the ordinary call that changes the record. */
import { useQuery } from '@tanstack/react-query'
import { Modal, Skeleton } from 'antd'
import { useState } from 'react'
import type { Change } from '../../../../model/contract/nouns.ts'
import type { Resource } from '../../../../model/resource.ts'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ResourceRow } from '../../http/resource-client.ts'
import { readRow, updateRow } from '../../http/resource-client.ts'
import type { HistoryEntry } from '../../../../model/contract/admin/logs.ts'
import type { Difference } from './entries.ts'
import { differencesSince, restorable, restoreBody } from './entries.ts'

/** How a record is read as it is now, and given values that it had. */
export interface RecordCalls {
  read(): Promise<ResourceRow | undefined>
  change(to: { readonly row: ResourceRow; readonly values: Readonly<Record<string, unknown>> }): Promise<unknown>
}

/** The calls of the noun. */
const usual = (of: Resource, row: ResourceRow): RecordCalls => ({
  read: () => readRow(of, row),
  change: ({ values }) => updateRow(of, values as Change),
})

interface RestoreDialogProps {
  readonly of: Resource
  readonly row: ResourceRow
  readonly time: string
  /** Everything that happened after that state. */
  readonly newer: readonly HistoryEntry[]
  readonly mayRestore: boolean
  readonly calls?: RecordCalls
  readonly onClose: () => void
  readonly onRestored: () => Promise<void>
}

export function RestoreDialog({ of, row, time, newer, mayRestore, calls = usual(of, row), onClose, onRestored }: RestoreDialogProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<readonly string[]>([])
  const { data: current, isPending } = useQuery({
    queryKey: [of.name, 'one', row.id],
    queryFn: async () => (await calls.read()) ?? null,
    gcTime: 0,
    staleTime: 0,
  })
  const differences = current ? differencesSince(newer, current, t('common.between')) : []
  const { can, cannot } = restorable(of, differences)

  async function restore(): Promise<void> {
    if (!current) return
    setBusy(true)
    try {
      await calls.change({ row: current, values: restoreBody(of, current, can) })
      toast.success(t('history.restored'))
      await onRestored()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors(error.errors.map(({ message }) => message))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open
      title={t('history.restore-title', { time })}
      width={640}
      okText={t('history.restore')}
      cancelText={t('common.close')}
      confirmLoading={busy}
      okButtonProps={{ disabled: can.length === 0, style: mayRestore ? {} : { display: 'none' } }}
      onOk={() => void restore()}
      onCancel={onClose}
    >
      {isPending && <Skeleton active title={false} />}
      {current === null && <p>{t('history.gone')}</p>}
      {current && differences.length === 0 && <p>{t('history.same')}</p>}
      {differences.length > 0 && <Compared differences={differences} />}
      {cannot.length > 0 && mayRestore && (
        <p className="restore-note">{t('history.not-restored', { fields: cannot.map(({ label }) => label).join(t('common.between')) })}</p>
      )}
      {errors.map((message) => (
        <p key={message} className="restore-error" role="alert">
          {message}
        </p>
      ))}
    </Modal>
  )
}

function Compared({ differences }: { differences: readonly Difference[] }) {
  const t = useT()
  const shownText = (text: string) => (text ? text : <span className="empty-value">{t('history.none')}</span>)
  return (
    <table className="changes-table">
      <caption className="visually-hidden">{t('history.compare')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('history.field')}</th>
          <th scope="col">{t('history.now')}</th>
          <th scope="col">{t('history.then')}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ field, label, now, then }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td className="was">{shownText(now)}</td>
            <td className="is">{shownText(then)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
