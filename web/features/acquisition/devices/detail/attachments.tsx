/** The files of a device: certificates with their validity, manuals, pictures. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { ATTACHMENTS_KEPT_DAYS, ATTACHMENT_KINDS, deviceAttachments } from '../../../../../model/acquisition/device-attachments.ts'
import type { DeviceAttachment, RemovedAttachment } from '../../../../../model/contract/acquisition/device-attachments.ts'
import {
  deleteDeviceAttachment,
  downloadDeviceAttachment,
  queryDeviceAttachment,
  restoreDeviceAttachment,
  updateDeviceAttachment,
} from '../../../../../model/contract/acquisition/device-attachments.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../../../kernel/i18n/size.ts'
import { tableTexts } from '../../../../kernel/i18n/texts.ts'
import { fetchFile } from '../../../../kernel/resource/exchange/save-file.ts'
import type { RecordCalls } from '../../../../kernel/resource/history/restore-dialog.tsx'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import { secondOf } from '../../../../ui/clock.ts'
import { confirm } from '../../../../ui/confirm.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { toast } from '../../../../ui/toast.ts'
import { attachmentsOf } from './attachment-client.ts'
import { RemovedAttachments } from './removed-attachments.tsx'

const AttachmentDialog = lazyWithPreload(() => import('./attachment-dialog.tsx'))
const RecordHistory = lazyWithPreload(() => import('../../../../kernel/resource/history/record-history.tsx'))

const CARD = { title: 'fileName', columns: ['kind', 'validUntil', 'size', 'added'] }
const nobody: ReadonlySet<string> = new Set()
const nothing = () => undefined

/** How many attachments are no longer valid; nothing where none is. Leads to them. */
export function OverdueAttachments({ deviceId }: { deviceId: string }) {
  const t = useT()
  const { data } = useQuery(attachmentsOf(deviceId))
  const count = data?.list.filter(({ isOverdue }) => isOverdue).length ?? 0
  if (count === 0) return null
  return (
    <p role="status">
      <a href="#device-attachments">
        <Tag kind="urgent">{t('attachments.overdue-count', { count })}</Tag>
      </a>
    </p>
  )
}

