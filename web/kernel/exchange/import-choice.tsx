/** The first step: the template, the file, what goes along with it, and the imports of before. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import type { Resource } from '../../../model/resource.ts'
import { toast } from '../../ui/toast.ts'
import { ApiError } from '../api.ts'
import { useT } from '../i18n.ts'
import { usePublicParameters } from '../public-parameters.ts'
import { MEGABYTE } from '../size.ts'
import { readTemplate } from './import-client.ts'
import { PastImports } from './past-imports.tsx'
import { saveFile } from './save-file.ts'

interface ImportChoiceProps {
  readonly of: Resource
  readonly hasTemplate: boolean
  readonly password: string
  readonly onPassword: (password: string) => void
  readonly onChoose: (file: File) => void
  readonly onUndone: () => Promise<void>
}

export function ImportChoice({ of, hasTemplate, password, onPassword, onChoose, onUndone }: ImportChoiceProps) {
  const t = useT()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const { upload: { maxMegabytes: megabytes } } = usePublicParameters()
  const hasPassword = of.fields['password']?.access === 'secret'

  async function template(): Promise<void> {
    setBusy(true)
    try {
      saveFile(await readTemplate(of))
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }

  function take(files: FileList | null): void {
    const file = files?.[0]
    if (!file || file.size === 0) return toast.warning(t('error.import.empty'))
    if (!/\.xlsx$/i.test(file.name)) return toast.warning(t('error.import.type'))
    if (file.size >= megabytes * MEGABYTE) return toast.warning(t('error.upload.too-large', { megabytes }))
    onChoose(file)
  }

  return (
    <div className="import-choice">
      {hasTemplate && (
        <div className="import-template">
          <p>{t('import.template-hint')}</p>
          <Button icon={<DownloadOutlined aria-hidden="true" />} loading={busy} onClick={() => void template()}>{t('import.template-get')}</Button>
        </div>
      )}
      <DropZone hint={t('import.drop-hint', { megabytes })} onFiles={take} />
      {hasPassword && (
        <div className="import-password">
          <label htmlFor={id}>{t('import.password')}</label>
          <Input.Password id={id} value={password} maxLength={31} autoComplete="new-password" aria-describedby={`${id}-hint`} onChange={({ target }) => onPassword(target.value)} />
          <p id={`${id}-hint`}>{t('import.password-hint')}</p>
        </div>
      )}
      <PastImports of={of} onUndone={onUndone} />
    </div>
  )
}

function DropZone({ hint, onFiles }: { hint: string; onFiles: (files: FileList | null) => void }) {
  const t = useT()
  const [over, setOver] = useState(false)
  return (
    <label
      className={over ? 'import-zone over' : 'import-zone'}
      onDragOver={(event) => { event.preventDefault(); setOver(true) }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => { event.preventDefault(); setOver(false); onFiles(event.dataTransfer.files) }}
    >
      <InboxOutlined aria-hidden="true" className="import-zone-icon" />
      <span className="import-zone-main">{t('import.drop')}</span>
      <span className="import-zone-hint">{hint}</span>
      <input
        type="file" accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" className="visually-hidden" aria-label={t('import.drop')}
        onChange={({ target }) => { onFiles(target.files); target.value = '' }}
      />
    </label>
  )
}
