/** The first step: the template, the file, what goes along with it, and the imports of before. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import InboxOutlined from '@ant-design/icons/es/icons/InboxOutlined'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import { KindChoice } from './import-kind-choice.tsx'
import type { ImportTarget } from './import-target.ts'
import { PastImports } from './past-imports.tsx'
import { saveFile } from './save-file.ts'
import { sizeOf } from '../../i18n/size.ts'
import type { ImportKind } from '../../../../model/contract/exchange/imports.ts'

interface ImportChoiceProps {
  readonly target: ImportTarget
  readonly kind: ImportKind
  readonly onKind: (kind: ImportKind) => void
  readonly password: string
  readonly onPassword: (password: string) => void
  /** The file to be checked. */
  readonly onConfirm: (file: File) => void
  readonly onCancel: () => void
  readonly onUndone: () => Promise<void>
}

export function ImportChoice({ target, kind, onKind, password, onPassword, onConfirm, onCancel, onUndone }: ImportChoiceProps) {
  const t = useT()
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [file, setFile] = useState<File>()
  const { template: wanted, hasPassword, past } = target

  async function template(): Promise<void> {
    if (!wanted) return
    setBusy(true)
    try {
      saveFile(await wanted.get())
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setBusy(false)
    }
  }

  function take(files: FileList | null): void {
    const given = files?.[0]
    if (!given || given.size === 0) return toast.warning(t('error.import.empty'))
    const refused = target.refuse(given)
    if (refused === undefined) setFile(given)
    else toast.warning(refused)
  }

  function goOn(): void {
    if (file) onConfirm(file)
    else toast.warning(t('error.import.empty'))
  }

  return (
    <div className="import-choice">
      {wanted && (
        <div className="import-template">
          <p>{wanted.about}</p>
          <Button icon={<DownloadOutlined aria-hidden="true" />} loading={busy} onClick={() => void template()}>
            {t('import.template-get')}
          </Button>
        </div>
      )}
      {target.more}
      {target.foundBy && <KindChoice fields={target.foundBy} kind={kind} onKind={onKind} />}
      <DropZone {...target} file={file} onFiles={take} />
      {hasPassword && kind !== 'update' && (
        <div className="import-password">
          <label htmlFor={id}>{t('import.password')}</label>
          <Input.Password
            id={id}
            value={password}
            maxLength={31}
            autoComplete="new-password"
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => onPassword(target.value)}
          />
          <p id={`${id}-hint`}>{t('import.password-hint')}</p>
        </div>
      )}
      <div className="import-buttons">
        <span className="import-space" />
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button type="primary" onClick={goOn}>
          {t('common.confirm')}
        </Button>
      </div>
      {past && <PastImports of={past} onUndone={onUndone} />}
    </div>
  )
}

interface DropZoneProps extends Pick<ImportTarget, 'drop' | 'hint' | 'accept'> {
  /** What was chosen already; another one takes its place. */
  readonly file: File | undefined
  readonly onFiles: (files: FileList | null) => void
}

/** Where a file is dropped, or chosen. */
export function DropZone({ drop, hint, accept, file, onFiles }: DropZoneProps) {
  const t = useT()
  const [over, setOver] = useState(false)
  return (
    <label
      className={over ? 'import-zone over' : 'import-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(event.dataTransfer.files)
      }}
    >
      <InboxOutlined aria-hidden="true" className="import-zone-icon" />
      <span className="import-zone-main" role="status">
        {file ? t('import.chosen', { file: file.name, size: sizeOf(file.size) }) : drop}
      </span>
      <span className="import-zone-hint">{file ? t('import.choose-another') : hint}</span>
      <input
        type="file"
        accept={accept}
        className="visually-hidden"
        aria-label={drop}
        onChange={({ target }) => {
          onFiles(target.files)
          target.value = ''
        }}
      />
    </label>
  )
}
