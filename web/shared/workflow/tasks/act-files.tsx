/** Files that come with an act: chosen while it is written, and brought when it is sent, so that nobody sees them before it is done. */
import { Button } from 'antd'
import { useRef } from 'react'
import { MAX_FILES_OF_ACT, MAX_PROCESS_ATTACHMENTS, addProcessAttachment } from '../../../../model/contract/workflow/attachments.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { MEGABYTE, sizeOf } from '../../../kernel/i18n/size.ts'
import { toast } from '../../../ui/toast.ts'
import type { ActTask, DialogAct } from './acts.ts'
import '../workflow.css'

/** Milliseconds: a file may be large and the line slow. */
const LIMIT = 600_000

/** Acts on the task itself, with which files can come. */
const WITH_FILES: ReadonlySet<DialogAct> = new Set([
  'complete',
  'reject',
  'abstain',
  'delegate',
  'resolve',
  'transfer',
  'regress',
  'return',
  'terminate',
])
/** Whether files can come with the act. */
export const takesFiles = (act: DialogAct): boolean => WITH_FILES.has(act)

/** Brings files for an act; gives their ids. What was brought by an earlier try is not brought again. @throws ApiError */
export async function bring(files: readonly File[], task: ActTask, brought: Map<File, string>): Promise<string[]> {
  for (const file of files) {
    if (brought.has(file)) continue
    const to = { processInstanceId: task.processInstanceId, taskId: task.id, forAct: 'true' }
    brought.set(file, (await ask(addProcessAttachment, { ...to, file }, { limit: LIMIT, quiet: true })).id)
  }
  return files.map((file) => brought.get(file) ?? '')
}

interface ActFilesProps {
  readonly files: readonly File[]
  readonly isBusy: boolean
  readonly onChange: (files: readonly File[]) => void
}

export function ActFiles({ files, isBusy, onChange }: ActFilesProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)

  function add(chosen: readonly File[]): void {
    const { megabytes } = MAX_PROCESS_ATTACHMENTS
    if (chosen.some(({ size }) => size >= megabytes * MEGABYTE)) return toast.error(t('error.upload.too-large', { megabytes }))
    if (files.length + chosen.length > MAX_FILES_OF_ACT) return toast.error(t('process-beside.act-files-most', { most: MAX_FILES_OF_ACT }))
    onChange([...files, ...chosen])
  }

  return (
    <section className="act-files" aria-label={t('process-beside.attachments')}>
      {files.length > 0 && (
        <ul className="process-lines">
          {files.map((file, at) => (
            <li key={`${file.name} ${String(at)}`}>
              <span>
                <strong>{file.name}</strong>
                <small>{sizeOf(file.size)}</small>
              </span>
              <Button
                size="small"
                disabled={isBusy}
                aria-label={`${t('button.delete')}${t('common.means')}${file.name}`}
                onClick={() => onChange(files.filter((each) => each !== file))}
              >
                {t('button.delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('process-beside.attach')}
        onChange={({ target }) => {
          add([...(target.files ?? [])])
          // The same file, corrected, can be chosen again.
          target.value = ''
        }}
      />
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        {t('process-beside.attach')}
      </Button>
    </section>
  )
}
