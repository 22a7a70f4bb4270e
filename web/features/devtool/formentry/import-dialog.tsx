/**
 * Rows of a workbook as entries: all of them, or none where one has a mistake; then the mistakes are listed. Where rows change entries that are
 * there, the changes are shown first.
 */
import { Alert, Button, Modal } from 'antd'
import { useId, useState } from 'react'
import type { FormToFill, ImportedEntries } from '../../../../model/contract/devtool/form-entries.ts'
import { exportFormEntry, importFormEntry } from '../../../../model/contract/devtool/form-entries.ts'
import type { ImportKind } from '../../../../model/contract/exchange/imports.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Differences } from '../../../kernel/resource/exchange/import-differences.tsx'
import { KindChoice } from '../../../kernel/resource/exchange/import-kind-choice.tsx'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { named } from '../../../ui/named.ts'

/** Milliseconds: thousands of rows are checked one by one. */
const LIMIT = 300_000

interface ImportProps {
  readonly form: FormToFill
  readonly onDone: () => void
  readonly onClose: () => void
}

export default function EntryImport({ form: { formId, formDescription }, onDone, onClose }: ImportProps) {
  const t = useT()
  const id = useId()
  const [open, setOpen] = useState(true)
  const [file, setFile] = useState<File>()
  const [busy, setBusy] = useState(false)
  const [kind, setKind] = useState<ImportKind>('add')
  const [result, setResult] = useState<ImportedEntries>()
  const { changes } = result ?? {}
  const isChecked = changes !== undefined && result?.errorTotal === 0
  const isNew = isChecked && changes.added + changes.changed > 0

  async function perform(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What was found is no longer so, perhaps: it is checked again.
      setResult(undefined)
    } finally {
      setBusy(false)
    }
  }
  const doneText = ({ added, changed, unchanged }: NonNullable<ImportedEntries['changes']>) =>
    t('import.done-changes', { added, changed, unchanged })
  const template = () => perform(async () => saveFile(await askFile(exportFormEntry, { formId, isTemplate: true }, { limit: LIMIT })))
  const run = () =>
    perform(async () => {
      if (!file) return
      const mode = kind === 'add' || isChecked ? 'all' : 'check'
      const basis = isChecked ? { basis: changes.basis } : {}
      const answer = await ask(importFormEntry, { formId, file, mode, kind, ...basis }, { limit: LIMIT })
      setResult(answer)
      if (mode === 'check' || answer.errorTotal > 0) return
      toast.success(answer.changes ? doneText(answer.changes) : t('entries.import-done', { count: answer.stored }))
      onDone()
      setOpen(false)
    })

  return (
    <Modal
      open={open}
      title={named(t('button.import'), formDescription)}
      rootClassName="import-dialog"
      okText={
        isNew
          ? t(changes.added > 0 ? 'import.store-changes' : 'import.store-update', { added: changes.added, changed: changes.changed })
          : t(kind === 'add' ? 'entries.import-run' : 'button.check')
      }
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !file || (isChecked && !isNew) }}
      onOk={() => void run()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={changes ? 880 : 640}
    >
      <div className="entry-import">
        <p>{t('entries.import-about')}</p>
        <Button disabled={busy} onClick={() => void template()}>
          {t('entries.import-template')}
        </Button>
        <KindChoice
          fields={[t('field.form-entries.entryNumber')]}
          kind={kind}
          onKind={(chosen) => {
            setKind(chosen)
            setResult(undefined)
          }}
        />
        <label htmlFor={id}>{t('entries.import-file')}</label>
        <input
          id={id}
          type="file"
          accept=".xlsx,.csv"
          onChange={({ target }) => {
            setFile(target.files?.[0])
            setResult(undefined)
          }}
        />
        {result && result.unknown.length > 0 && (
          <p className="list-notice">{t('entries.import-unknown', { names: result.unknown.join(t('common.between')) })}</p>
        )}
        {isChecked && (
          <div className="entry-import-changes">
            {isNew ? (
              <p role="status">
                {t('import.to-add')}: {changes.added} · {t('import.to-change')}: {changes.changed} · {t('import.unchanged')}:{' '}
                {changes.unchanged}
              </p>
            ) : (
              <Alert type="info" showIcon title={t('import.nothing')} />
            )}
            {changes.differenceTotal > 0 && <Differences found={changes.differences} total={changes.differenceTotal} />}
            {changes.differenceTotal > changes.differences.length && (
              <p>{t('entries.import-more', { count: changes.differences.length, total: changes.differenceTotal })}</p>
            )}
          </div>
        )}
        {result && result.errorTotal > 0 && (
          <div role="alert">
            <p>{t('entries.import-wrong', { count: result.errorTotal })}</p>
            <div className="entry-import-errors" tabIndex={0}>
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('entries.import-row')}</th>
                    <th scope="col">{t('entries.import-column')}</th>
                    <th scope="col">{t('entries.import-message')}</th>
                  </tr>
                </thead>
                <tbody>
                  {result.errors.map(({ row, heading, message }, at) => (
                    <tr key={at}>
                      <td>{row}</td>
                      <td>{heading}</td>
                      <td>{message}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </div>
        )}
      </div>
    </Modal>
  )
}
