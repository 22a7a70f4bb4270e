/** What is done with the rows of a file: they are added, change what is there, or both. */
import { Radio } from 'antd'
import { useId } from 'react'
import type { ImportKind } from '../../../../model/contract/exchange/imports.ts'
import { IMPORT_KINDS } from '../../../../model/contract/exchange/imports.ts'
import { useT } from '../../i18n/i18n.ts'
import './import-dialog.css'

interface KindChoiceProps {
  /** By which records are found. */
  readonly fields: readonly string[]
  readonly kind: ImportKind
  readonly onKind: (kind: ImportKind) => void
}

export function KindChoice({ fields, kind, onKind }: KindChoiceProps) {
  const t = useT()
  const id = useId()
  return (
    <div className="import-kind">
      <span id={id}>{t('import.kind')}</span>
      <Radio.Group
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
        value={kind}
        onChange={({ target }) => onKind(target.value as ImportKind)}
        options={IMPORT_KINDS.map((each) => ({ value: each, label: t(`import.kind-${each}`) }))}
      />
      {kind !== 'add' && (
        <p id={`${id}-hint`}>{t('import.kind-hint', { fields: fields.join(t('common.between')), word: t('import.clear') })}</p>
      )}
    </div>
  )
}
