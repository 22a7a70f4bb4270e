/** Files beside a process: fetched by whoever sees it, brought by whoever takes part. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { ProcessAttachment } from '../../../../model/contract/workflow/attachments.ts'
import {
  MAX_PROCESS_ATTACHMENTS,
  addProcessAttachment,
  deleteProcessAttachment,
  downloadProcessAttachment,
  queryProcessAttachment,
} from '../../../../model/contract/workflow/attachments.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { MEGABYTE, sizeOf } from '../../../kernel/i18n/size.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { attempt, done } from '../act.ts'
import { Asked } from '../asked.tsx'
import { PROCESS_QUERIES, forgetProcesses } from '../queries.ts'
import '../workflow.css'

/** Milliseconds: a file may be large and the line slow. */
const LIMIT = 600_000

interface AttachmentsProps {
  readonly of: string
  /** At which task those are attached that are brought here. */
  readonly taskId?: string | undefined
}

export function Attachments({ of: id, taskId }: AttachmentsProps) {
  const t = useT()
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'attachments', id],
    queryFn: ({ signal }) => ask(queryProcessAttachment, { processInstanceId: id }, { signal, quiet: true }),
  })

  async function attach(file: File | undefined): Promise<void> {
    if (!file) return
    const { megabytes } = MAX_PROCESS_ATTACHMENTS
    if (file.size >= megabytes * MEGABYTE) return toast.error(t('error.upload.too-large', { megabytes }))
    setBusy(true)
    await done(
      () => ask(addProcessAttachment, { processInstanceId: id, ...(taskId === undefined ? {} : { taskId }), file }, { limit: LIMIT }),
      t('process-beside.attached', { name: file.name }),
    )
    setBusy(false)
    await forgetProcesses(queries)
  }

  async function remove({ id: attachment, fileName }: ProcessAttachment): Promise<void> {
    const text = t('process-beside.detach-about', { name: fileName })
    if (!(await confirm({ title: t('delete.title'), text, ok: t('button.delete'), cancel: t('common.cancel'), danger: true }))) return
    await done(() => ask(deleteProcessAttachment, { id: attachment }), t('process-beside.detached'))
    await forgetProcesses(queries)
  }

  return (
    <Asked of={asked}>
      {({ list, mayAttach }) => (
        <>
          {list.length === 0 && <p className="process-quiet">{t('process-beside.attachments-none')}</p>}
          <ul className="process-lines">
            {list.map((one) => (
              <li key={one.id}>
                <span>
                  <strong>{one.fileName}</strong>
                  <small>{[sizeOf(one.size), one.taskName, one.userId, one.time].filter(Boolean).join(' · ')}</small>
                </span>
                <Button
                  size="small"
                  aria-label={`${t('button.download')}${t('common.means')}${one.fileName}`}
                  onClick={() => void attempt(() => fetchFile(downloadProcessAttachment, { id: one.id }))}
                >
                  {t('button.download')}
                </Button>
                {one.isRemovable && (
                  <Button
                    size="small"
                    danger
                    aria-label={`${t('button.delete')}${t('common.means')}${one.fileName}`}
                    onClick={() => void remove(one)}
                  >
                    {t('button.delete')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {mayAttach && (
            <>
              <input
                ref={input}
                type="file"
                hidden
                aria-label={t('process-beside.attach')}
                onChange={({ target }) => {
                  void attach(target.files?.[0])
                  // The same file, corrected, can be chosen again.
                  target.value = ''
                }}
              />
              <Button loading={isBusy} onClick={() => input.current?.click()}>
                {t('process-beside.attach')}
              </Button>
            </>
          )}
        </>
      )}
    </Asked>
  )
}
