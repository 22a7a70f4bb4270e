/** An item of a checklist as it is read and filled in, of an order and of a round alike. */
import { Input, InputNumber, Segmented } from 'antd'
import type { CheckItem, CheckResult } from '../../../model/maintenance/checklist.ts'
import { hasFailed } from '../../../model/maintenance/checklist.ts'
import type { Translate } from '../../kernel/i18n/i18n.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Tag } from '../../ui/tag.tsx'
import { FileButton } from './files.tsx'
import './maintenance.css'

const MAX_TEXT = 500

/** What is looked at, with its limits, and whether it failed. */
export function CheckWords({ item, result }: { readonly item: CheckItem; readonly result: CheckResult | undefined }) {
  const t = useT()
  const limits = limitsOf(item)
  const about = [
    ...(limits === '' ? [] : [t('work-order.check-limits', { limits })]),
    ...(item.required ? [t('work-order.check-required')] : []),
    ...(item.opensOrder ? [t('work-order.check-opens')] : []),
  ]
  return (
    <div className="upkeep-check-words">
      {item.text} {hasFailed(item, result) && <Tag kind="urgent">{t('work-order.check-failed')}</Tag>}
      {about.length > 0 && <small>{about.join(' · ')}</small>}
    </div>
  )
}

/** `≥ 2`, `≤ 5 bar`, `2 – 5 bar`; empty without limits. */
function limitsOf({ low, high, unit = '' }: CheckItem): string {
  const text =
    low !== undefined && high !== undefined ? `${low} – ${high}` : low !== undefined ? `≥ ${low}` : high !== undefined ? `≤ ${high}` : ''
  return text === '' ? '' : `${text} ${unit}`.trim()
}

/** What was found of an item, in one line. */
export function answerOf(item: CheckItem, result: CheckResult | undefined, t: Translate): string {
  const { passed, value, text, photos = [], note } = result ?? {}
  return [
    passed === undefined ? '' : t(passed ? 'work-order.check-passed' : 'work-order.check-failed'),
    value === undefined ? '' : `${value} ${item.unit ?? ''}`.trim(),
    text ?? '',
    photos.length === 0 ? '' : t('work-order.check-photos', { count: photos.length }),
    note ?? '',
  ]
    .filter((part) => part !== '')
    .concat(result === undefined ? ['–'] : [])
    .join(' · ')
}

interface CheckAnswerProps {
  readonly item: CheckItem
  readonly result: CheckResult | undefined
  readonly busy: boolean
  readonly onPut: (values: Partial<CheckResult>) => void
  readonly onPhoto: (file: File) => void
}

/** What is filled in: what the kind of the item asks for, a picture, and a note. */
export function CheckAnswer({ item, result, busy, onPut, onPhoto }: CheckAnswerProps) {
  const t = useT()
  const photos = result?.photos ?? []
  return (
    <div className="upkeep-check-answer">
      {item.kind === 'check' && (
        <Segmented
          aria-label={item.text}
          value={result?.passed === undefined ? '' : result.passed ? 'yes' : 'no'}
          options={[
            { value: 'yes', label: t('work-order.check-passed') },
            { value: 'no', label: t('work-order.check-failed') },
          ]}
          onChange={(value) => onPut({ passed: value === 'yes' })}
        />
      )}
      {item.kind === 'number' && (
        <InputNumber
          aria-label={item.text}
          value={result?.value ?? null}
          suffix={item.unit}
          inputMode="decimal"
          onChange={(value) => onPut({ value: value ?? undefined })}
        />
      )}
      {item.kind === 'text' && (
        <Input
          aria-label={item.text}
          value={result?.text ?? ''}
          maxLength={MAX_TEXT}
          onChange={({ target }) => onPut({ text: target.value })}
        />
      )}
      <FileButton
        label={photos.length === 0 ? t('work-order.check-photo') : t('work-order.check-photos', { count: photos.length })}
        busy={busy}
        isCamera
        onFiles={([file]) => file && onPhoto(file)}
      />
      {item.kind !== 'text' && (
        <Input
          aria-label={t('work-order.check-note', { item: item.text })}
          placeholder={t('work-order.note')}
          value={result?.note ?? ''}
          maxLength={MAX_TEXT}
          onChange={({ target }) => onPut({ note: target.value })}
        />
      )}
    </div>
  )
}
