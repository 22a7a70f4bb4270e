/** What a check found, or an import left: figures, headings nobody knows, and the errors by row and column. */
import { Alert, Button, Input, Table } from 'antd'
import { useState } from 'react'
import { confirm } from '../../../ui/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { ApiError } from '../../http/api.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ImportError, ImportMode } from '../../../../model/contract/exchange/imports.ts'
import type { ImportOutcome } from './import-client.ts'
import { undoImport } from './import-client.ts'
import { Differences } from './import-differences.tsx'
import { saveFile } from './save-file.ts'

interface ImportResultProps {
  readonly imported: ImportOutcome
  readonly onStore: (mode: ImportMode) => void
  readonly onAgain: () => void
  readonly onClose: () => void
  /** The secrets of the import have been downloaded. */
  readonly onKept: () => void
  readonly onUndone: () => Promise<void>
}

export function ImportResult({ imported: { report, errorFile, handed }, onStore, onAgain, onClose, onKept, onUndone }: ImportResultProps) {
  const t = useT()
  const { mode, fileName, rows, good, badRows, added, comments, headings, source, changes, errors, errorTotal, importId, values } = report
  const isCheck = mode === 'check'
  const ready = isCheck && headings.missing.length === 0
  const changed = changes?.changed ?? 0
  const toAdd = good - changed - (changes?.unchanged ?? 0)
  const isNew = toAdd + changed > 0
  const storing = changes && { added: toAdd, changed }

  async function undo(): Promise<void> {
    if (importId === null) return
    const yes = await confirm({
      title: t('import.undo'),
      text: t('import.undo-text', { count: added + (changes?.changed ?? 0) }),
      ok: t('import.undo'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    try {
      const { removed } = await undoImport(importId)
      toast.success(t('import.undone', { count: removed }))
      await onUndone()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
  }

  return (
    <div className="import-result">
      <p className="import-file">{fileName}</p>
      <dl className="import-figures">
        <div>
          <dt>{t('import.rows')}</dt>
          <dd>{rows}</dd>
        </div>
        {changes ? (
          <>
            <div className="good">
              <dt>{t(isCheck ? 'import.to-add' : 'import.added')}</dt>
              <dd>{isCheck ? toAdd : added}</dd>
            </div>
            <div className="good">
              <dt>{t(isCheck ? 'import.to-change' : 'import.changed')}</dt>
              <dd>{changed}</dd>
            </div>
            <div>
              <dt>{t('import.unchanged')}</dt>
              <dd>{changes.unchanged}</dd>
            </div>
          </>
        ) : (
          <div className="good">
            <dt>{t(isCheck ? 'import.good' : 'import.added')}</dt>
            <dd>{isCheck ? good : added}</dd>
          </div>
        )}
        <div className={badRows > 0 ? 'bad' : undefined}>
          <dt>{t('import.bad')}</dt>
          <dd>{badRows}</dd>
        </div>
      </dl>
      {handed && (
        <Alert
          type="warning"
          showIcon
          title={t('import.handed-once')}
          action={
            <Button
              type="primary"
              onClick={() => {
                saveFile(handed)
                onKept()
              }}
            >
              {t('import.handed-get')}
            </Button>
          }
        />
      )}
      {headings.missing.length > 0 && (
        <Alert type="error" showIcon title={t('error.import.columns-missing', { columns: headings.missing.join(t('common.between')) })} />
      )}
      {headings.unknown.length > 0 && (
        <Alert type="warning" showIcon title={t('import.unknown', { columns: headings.unknown.join(t('common.between')) })} />
      )}
      {headings.ignored.length > 0 && (
        <Alert type="info" showIcon title={t('import.ignored', { columns: headings.ignored.join(t('common.between')) })} />
      )}
      {source && (source.row > 1 || changes) && <p className="import-note">{t('import.read-from', source)}</p>}
      {comments > 0 && <p className="import-note">{t('import.comments', { count: comments })}</p>}
      {values && <p className="import-note">{t('import.values', values)}</p>}
      {ready && !isNew && badRows === 0 && <Alert type="info" showIcon title={t('import.nothing')} />}
      {isCheck && changes && changes.differenceTotal > 0 && <Differences found={changes.differences} total={changes.differenceTotal} />}
      {isCheck && changes && changes.differenceTotal > changes.differences.length && (
        <p className="import-note">
          {t('import.first-differences', { count: changes.differences.length, total: changes.differenceTotal })}
        </p>
      )}
      {errorTotal > 0 && <Errors errors={errors} total={errorTotal} />}
      <div className="import-buttons">
        {!handed && <Button onClick={onAgain}>{t('import.again')}</Button>}
        {errorFile && (
          <Button onClick={() => void errorFile().then(saveFile, () => undefined)}>
            {t(!isCheck ? 'import.rest-get' : errorTotal > 0 ? 'import.errors-get' : 'import.differences-get')}
          </Button>
        )}
        {importId !== null && (
          <Button danger onClick={() => void undo()}>
            {t('import.undo')}
          </Button>
        )}
        <span className="import-space" />
        {ready && isNew && badRows === 0 && (
          <Button type="primary" autoFocus onClick={() => onStore('all')}>
            {storing ? t(toAdd > 0 ? 'import.store-changes' : 'import.store-update', storing) : t('import.store', { count: rows })}
          </Button>
        )}
        {ready && badRows > 0 && isNew && (
          <Button type="primary" onClick={() => onStore('good')}>
            {storing ? t(toAdd > 0 ? 'import.store-changes' : 'import.store-update', storing) : t('import.store-good', { count: good })}
          </Button>
        )}
        {(!isCheck || (ready && !isNew && badRows === 0)) && (
          <Button type={handed ? 'default' : 'primary'} onClick={onClose}>
            {t('common.close')}
          </Button>
        )}
      </div>
      {ready && badRows > 0 && <p className="import-note">{t('import.all-or-nothing')}</p>}
    </div>
  )
}

function Errors({ errors, total }: { errors: readonly ImportError[]; total: number }) {
  const t = useT()
  const [wanted, setWanted] = useState('')
  const found = errors.filter(({ row, column, heading, value, message }) =>
    `${column}${row} ${heading} ${value} ${message}`.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <section aria-label={t('import.errors')}>
      <div className="import-errors-head">
        <h2>
          {t('import.errors')} <span className="import-count">{total}</span>
        </h2>
        <Input.Search
          allowClear
          value={wanted}
          placeholder={t('import.filter')}
          aria-label={t('import.filter')}
          onChange={({ target }) => setWanted(target.value)}
        />
      </div>
      <Table
        size="small"
        dataSource={found.map((error) => ({ ...error, key: `${error.row}:${error.field}` }))}
        scroll={{ y: 280, x: 560 }}
        pagination={found.length > 50 ? { pageSize: 50, size: 'small', showSizeChanger: false } : false}
        columns={[
          { title: t('import.row'), dataIndex: 'row', width: 56 },
          {
            title: t('import.column'),
            dataIndex: 'heading',
            width: 130,
            ellipsis: true,
            render: (heading: string, { column }) => (column ? `${column} · ${heading}` : heading),
          },
          { title: t('import.message'), dataIndex: 'message' },
          { title: t('import.value'), dataIndex: 'value', width: 140, ellipsis: true },
        ]}
      />
      {total > errors.length && <p className="import-note">{t('import.first-errors', { count: errors.length })}</p>}
    </section>
  )
}
