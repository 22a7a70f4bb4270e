/** Rows of a workbook as entries: all of them, or none where one has a mistake; then the mistakes are listed. */
import { Button, Modal } from 'antd'
import { useId, useState } from 'react'
import type { FormToFill, ImportedEntries } from '../../../../model/contract/devtool/form-entries.ts'
import { exportFormEntry, importFormEntry } from '../../../../model/contract/devtool/form-entries.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
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
  const [result, setResult] = useState<ImportedEntries>()

  async function perform(work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  const template = () => perform(async () => saveFile(await askFile(exportFormEntry, { formId, isTemplate: true }, { limit: LIMIT })))
  const run = () =>
    perform(async () => {
      if (!file) return
      const answer = await ask(importFormEntry, { formId, file }, { limit: LIMIT })
      setResult(answer)
      if (answer.errorTotal > 0) return
      toast.success(t('entries.import-done', { count: answer.stored }))
      onDone()
      setOpen(false)
    })

  return (
    <Modal
      open={open}
      title={named(t('button.import'), formDescription)}
      okText={t('entries.import-run')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: !file }}
      onOk={() => void run()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      width={640}
    >
      <div className="entry-import">
        <p>{t('entries.import-about')}</p>
        <Button disabled={busy} onClick={() => void template()}>
          {t('entries.import-template')}
        </Button>
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