export function Attachments({ deviceId }: { deviceId: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(attachmentsOf(deviceId))
  const [editing, setEditing] = useState<{ times: number; open: boolean; attachment?: DeviceAttachment }>({ times: 0, open: false })
  const [past, setPast] = useState<{ times: number; open: boolean; of: DeviceAttachment }>()
  const edit = (attachment?: DeviceAttachment) =>
    setEditing(({ times }) => ({ times: times + 1, open: true, ...(attachment ? { attachment } : {}) }))

  async function remove({ id, fileName }: DeviceAttachment): Promise<void> {
    const [title, text, ok, cancel] = [
      t('delete.title'),
      t('attachments.remove-about', { name: fileName, days: ATTACHMENTS_KEPT_DAYS }),
      t('button.delete'),
      t('common.cancel'),
    ]
    if (!(await confirm({ title, text, ok, cancel, danger: true }))) return
    await attempt(async () => {
      await ask(deleteDeviceAttachment, { id })
      toast.success(t('attachments.removed'), { text: t('undo.go'), go: () => void bringBack({ id, fileName }) })
    })
    await refetch()
  }

  async function bringBack({ id, fileName }: Pick<RemovedAttachment, 'id' | 'fileName'>): Promise<void> {
    await attempt(async () => {
      await ask(restoreDeviceAttachment, { id })
      toast.success(t('bin.restored', { name: fileName }))
    })
    await refetch()
  }

  async function erase({ id, fileName }: RemovedAttachment): Promise<void> {
    const text = t('attachments.erase-about', { name: fileName })
    if (!(await confirm({ title: t('delete.title'), text, ok: t('disk.erase'), cancel: t('common.cancel'), danger: true }))) return
    await attempt(async () => {
      await ask(deleteDeviceAttachment, { id })
      toast.success(t('disk.erased'))
    })
    await refetch()
  }

  const columns: Column<DeviceAttachment>[] = [
    {
      key: 'fileName',
      width: 260,
      title: t('field.device-attachments.fileName'),
      text: ({ fileName }) => fileName,
      render: ({ fileName }) => fileName,
    },
    {
      key: 'kind',
      width: 170,
      title: t('field.device-attachments.attachmentKind'),
      render: ({ attachmentKind }) => t(`choice.attachmentKind.${attachmentKind}`),
    },
    {
      key: 'validUntil',
      width: 180,
      title: t('field.device-attachments.validUntil'),
      render: ({ validUntil, isOverdue }) => (
        <>
          {validUntil ?? '–'} {isOverdue && <Tag kind="urgent">{t('attachments.overdue')}</Tag>}
        </>
      ),
    },
    { key: 'size', width: 90, title: t('attachments.size'), render: ({ size }) => sizeOf(size) },
    {
      key: 'added',
      width: 190,
      title: t('attachments.added'),
      text: ({ addedAt, addedBy }) => [secondOf(addedAt), addedBy].filter(Boolean).join(' · '),
      render: ({ addedAt, addedBy }) => [secondOf(addedAt).slice(0, 10), addedBy].filter(Boolean).join(' · '),
    },
  ]
  // Of a device that is being removed nothing is known any more.
  if (error instanceof ApiError && [403, 404].includes(error.status)) return null
  return (
    <section className="device-card" id="device-attachments" tabIndex={-1}>
      <div className="device-head">
        <h2>{t('noun.device-attachments')}</h2>
        {data?.mayChange && (
          <Button size="small" aria-haspopup="dialog" onPointerEnter={() => void AttachmentDialog.preload()} onClick={() => edit()}>
            {t('attachments.add')}
          </Button>
        )}
      </div>
      {error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : data?.list.length === 0 ? (
        <p className="device-about">{t('attachments.none')}</p>
      ) : (
        <DataTable
          columns={columns}
          rows={data?.list ?? []}
          nameOf={({ fileName }) => fileName}
          card={CARD}
          choosable={false}
          chosen={nobody}
          onChoose={nothing}
          onSort={nothing}
          actionsOf={(row) => [
            {
              key: 'download',
              label: t('button.download'),
              run: () => void attempt(() => fetchFile(downloadDeviceAttachment, { id: row.id })),
            },
            ...(data?.mayChange ? [{ key: 'update', label: t('button.update'), run: () => edit(row) }] : []),
            ...(data?.hasHistory
              ? [
                  {
                    key: 'history',
                    label: t('button.history'),
                    rare: true,
                    run: () => setPast((before) => ({ times: (before?.times ?? 0) + 1, open: true, of: row })),
                  },
                ]
              : []),
            ...(data?.mayChange ? [{ key: 'delete', label: t('button.delete'), danger: true, run: () => void remove(row) }] : []),
          ]}
          state={data ? 'ready' : 'first'}
          expected={1}
          texts={tableTexts(t('noun.device-attachments'), t)}
        />
      )}
      <RemovedAttachments
        list={data?.removed ?? []}
        onRestore={(attachment) => void bringBack(attachment)}
        onErase={(attachment) => void erase(attachment)}
      />
      {editing.times > 0 && (
        <Suspense fallback={null}>
          <AttachmentDialog
            key={editing.times}
            deviceId={deviceId}
            attachment={editing.attachment}
            open={editing.open}
            onSaved={refetch}
            onClose={() => setEditing({ ...editing, open: false })}
          />
        </Suspense>
      )}
      {past && (
        <Suspense fallback={null}>
          <RecordHistory
            key={past.times}
            of={deviceAttachments}
            row={{ ...past.of }}
            mayRestore={data?.mayChange ?? false}
            calls={callsOf(deviceId, past.of.id)}
            open={past.open}
            onClose={() => setPast({ ...past, open: false })}
            onRestored={async () => void (await refetch())}
          />
        </Suspense>
      )}
    </section>
  )
}

/** How one is read and changed back: it has no list of its own, and says kind and day together. */
const callsOf = (deviceId: string, id: string): RecordCalls => ({
  read: async () => {
    const { list } = await ask(queryDeviceAttachment, { id: deviceId })
    const found = list.find((one) => one.id === id)
    return found && { ...found }
  },
  change: async ({ row, values }) => {
    const { attachmentKind, validUntil } = { ...row, ...values }
    return ask(updateDeviceAttachment, {
      id,
      ...(row.version === undefined ? {} : { version: row.version }),
      attachmentKind: ATTACHMENT_KINDS.find((kind) => kind === attachmentKind) ?? 'other',
      ...(typeof validUntil === 'string' ? { validUntil } : {}),
    })
  },
})

/** The calls have said what went wrong, if anything did. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
