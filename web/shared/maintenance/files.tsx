/** The photographs and papers of an order or a fault. A phone offers its camera where a file is chosen. */
import PaperClipOutlined from '@ant-design/icons/es/icons/PaperClipOutlined'
import { Button } from 'antd'
import { useId, useRef, useState } from 'react'
import type { MaintenanceFile } from '../../../model/contract/maintenance/work-orders.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { sizeOf } from '../../kernel/i18n/size.ts'
import { secondOf } from '../../ui/clock.ts'
import { confirm } from '../../ui/confirm.ts'
import './maintenance.css'

interface FilesProps {
  readonly files: readonly MaintenanceFile[]
  readonly mayAdd: boolean
  readonly onAdd: (file: File) => Promise<unknown>
  readonly onRemove: (id: string) => Promise<unknown>
  readonly onFetch: (file: MaintenanceFile) => Promise<unknown>
}

export function Files({ files, mayAdd, onAdd, onRemove, onFetch }: FilesProps) {
  const t = useT()
  const id = useId()
  const [busy, setBusy] = useState(false)

  async function add(chosen: readonly File[]): Promise<void> {
    setBusy(true)
    for (const file of chosen) await onAdd(file)
    setBusy(false)
  }

  async function remove({ id: fileId, fileName }: MaintenanceFile): Promise<void> {
    const [title, ok, cancel] = [t('delete.title'), t('button.delete'), t('common.cancel')]
    if (await confirm({ title, text: t('work-order.file-remove', { name: fileName }), ok, cancel, danger: true })) await onRemove(fileId)
  }

  return (
    <section className="upkeep-card" aria-labelledby={id}>
      <div className="upkeep-head">
        <h2 id={id}>{t('work-order.files')}</h2>
        {mayAdd && <FileButton label={t('work-order.file-add')} busy={busy} several onFiles={(chosen) => void add(chosen)} />}
      </div>
      {files.length === 0 ? (
        <p className="upkeep-about">{t('work-order.files-none')}</p>
      ) : (
        <ul className="upkeep-files">
          {files.map((file) => (
            <li key={file.id}>
              <button type="button" className="plain-button" onClick={() => void onFetch(file)}>
                <PaperClipOutlined aria-hidden="true" /> {file.fileName}
              </button>
              <small>{aboutOf(file, t).join(' · ')}</small>
              {file.mayRemove && (
                <Button
                  size="small"
                  type="text"
                  danger
                  aria-label={`${t('button.delete')} ${file.fileName}`}
                  onClick={() => void remove(file)}
                >
                  {t('button.delete')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function aboutOf(file: MaintenanceFile, t: ReturnType<typeof useT>): string[] {
  const taken = file.takenAt === null ? [] : [t('work-order.file-taken', { time: secondOf(file.takenAt) })]
  const from = file.isOfFault ? [t('work-order.file-of-fault')] : []
  return [sizeOf(file.size), ...taken, secondOf(file.addedAt), ...(file.addedBy === null ? [] : [file.addedBy]), ...from]
}

interface FileButtonProps {
  readonly label: string
  readonly busy?: boolean
  readonly several?: boolean
  /** Pictures alone, from the camera where there is one. */
  readonly isCamera?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that lets a file be chosen, or a photograph be taken. */
export function FileButton({ label, busy = false, several = false, isCamera = false, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="small" loading={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={several}
        {...(isCamera ? { accept: 'image/*', capture: 'environment' as const } : {})}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
